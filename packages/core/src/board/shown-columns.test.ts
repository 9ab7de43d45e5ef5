import { expect, it } from 'vitest'
import type { OrderStatus } from '@tiffin/sdk/contract'
import type { Column } from './selectors.ts'
import { columnsToHide, shownColumns, shownStatuses } from './shown-columns.ts'

const column = (id: number, cards: number) =>
  ({ status: { order_status_id: id }, cards: Array.from({ length: cards }) }) as unknown as Column
const all = [column(1, 2), column(2, 0), column(3, 5)]

it.each([
  [[], [1, 2, 3], 0],
  [[3], [1, 2], 5],
  [[1, 2], [3], 2],
  [[1, 2, 3], [1, 2, 3], 0],
  [[99], [1, 2, 3], 0],
])('KDS-18: with the columns %j hidden, shows %j and counts %i elsewhere', (hidden, shown, elsewhere) => {
  const answer = shownColumns(all, hidden)
  expect(answer.columns.map(({ status }) => status.order_status_id)).toEqual(shown)
  expect(answer.elsewhere).toBe(elsewhere)
})

const statuses = [1, 2, 3, 4].map((id) => ({ order_status_id: id, status: id, merchant: id < 4 ? 2 : 0 }) as OrderStatus)

it.each<[readonly number[], 'all' | readonly number[]]>([
  [[], 'all'],
  [[3], [1, 2]],
  [[1, 2, 3], 'all'],
  [[4, 99], 'all'],
])('KDS-18: with %j hidden, the board shows %j', (hidden, shown) => {
  expect(shownStatuses(statuses, hidden)).toEqual(shown)
})

it.each<['all' | readonly number[], readonly number[], readonly number[]]>([
  ['all', [3], []],
  [[1, 2], [], [3]],
  [[3], [2, 99], [99, 1, 2]],
  ['all', [1, 99], [99]],
  [[98], [3], []],
])('KDS-18: to show %j while %j were hidden, hides %j', (shown, before, hidden) => {
  expect(columnsToHide(statuses, shown, before)).toEqual(hidden)
})
