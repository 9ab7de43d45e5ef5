import { describe, expect, it } from 'vitest'
import type { OrderStatus } from '@tiffin/sdk/contract'
import type { BoardMerchant, BoardOrder } from './board-order.ts'
import { numberedOrder, placeCards, searchColumns, selectColumns, selectMerchants } from './selectors.ts'

const status = (id: number) => ({ order_status_id: id, status: id, merchant: 2, done: 0, transfer: [] }) as unknown as OrderStatus
const order = (id: number, column: number, name: string) =>
  ({
    order_id: id,
    order_status: column,
    order: id,
    merchant: 1,
    time_create: '2026-11-20T10:00:00.000Z',
    user_obj: { name, phone: '' },
  }) as unknown as BoardOrder
const period = ['2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'] as const
const state = {
  rows: new Map([order(1, 2, 'Anna'), order(2, 2, 'Boris'), order(3, 3, 'Annabel')].map((row) => [row.order_id, row])),
  pending: [],
  statuses: [status(2), status(3)],
  chosen: 'all' as const,
}
const ids = (columns: readonly { cards: readonly { order_id: number }[] }[]) =>
  columns.map(({ cards }) => cards.map(({ order_id }) => order_id))

describe('searching placed columns', () => {
  it('BOARD-18 KDS-18: hides and counts cards that do not match', () => {
    const { columns, hidden } = selectColumns({ ...state, search: 'anna' }, period)
    expect(ids(columns)).toEqual([[1], [3]])
    expect(hidden).toBe(1)
    expect(columns.map((column) => column.hidden)).toEqual([1, 0])
    expect(ids(selectColumns({ ...state, search: 'a' }, period).columns)).toEqual([[1, 2], [3]])
  })

  it('keeps the same objects for cards, and for columns in which nothing is hidden', () => {
    const placed = placeCards(state, period)
    const { columns } = searchColumns(placed, 'anna')
    expect(columns[1]).toBe(placed[1])
    expect(columns[0]?.cards[0]).toBe(placed[0]?.cards[0])
    expect(searchColumns(placed, '').columns).toBe(placed)
  })
})

it('KDS-22: an order with the searched number comes before those with it in a phone number', () => {
  const numbered = [order(1, 2, 'Anna'), order(2, 2, 'Boris'), order(42, 3, 'Cara')].map((row, at) => ({
    ...row,
    ticket: [7, 42, 9][at] ?? 0,
    user_obj: { name: '', phone: '7942' } as never,
  }))
  const rows = new Map(numbered.map((row) => [row.order_id, row]))
  const found = selectColumns({ ...state, rows, search: '42' }, period).columns
  expect(ids(found)).toEqual([[2, 1], [42]])
  expect(numberedOrder(found, '42')).toBe(2)
  expect(numberedOrder(found, '43')).toBeUndefined()
})

it.each([
  { chosen: 'all' as const, shown: [1, 2] },
  { chosen: [2, 99], shown: [2] },
  { chosen: [99], shown: [] },
])('BOARD-01: of the merchants $chosen the board shows $shown', ({ chosen, shown }) => {
  const merchants = [1, 2].map((merchant_id) => ({ merchant_id }) as BoardMerchant)
  expect(selectMerchants({ merchants, chosen }).map(({ merchant_id }) => merchant_id)).toEqual(shown)
})
