import { type Actor, can, optionDecision } from '@tiffin/core/rules'
import { entities } from '@tiffin/sdk/contract'
import { byRegistryOrder, type Change } from './change.ts'
import type { Key, WireRow } from './change-info.ts'
import { type CompanyState, readCompany } from './company-state.ts'
import { deleteOrders } from './delete-orders.ts'
import { databaseRefusal } from './database-refusal.ts'
import { findUses, refuseUsed } from './find-uses.ts'
import { createRefusals } from './refusals.ts'
import { type PlannedRow, refusedRow, refusedValue, type RowToSave } from './save-plan.ts'
import { entityOf } from './view.ts'

type Doomed = Pick<PlannedRow, 'entity' | 'index'> & { key: Key }

export interface DeleteResult {
  status: 'OK'
  data: WireRow
  rows: { status: 'OK'; data: WireRow }[]
}

/**
 * Deletes rows, all or none (API-20, API-21). Orders are marked and kept (AMB-067); an administrator leaves the company.
 * Each row that stands in the way is named in the refusal.
 * @throws `not_found` (also for rows of another company), `forbidden`, `in_use` with what uses the row
 */
export async function deleteRows(
  change: Change,
  rows: readonly Pick<RowToSave, 'table' | 'id'>[],
  { actor }: { actor: Actor },
): Promise<Record<string, DeleteResult>> {
  const company = await readCompany(change.tx, change.info.company)
  const doomed = rows.map(({ table, id }, index): Doomed => ({ entity: entityOf(table, index), index, key: id as Key }))
  const refusals = createRefusals()
  const allowed = await refusals.each(doomed, (row) => checkRights(row, actor, company))
  const order = [...new Set(allowed.map(({ entity }) => entity))].toSorted(byRegistryOrder)
  const open: Doomed[] = []
  for (const entity of order) {
    const own = allowed.filter((row) => row.entity === entity)
    // An order stays. What goes is closed to those who would come to point to it: a list has no foreign key that sees them.
    const current = await change.lock(
      entity,
      own.map(({ key }) => key),
      entity.name === 'order' ? 'for no key update' : 'for update',
    )
    open.push(...(await refusals.each(own, (row) => checkRow(row, actor, current.get(row.key)))))
  }
  try {
    await deleteOrders(change, open.filter(isOrder))
    const others = doomed.filter((row) => open.includes(row) && !isOrder(row))
    await refusals.each(others, (row) => deleteRow(change, row))
  } catch (error) {
    const refusal = databaseRefusal(error, doomed)
    throw refusal?.code === 'bad_reference' ? refusedRow(doomed[0] as Doomed, 'in_use') : (refusal ?? error)
  }
  refusals.raise()
  const results: Record<string, DeleteResult> = {}
  for (const { entity, key } of doomed) {
    const data = { [entity.key]: key }
    const result = (results[entity.name] ??= { status: 'OK', data, rows: [] })
    result.rows.push({ status: 'OK', data })
  }
  return results
}

const isOrder = ({ entity }: Doomed): boolean => entity.name === 'order'

/** What can be refused without looking at the row. */
function checkRights(row: Doomed, actor: Actor, company: CompanyState | null): void {
  const { entity, key } = row
  const decision = entity.storage === 'view' ? undefined : can(actor, 'delete', entity)
  if (!decision?.allowed) throw refusedRow(row, decision?.code ?? 'forbidden')
  const kind = entity.fields[entity.key]?.kind
  const isNumber = kind === 'id' || kind === 'reference'
  const good = isNumber ? Number.isSafeInteger(key) && Number(key) > 0 : typeof key === 'string' && key !== ''
  if (!good) throw refusedRow(row, 'invalid_value', entity.key)
  const option = entity.scope === 'company' ? optionDecision(company, entity) : undefined
  if (option && !option.allowed) throw refusedRow(row, option.code, undefined, option.params)
}

function checkRow(row: Doomed, actor: Actor, current: WireRow | undefined): void {
  const { entity, key } = row
  if (!current || current['delete'] === 1 || !can(actor, 'read', entity, current).allowed) throw refusedRow(row, 'not_found')
  const decision = can(actor, 'delete', entity, current)
  if (!decision.allowed) throw refusedRow(row, decision.code, undefined, decision.params)
  if (entity === entities.global_lang && current['code'] === 'en')
    throw refusedValue(row, 'code', { code: 'forbidden', text: 'English stays supported, under the code en' })
  if (entity.name === 'admin' && key === actor.admin_id) throw refusedRow(row, 'forbidden')
}

async function deleteRow(change: Change, row: Doomed): Promise<void> {
  const { entity, key } = row
  if (entity.name === 'admin' && change.info.company > 0) return leaveCompany(change, row, 'admin')
  if (entity.name === 'membership') return leaveCompany(change, row, 'membership_id')
  await refuseUsed(change, row, key)
  await change.remove(entity, [key])
}

/**
 * The person may work elsewhere, and the history names them: only the company's tie to them goes, and with it the choice of
 * this company for the next sign-in. The feed takes the news to their open boards and kept sessions.
 */
async function leaveCompany(change: Change, row: Doomed, column: 'admin' | 'membership_id'): Promise<void> {
  const { company } = change.info
  const [found] = await change.tx.sql<{ membership_id: number; admin: number }>(
    `select membership_id, admin from membership where company = $1 and ${column} = $2`,
    [company, row.key],
  )
  if (!found) throw refusedRow(row, 'not_found')
  const named = await findUses(change, entities.admin, found.admin, { onlyOwn: true })
  const uses = named.filter(({ table }) => table === 'merchant')
  if (uses.length > 0) throw Object.assign(refusedRow(row, 'in_use'), { because: { uses } })
  const person = (await change.lock(entities.admin, [found.admin])).get(found.admin)
  if (person?.['company'] === company) await change.update(entities.admin, [{ key: found.admin, set: { company: null } }])
  await change.lock(entities.membership, [found.membership_id])
  await change.remove(entities.membership, [found.membership_id])
}
