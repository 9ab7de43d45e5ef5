import { type Actor, can, optionDecision } from '@tiffin/core/rules'
import type { Entity } from '@tiffin/sdk/contract'
import { byRegistryOrder } from './change.ts'
import type { Change, Key, WireRow } from './change-info.ts'
import { type CompanyState, readCompany } from '#tenant/company-state'
import { toConstraintError } from './constraint-error.ts'
import { findUses, throwInUse } from './find-uses.ts'
import { createRefusals } from './refusals.ts'
import { refusedRow } from './save-plan.ts'
import type { RowToRemove, RowToSave } from './planned-row.ts'
import { rulesOf } from './table-rules.ts'
import { entityOf } from './view.ts'

type RowToDelete = Pick<RowToSave, 'table' | 'id'> & { row?: WireRow | undefined }

export interface DeleteResult {
  status: 'OK'
  data: WireRow
  rows: { status: 'OK'; data: WireRow }[]
}

/**
 * Deletes rows, all or none (API-20, API-21).
 * Every refused row is named. `checkAllowed` runs after the rights to the tables and the form of the keys are checked,
 * and before a row is locked.
 * @throws `not_found` (also for rows of another company), `forbidden`, `company_disabled`, `in_use` with the uses of the row,
 * `conflict` if the row has another revision than the one sent
 */
export async function deleteRows(
  change: Change,
  rows: readonly RowToDelete[],
  { actor: asker, checkAllowed }: { actor: Actor; checkAllowed?: (() => Promise<void>) | undefined },
): Promise<Record<string, DeleteResult>> {
  const company = await readCompany(change.tx, change.info.company)
  // The cached session may have outdated options.
  const actor: Actor = { ...asker, options: company }
  const planned = rows.map(({ table, id, row }, index): RowToRemove => ({
    entity: entityOf(table, index),
    index,
    key: id as Key,
    revision: row?.['revision'],
  }))
  const refusals = createRefusals()
  const allowed = await refusals.each(planned, (row) => checkRights(row, actor, company))
  if (checkAllowed) {
    refusals.raise()
    await checkAllowed()
  }
  const order = [...new Set(allowed.map(({ entity }) => entity))].toSorted(byRegistryOrder)
  const open: RowToRemove[] = []
  for (const entity of order) {
    const own = allowed.filter((row) => row.entity === entity)
    // The lock keeps new references out: a list has no foreign key that would see them.
    const current = await change.lock(
      entity,
      own.map(({ key }) => key),
      rulesOf(entity).delete?.isSoftDelete ? 'for no key update' : 'for update',
    )
    open.push(...(await refusals.each(own, (row) => checkRow(row, actor, current.get(row.key)))))
  }
  try {
    const allOpen = new Set(open)
    for (const [entity, alike] of runsOf(planned.filter((row) => allOpen.has(row)))) {
      const instead = rulesOf(entity).delete?.instead?.(change.info)
      if (instead) await instead(change, alike, { actor, refusals })
      else {
        await rulesOf(entity).delete?.removeParts?.(change, alike.map(keyOf))
        const uses = await findUses(change, actor, entity, alike.map(keyOf))
        const unused = await refusals.each(alike, (row) => throwInUse(row, uses.get(row.key)))
        await change.remove(entity, unused.map(keyOf))
      }
    }
  } catch (error) {
    const refusal = toConstraintError(error, planned)
    throw refusal?.code === 'bad_reference' ? refusedRow(planned[0] as RowToRemove, 'in_use') : (refusal ?? error)
  }
  refusals.raise()
  const results: Record<string, DeleteResult> = {}
  for (const { entity, key } of planned) {
    const data = { [entity.key]: key }
    const result = (results[entity.name] ??= { status: 'OK', data, rows: [] })
    result.rows.push({ status: 'OK', data })
  }
  return results
}

/** Errors that don't require the row. */
function checkRights(row: RowToRemove, actor: Actor, company: CompanyState | null): void {
  const { entity, key } = row
  const decision = entity.storage === 'view' ? undefined : can(actor, 'delete', entity)
  if (!decision?.allowed) throw refusedRow(row, decision?.code ?? 'forbidden')
  const kind = entity.fields[entity.key]?.kind
  const isNumber = kind === 'id' || kind === 'reference'
  const good = isNumber ? Number.isSafeInteger(key) && Number(key) > 0 : typeof key === 'string' && key !== ''
  if (!good) throw refusedRow(row, 'invalid_value', entity.key)
  const option = entity.scope === 'company' ? optionDecision(company, entity) : undefined
  if (option && !option.allowed) throw refusedRow(row, option.code, undefined, option.params)
  rulesOf(entity).delete?.refuseEarly?.(row, company)
}

function checkRow(row: RowToRemove, actor: Actor, current: WireRow | undefined): void {
  const { entity } = row
  if (!current || current['delete'] === 1 || !can(actor, 'read', entity, current).allowed) throw refusedRow(row, 'not_found')
  const decision = can(actor, 'delete', entity, current)
  if (!decision.allowed) throw refusedRow(row, decision.code, undefined, decision.params)
  if (row.revision !== undefined && row.revision !== current['revision']) throw refusedRow(row, 'conflict')
  rulesOf(entity).delete?.refuse?.(row, current, actor)
}

const keyOf = ({ key }: RowToRemove): Key => key

/** Consecutive rows of one entity: a later row may be unused only once earlier ones are deleted. */
function runsOf(rows: readonly RowToRemove[]): [Entity, RowToRemove[]][] {
  const runs: [Entity, RowToRemove[]][] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (last?.[0] === row.entity) last[1].push(row)
    else runs.push([row.entity, [row]])
  }
  return runs
}
