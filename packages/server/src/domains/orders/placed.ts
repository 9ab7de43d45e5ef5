import { mayTakeOrders } from '@tiffin/core/rules'
import { apiError, type Calls } from '@tiffin/sdk/contract'
import { createBinder } from '#engine/binder'
import { openView } from '#engine/view'
import type { Handler } from '#server/context'

/**
 * The number of orders of a customer, for users who take orders (AMB-220). It includes merchants that they don't see, so
 * others, such as readers of reports, get none.
 */
export const placed: Handler<Calls['Order']['placed']> = async ({ user }, call) => {
  const { company, session } = call
  if (!mayTakeOrders(session.actor)) throw apiError('forbidden')
  const view = openView(session.actor, { table: 'user' }, [])
  const binder = createBinder()
  const customer = binder.bind(user, 'bigint')
  const conditions = [`t.user_id = ${customer}`, ...view.filter(binder, new Set())]
  return call.db.read({ company }, async (tx) => {
    const [found] = await tx.sql<{ orders: number }>(
      `select (select count(*)::int from "order" o where o.company = t.company and o."user" = t.user_id and o."delete" = 0) as orders
       from "user" t where ${conditions.join(' and ')}`,
      binder.values,
    )
    if (!found) throw apiError('not_found')
    return { data: { status: 'OK' as const, orders: found.orders } }
  })
}
