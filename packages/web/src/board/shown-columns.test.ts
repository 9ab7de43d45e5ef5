import { expect, it } from 'vitest'
import type { Column } from '@tiffin/core'
import { shownColumns } from './shown-columns.ts'

const column = (id: number, cards: number) =>
  ({ status: { order_status_id: id }, cards: Array.from({ length: cards }) }) as unknown as Column
const all = [column(1, 2), column(2, 0), column(3, 5)]

it.each([
  [[], [1, 2, 3], 0],
  [[3], [1, 2], 5],
  [[1, 2], [3], 2],
  [[1, 2, 3], [1, 2, 3], 0],
  [[99], [1, 2, 3], 0],
])('KDS-18: without the columns %j it shows %j and counts %i elsewhere', (hidden, shown, elsewhere) => {
  const answer = shownColumns(all, hidden)
  expect(answer.columns.map(({ status }) => status.order_status_id)).toEqual(shown)
  expect(answer.elsewhere).toBe(elsewhere)
})
