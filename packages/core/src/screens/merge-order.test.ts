import { expect, it } from 'vitest'
import { mergeOrder } from './merge-order.ts'

it.each<[string, number[], number[], number[]]>([
  ['nothing has changed', [3, 1, 2], [1, 2, 3], [3, 1, 2]],
  ['rows were sorted differently', [3, 1, 2], [2, 1, 3], [3, 1, 2]],
  ['a row was deleted', [3, 1, 2], [2, 3], [3, 2]],
  ['rows were added at the end', [3, 1, 2], [1, 2, 3, 4, 5], [3, 4, 5, 1, 2]],
  ['a row was added at the beginning', [3, 1, 2], [9, 1, 2, 3], [9, 3, 1, 2]],
  ['all rows were replaced', [1, 2], [3, 4], [3, 4]],
])('LIST-10: keeps an order made here when %s', (_what, mine, now, order) => {
  expect(mergeOrder(mine, now, (row) => row)).toEqual(order)
})
