import type { Calls } from '@tiffin/sdk/contract'
import { feedNumber, scopeOf } from '#engine/read-tables'
import type { Handler } from '#server/context'
import { messageBody, readOrders } from './messages.ts'
import { readOrderEvents } from './order-events.ts'

/** The events of orders after a feed number, as messages with the caller's rights; without a number, only where to begin. */
export const events: Handler<Calls['Webhook']['events']> = async ({ since }, call) => {
  const { company, session } = call
  const data = await call.db.read(scopeOf(session.actor), async (tx) => {
    const last = await feedNumber(tx, company)
    // A number from the future belongs to a company that was restored from a backup.
    if (since === undefined || since > last) return { events: [], feed: last, more: false, missed: since !== undefined }
    const found = await readOrderEvents(tx, company, since)
    const orders = await readOrders(tx, session.actor, [...new Set(found.events.map(({ order }) => order))], call.now())
    const visible = found.events.flatMap((event) => {
      const order = orders.get(event.order)
      return order ? [{ id: event.id, type: event.type, feed: event.feed, body: messageBody(event, company, order) }] : []
    })
    return { events: visible, feed: found.end, more: found.more, missed: found.first > since + 1 }
  })
  return { data: { status: 'OK', ...data } }
}
