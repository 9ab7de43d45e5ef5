import { type Calls, MAX_EVENTS } from '@tiffin/sdk/contract'
import { feedNumber, scopeOf } from '#engine/read-tables'
import type { Handler } from '#server/context'
import { messageBody, readOrders } from './messages.ts'
import { type FoundEvents, type OrderEvent, readOrderEvents } from './order-events.ts'

/** The events of orders after a feed number, as messages with the caller's rights; without a number, only where to start. */
export const events: Handler<Calls['Webhook']['events']> = async ({ since, offset }, call) => {
  const { company, session } = call
  const data = await call.db.read(scopeOf(session.actor), async (tx) => {
    const last = await feedNumber(tx, company)
    // A number from the future belongs to a company that was restored from a backup.
    if (since === undefined || since > last)
      return { events: [], feed: last, offset: 0, more: false, missed: since !== undefined }
    const found = await readOrderEvents(tx, company, since)
    const page = pageOf(found, since, offset)
    const orders = await readOrders(tx, session.actor, [...new Set(page.events.map(({ order }) => order))], call.now())
    const visible = page.events.flatMap((event) => {
      const order = orders.get(event.order)
      return order ? [{ id: event.id, type: event.type, feed: event.feed, body: messageBody(event, company, order) }] : []
    })
    return { ...page, events: visible, missed: found.first > since + 1 }
  })
  return { data: { status: 'OK', ...data } }
}

interface Page {
  events: readonly OrderEvent[]
  feed: number
  offset: number
  more: boolean
}

/** At most `MAX_EVENTS`, so the list may end between two events of one feed number. */
function pageOf({ events, end, more }: FoundEvents, since: number, offset: number): Page {
  const isCovered = ({ feed }: OrderEvent, index: number): boolean => feed === since + 1 && index < offset
  const rest = events.filter((event, index) => !isCovered(event, index))
  const next = rest[MAX_EVENTS]
  if (!next) return { events: rest, feed: end, offset: 0, more }
  const page = rest.slice(0, MAX_EVENTS)
  const covered = events.slice(0, events.indexOf(next)).filter(({ feed }) => feed === next.feed).length
  return { events: page, feed: next.feed - 1, offset: covered, more: true }
}
