import type { Entity, Multilang } from '@tiffin/sdk/contract'
import type { Change, Key, WireRow } from '#engine/change-info'
import { planSave } from '#engine/save-plan'
import { saveContext } from '#engine/change-of-call'
import { saveForKeys } from '#engine/save-rows'
import type { SessionCall } from '#server/context'

export interface RowValues {
  id?: Key | undefined
  values: WireRow
}

/** Saves rows of an import by the rules of `saveData`, and returns their keys. Languages of a text that are not given are kept. */
export async function saveValues(change: Change, call: SessionCall, entity: Entity, rows: readonly RowValues[]): Promise<Key[]> {
  const current = await change.lock(
    entity,
    rows.flatMap(({ id }) => id ?? []).filter((key) => isKey(entity, key)),
  )
  const sent = rows.map(({ id, values }) => ({
    table: entity.name,
    id,
    row: id === undefined ? values : { ...mergeTexts(entity, current.get(id), values), ...zeroRevision(id, current) },
  }))
  const planned = await planSave(call.session.actor, sent)
  return saveForKeys(change, planned, saveContext(call))
}

/** A save takes ID 0 for a new record, unless the row has a revision. */
const zeroRevision = (id: Key, current: ReadonlyMap<Key, WireRow>): WireRow =>
  id === 0 ? { revision: current.get(id)?.['revision'] ?? 0 } : {}

/** A key of another type would fail in the database; the save refuses it with its row. */
const isKey = (entity: Entity, key: Key): boolean =>
  entity.fields[entity.key]?.kind === 'id' ? Number.isSafeInteger(key) : typeof key === 'string'

function mergeTexts(entity: Entity, before: WireRow | undefined, values: WireRow): WireRow {
  const merged = { ...values }
  for (const [name, value] of Object.entries(values)) {
    const isText = entity.fields[name]?.kind === 'multilang' && typeof value === 'object' && value !== null
    if (isText) merged[name] = { ...(before?.[name] as Multilang | null | undefined), ...(value as Multilang) }
  }
  return merged
}
