import { isCancelled, mayDeleteCompany, needsName } from '@tiffin/core/rules'
import { apiError, type Calls, entities, type Multilang, type OrderStatus } from '@tiffin/sdk/contract'
import { makeChange } from '#engine/change'
import type { Change } from '#engine/change-info'
import { changeInfo } from '#engine/change-of-call'
import type { Handler } from '#server/context'

/**
 * Marks a company as deleted (API-32, COMP-07): it can't be found or used any more, and its rows are kept for some weeks.
 * Called by the platform, or by its owner, who types the name in one of its languages; refused while orders are open (AMB-149).
 */
export const deleteCompany: Handler<Calls['Company']['Delete']> = async ({ company_id, name = '' }, call) => {
  const { session } = call
  if (!session) throw apiError('session_required')
  const { actor } = session
  // A write must act for the company it changes (DESIGN §3).
  if (call.company !== company_id) throw apiError('foreign_company')
  if (!mayDeleteCompany(actor, company_id)) throw apiError('forbidden')
  const info = { ...changeInfo({ ...call, session }), company: company_id, idempotency: undefined }
  await makeChange(call.db, call.feed, info, async (change) => {
    const row = (await change.lock(entities.company, [company_id])).get(company_id)
    if (!row || row['deleted'] !== null) throw apiError('not_found', { table: 'company' })
    const names = Object.values(row['name'] as Multilang)
    if (needsName(actor) && !names.some((one) => one.trim() !== '' && one.trim() === name.trim()))
      throw apiError('invalid_value', { table: 'company', field: 'name', params: ['name'] })
    const open = await openOrders(change)
    if (open > 0) throw apiError('orders_open', { table: 'company', params: [open] })
    await clearSelections(change)
    await change.update(entities.company, [{ key: company_id, set: { deleted: call.now().toISOString(), enable: 0, status: 0 } }])
    return null
  })
  call.sessions.forget()
  return { data: { status: 'OK' } }
}

/** Otherwise users would start in the deleted company at their next sign-in. */
async function clearSelections(change: Change): Promise<void> {
  const staff = await change.tx.sql<{ admin_id: number }>('select admin_id from admin where company = $1', [change.info.company])
  const keys = staff.map(({ admin_id }) => admin_id)
  await change.lock(entities.admin, keys)
  await change.update(
    entities.admin,
    keys.map((key) => ({ key, set: { company: null } })),
  )
}

/** Number of orders that are neither done nor cancelled. */
async function openOrders({ tx, info }: Change): Promise<number> {
  const statuses = await tx.sql<OrderStatus>(
    'select order_status_id, status, value, merchant, done from order_status where company = $1',
    [info.company],
  )
  const ended = statuses.filter((status) => status.done === 1 || isCancelled(status)).map((status) => status.order_status_id)
  const [row] = await tx.sql<{ count: number }>(
    'select count(*)::int as count from "order" where company = $1 and "delete" = 0 and not order_status = any($2::bigint[])',
    [info.company, ended],
  )
  return row?.count ?? 0
}
