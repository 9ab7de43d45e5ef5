import { MAX_ROWS_PER_CALL } from '@tiffin/sdk/contract'
import type { Change, WireRow } from './change-info.ts'
import type { PlannedRow } from './planned-row.ts'
import { planSave } from './save-plan.ts'
import { type SaveContext, saveForKeys } from './save-rows.ts'

/**
 * Restores deleted rows, as many at a time as one call saves. Where they refer to each other, the references are set once all of
 * them exist.
 */
export async function restoreRows(
  change: Change,
  parts: readonly (readonly PlannedRow[])[],
  context: SaveContext,
): Promise<void> {
  const restored = new Set(parts.flat().map(({ entity, set }) => `${entity.name}/${String(set[entity.key])}`))
  const waiting: { table: string; id: number; row: WireRow }[] = []
  for (const part of parts) {
    const later = part.flatMap((planned) => {
      const references = takeReferences(planned, (table, key) => restored.has(`${table}/${String(key)}`))
      const { entity, set } = planned
      if (Object.keys(references).length === 0) return []
      return [{ table: entity.name, id: set[entity.key] as number, row: { ...references, revision: set['revision'] } }]
    })
    await saveForKeys(change, part, context)
    waiting.push(...later)
  }
  for (const part of inParts(waiting))
    await saveForKeys(change, await planSave(context.actor, part, { isHistory: true }), context)
}

/** As many rows at a time as one call saves. */
export const inParts = <R>(rows: readonly R[]): R[][] =>
  Array.from({ length: Math.ceil(rows.length / MAX_ROWS_PER_CALL) }, (_, part) =>
    rows.slice(part * MAX_ROWS_PER_CALL, (part + 1) * MAX_ROWS_PER_CALL),
  )

/** Takes the optional references to these rows out of a row, and returns the complete values. */
function takeReferences({ entity, set }: PlannedRow, isRestored: (table: string, key: unknown) => boolean): WireRow {
  const taken: WireRow = {}
  for (const [name, value] of Object.entries(set)) {
    const { to, kind, nullable } = entity.fields[name] ?? {}
    if (to === undefined) continue
    if (kind === 'referenceList' && Array.isArray(value) && value.some((key) => isRestored(to, key))) {
      taken[name] = value
      set[name] = value.filter((key) => !isRestored(to, key))
    } else if (kind === 'reference' && nullable === true && isRestored(to, value)) {
      taken[name] = value
      set[name] = null
    }
  }
  return taken
}
