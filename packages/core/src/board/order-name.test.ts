import { expect, it } from 'vitest'
import type { BoardOrder } from './board-order.ts'
import { closedBoard } from './board-state.ts'
import { keyBesideName, orderName, sharedNumberKey } from './order-name.ts'

const merchants = [
  { merchant_id: 1, name: { en: 'Roma', ru: 'Рома' }, logo: '', order: 1 },
  { merchant_id: 2, name: { en: 'Wok' }, logo: '', order: 2 },
]
const rowsOf = (...rows: [order_id: number, ticket: number, merchant: number][]) =>
  new Map(rows.map(([order_id, ticket, merchant]) => [order_id, { order_id, ticket, merchant } as BoardOrder]))
const rows = rowsOf([7, 4, 2], [17, 4, 1])

it.each([
  ['on the board', { order_id: 7 }, 'all', '#4 Wok'],
  ['with the same number of another merchant', { order_id: 17 }, 'all', '#4 Roma'],
  ['that is not on the board', { order_id: 8, merchant: 1 }, [1, 2], '#8 Roma'],
  ['whose number is given', { order_id: 8, ticket: 5, merchant: 1 }, 'all', '#5 Roma'],
  ['of the only merchant shown', { order_id: 7 }, [2], '#4'],
  ['of a merchant no longer shown', { order_id: 8, ticket: 5, merchant: 1 }, [2], '#5 Roma'],
  ['of an unknown merchant', { order_id: 9 }, 'all', '#9'],
] as const)('KDS-22 KDS-12: names an order %s', (_what, order, chosen, name) => {
  expect(orderName({ ...closedBoard, rows, merchants, chosen }, order, 'en')).toBe(name)
})

it("KDS-22: distinguishes two orders of one number and merchant, such as yesterday's and today's, by their keys", () => {
  const twice = { ...closedBoard, merchants, rows: rowsOf([7, 6, 2], [1207, 6, 2], [9, 6, 1], [10, 0, 1], [11, 0, 1]) }
  const names = [...twice.rows.keys()].map((order_id) => orderName(twice, { order_id }, 'en'))
  expect(names).toEqual(['#6 (7) Wok', '#6 (1207) Wok', '#6 Roma', '#10 Roma', '#11 Roma'])
  expect(orderName({ ...twice, chosen: [2] }, { order_id: 7 }, 'en')).toBe('#6 (7)')
  expect(orderName(twice, { order_id: 5, ticket: 6, merchant: 1 }, 'en')).toBe('#6 (5) Roma')
  expect([...twice.rows.values()].map((row) => sharedNumberKey(twice, row))).toEqual([7, 1207, undefined, undefined, undefined])
})

it("KDS-22: shows an order's key beside its name only if the name does not contain it", () => {
  const board = { rows: rowsOf([7, 6, 2], [1207, 6, 2], [9, 6, 1], [10, 0, 1], [11, 11, 1]) }
  const keys = [...board.rows.values()].map((row) => [row.order_id, keyBesideName(board, row)])
  expect(keys).toEqual([
    [7, undefined],
    [1207, undefined],
    [9, 9],
    [10, undefined],
    [11, undefined],
  ])
})
