import { expect, it } from 'vitest'
import { cancelledLine } from './banners.tsx'

const t = (key: string, params: readonly (string | number)[] = []): string =>
  key.replaceAll(/%(\d)/g, (_, index) => String(params[Number(index) - 1]))
const order = (ticket: number, reason = 'Out of dough') => ({ order_id: ticket, ticket, reason })

it.each([
  ['one order with its reason', [order(41)], 'Order #41 is cancelled: Out of dough. Mark as seen: n'],
  ['one order without a reason', [order(42, '')], 'Order #42 is cancelled: no reason given. Mark as seen: n'],
  ['several in one line', [order(41), order(42)], 'Orders cancelled: 2. Reasons: y. Mark all as seen: Y'],
])('KDS-23: shows %s', (_what, cancelled, line) => {
  expect(cancelledLine(cancelled, ({ ticket }) => `#${ticket}`, t)).toBe(line)
})
