import { expect, it } from 'vitest'
import { cancelledLines } from './banners.tsx'

const t = (key: string, params: readonly (string | number)[] = []): string =>
  key.replaceAll(/%(\d)/g, (_, index) => String(params[Number(index) - 1]))
const order = (ticket: number, reason = 'Out of dough') => ({ order_id: ticket, ticket, reason })
const linesOf = (count: number, room: number) =>
  cancelledLines(
    Array.from({ length: count }, (_, index) => order(41 + index, index === 1 ? '' : 'Out of dough')),
    ({ ticket }) => `#${ticket}`,
    t,
    room,
  )

it.each<[string, count: number, room: number, lines: string[]]>([
  ['nothing without cancellations', 0, 4, []],
  ['one order in one line', 1, 4, ['Order #41 is cancelled: Out of dough. Seen: n']],
  [
    'each order with its reason',
    3,
    3,
    ['Orders cancelled: 3. All seen: N', '#41: Out of dough', '#42: no reason given', '#43: Out of dough'],
  ],
  [
    'as many as there is room for, and how many more there are',
    9,
    3,
    ['Orders cancelled: 9. All seen: N', '#41: Out of dough', '#42: no reason given', '7 more: press y'],
  ],
  ['only their number without room', 2, 0, ['Orders cancelled: 2. All seen: N', '2 more: press y']],
])('KDS-23: shows %s', (_what, count, room, lines) => {
  expect(linesOf(count, room)).toEqual(lines)
})
