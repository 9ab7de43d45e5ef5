import { expect, it } from 'vitest'
import { carryOrder } from './carry-order.ts'

it.each<[string, number[], number[], number[]]>([
  ['nothing has changed', [3, 1, 2], [1, 2, 3], [3, 1, 2]],
  ['rows were sorted otherwise', [3, 1, 2], [2, 1, 3], [3, 1, 2]],
  ['a row has gone', [3, 1, 2], [2, 3], [3, 2]],
  ['rows have come at the end', [3, 1, 2], [1, 2, 3, 4, 5], [3, 4, 5, 1, 2]],
  ['a row has come at the beginning', [3, 1, 2], [9, 1, 2, 3], [9, 3, 1, 2]],
  ['all rows are others', [1, 2], [3, 4], [3, 4]],
])('LIST-10: an order made here, when %s', (_what, mine, now, order) => {
  expect(carryOrder(mine, now, (row) => row)).toEqual(order)
})
