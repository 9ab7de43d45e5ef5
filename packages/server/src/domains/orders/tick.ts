import { boardLevel, canMoveAny, ticketLines, setTick } from '@tiffin/core/rules'
import { apiError, type Calls, entities, type Order } from '@tiffin/sdk/contract'
import { makeChange } from '#engine/change'
import { hasReadScope } from '#engine/read-scope'
import { readEnabled } from '#tenant/company-state'
import type { Handler } from '#server/context'
import { changeInfo } from '#engine/change-of-call'

/** Ticks or unticks a cart line: a state without history, sent to all open boards at once (KDS-10). */
export const tick: Handler<Calls['Order']['tick']> = async ({ order_id, line, done }, call) => {
  const { actor } = call.session
  const { value, feed } = await makeChange(call.db, call.feed, changeInfo(call), async (change) => {
    const order = (await change.lock(entities.order, [order_id])).get(order_id) as Order | undefined
    if (!order || order.delete === 1 || boardLevel(actor, order.merchant) === 0) throw apiError('not_found')
    const decision = canMoveAny({ actor, company: await readEnabled(change), order })
    if (!decision.allowed) throw apiError(decision.code, { params: decision.params })
    const known = ticketLines(order).find(({ key }) => key === line)
    if (!known) throw apiError('not_found')
    const ticks = setTick(order, line, done)
    if (known.done !== done) await change.update(entities.order, [{ key: order_id, set: { ticks } }])
    return hasReadScope(actor) ? ticks : ticks.filter((key) => key === line)
  })
  return { data: { status: 'OK', order_id, ticks: value }, feed }
}
