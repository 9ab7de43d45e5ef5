import { type Actor, can, optionDecision } from '@tiffin/core/rules'
import { entities, type Entity } from '@tiffin/sdk/contract'
import { byRegistryOrder, type Change } from './change.ts'
import type { Key, WireRow } from './change-info.ts'
import { type CompanyState, readCompany } from './company-state.ts'
import { deleteOrders } from './delete-orders.ts'
import { databaseRefusal } from './database-refusal.ts'
import { findUses, raiseUses } from './find-uses.ts'
import { refusedCreated } from './hooks/order-status-hook.ts'
import { createRefusals } from './refusals.ts'
import { type PlannedRow, refusedRow, refusedValue, type RowToSave } from './save-plan.ts'
import { entityOf } from './view.ts'

type PlannedDelete = Pick<PlannedRow, 'entity' | 'index'> & { key: Key; revision: unknown }

type RowToDelete = Pick<RowToSave, 'table' | 'id'> & { row?: WireRow | undefined }

export interface DeleteResult {
  status: 'OK'
  data: WireRow
  rows: { status: 'OK'; data: WireRow }[]
}

/**
 * Deletes rows, all or none (API-20, API-21). Orders are marked and kept (AMB-067); an administrator leaves the company.
 * Each row that stands in the way is named in the refusal. `checkAllowed` runs once the asker may delete from these tables, under keys
 * that can be theirs, and before a row is locked.
 * @throws `not_found` (also for rows of another company), `forbidden`, `company_disabled`, `in_use` with what uses the row,
 * `conflict` where the row has come to another revision than the one sent
 */
export async function deleteRows(
  change: Change,
  rows: readonly RowToDelete[],
  { actor: asker, checkAllowed }: { actor: Actor; checkAllowed?: (() => Promise<void>) | undefined },
): Promise<Record<string, DeleteResult>> {
  const company = await readCompany(change.tx, change.info.company)
  // The session may still know the options of a moment ago.
  const actor: Actor = { ...asker, options: company }
  const planned = rows.map(({ table, id, row }, index): PlannedDelete => ({
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
  const open: PlannedDelete[] = []
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
    const allOpen = new Set(open)
    const others = planned.filter((row) => allOpen.has(row) && !isOrder(row))
    for (const [entity, alike] of runsOf(others)) {
      const tie = tieOf(entity, change)
      if (tie) await refusals.each(alike, (row) => leaveCompany(change, actor, row, tie))
      else {
        const uses = await findUses(change, actor, entity, alike.map(keyOf))
        const unused = await refusals.each(alike, (row) => raiseUses(row, uses.get(row.key)))
        await change.remove(entity, unused.map(keyOf))
      }
    }
  } catch (error) {
    const refusal = databaseRefusal(error, planned)
    throw refusal?.code === 'bad_reference' ? refusedRow(planned[0] as PlannedDelete, 'in_use') : (refusal ?? error)
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

const isOrder = ({ entity }: PlannedDelete): boolean => entity.name === 'order'

/** What can be refused without looking at the row. */
function checkRights(row: PlannedDelete, actor: Actor, company: CompanyState | null): void {
  const { entity, key } = row
  const decision = entity.storage === 'view' ? undefined : can(actor, 'delete', entity)
  if (!decision?.allowed) throw refusedRow(row, decision?.code ?? 'forbidden')
  const kind = entity.fields[entity.key]?.kind
  const isNumber = kind === 'id' || kind === 'reference'
  const good = isNumber ? Number.isSafeInteger(key) && Number(key) > 0 : typeof key === 'string' && key !== ''
  if (!good) throw refusedRow(row, 'invalid_value', entity.key)
  const option = entity.scope === 'company' ? optionDecision(company, entity) : undefined
  if (option && !option.allowed) throw refusedRow(row, option.code, undefined, option.params)
  if (isOrder(row) && company?.enable !== 1) throw refusedRow(row, 'company_disabled')
}

function checkRow(row: PlannedDelete, actor: Actor, current: WireRow | undefined): void {
  const { entity, key } = row
  if (!current || current['delete'] === 1 || !can(actor, 'read', entity, current).allowed) throw refusedRow(row, 'not_found')
  const decision = can(actor, 'delete', entity, current)
  if (!decision.allowed) throw refusedRow(row, decision.code, undefined, decision.params)
  if (row.revision !== undefined && row.revision !== current['revision']) throw refusedRow(row, 'conflict')
  if (entity === entities.global_lang && current['code'] === 'en')
    throw refusedValue(row, 'code', { code: 'forbidden', text: 'English stays supported, under the code en' })
  if (entity === entities.order_status && current['created'] === 1) throw refusedCreated(row, 'in_use')
  if (entity.name === 'admin' && key === actor.admin_id) throw refusedRow(row, 'forbidden')
}

const keyOf = ({ key }: PlannedDelete): Key => key

/** Rows of one entity that follow each other: a later one may be free once those before it are gone. */
function runsOf(rows: readonly PlannedDelete[]): [Entity, PlannedDelete[]][] {
  const runs: [Entity, PlannedDelete[]][] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (last?.[0] === row.entity) last[1].push(row)
    else runs.push([row.entity, [row]])
  }
  return runs
}

/** The column of `membership` that names a row which is only a company's tie to somebody. */
function tieOf({ name }: Entity, { info }: Change): 'admin' | 'membership_id' | null {
  if (name === 'admin' && info.company > 0) return 'admin'
  return name === 'membership' ? 'membership_id' : null
}

/**
 * The person may work elsewhere, and the history names them: only the company's tie to them goes, and with it the choice of
 * this company for the next sign-in. The feed takes the news to their open boards and kept sessions.
 */
async function leaveCompany(change: Change, actor: Actor, row: PlannedDelete, column: 'admin' | 'membership_id'): Promise<void> {
  const { company } = change.info
  const [found] = await change.tx.sql<{ membership_id: number; admin: number }>(
    `select membership_id, admin from membership where company = $1 and ${column} = $2`,
    [company, row.key],
  )
  if (!found) throw refusedRow(row, 'not_found')
  const named = await findUses(change, actor, entities.admin, [found.admin], { onlyOwn: true })
  raiseUses(
    row,
    named.get(found.admin)?.filter(({ table }) => table === 'merchant'),
  )
  const person = (await change.lock(entities.admin, [found.admin])).get(found.admin)
  if (person?.['company'] === company) await change.update(entities.admin, [{ key: found.admin, set: { company: null } }])
  await change.lock(entities.membership, [found.membership_id])
  await change.remove(entities.membership, [found.membership_id])
}
