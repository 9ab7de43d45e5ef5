import { describe, expect, it } from 'vitest'
import type { OrderStatus } from '@tiffin/sdk/contract'
import { allDayCounts } from '#rules/index'
import type { BoardMerchant, BoardOrder } from './board-order.ts'
import { orderByNumber, placeCards, searchColumns, selectColumns, selectMerchants } from './selectors.ts'

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
  station: '',
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

describe('a board of one station', () => {
  const item = (name: string, station: string) => ({ id: name, name, qty: 1, station })
  const withCart = (row: BoardOrder, ...cart: object[]) => ({ ...row, cart }) as unknown as BoardOrder
  const orders = [
    withCart(order(1, 2, 'Anna'), item('Steak', 'Grill'), item('Beer', 'Bar'), item('Cola', 'Bar')),
    withCart(order(2, 2, 'Boris'), item('Beer', 'Bar')),
    withCart(order(3, 3, 'Annabel'), item('Bread', '')),
  ]
  const grill = { ...state, rows: new Map(orders.map((row) => [row.order_id, row])), station: 'grill', search: '' }

  it('KDS-09 KDS-18: shows the items of the station, and counts the other items and the orders without any', () => {
    const { columns, hidden, atOthers } = selectColumns(grill, period)
    expect(ids(columns)).toEqual([[1], [3]])
    expect(columns[0]?.cards[0]).toMatchObject({ cart: [{ name: 'Steak' }], elsewhere: 2 })
    expect([hidden, atOthers, columns[0]?.atOthers]).toEqual([0, 1, 1])
    const counts = allDayCounts(
      columns.flatMap(({ cards }) => cards).map(({ order_status, cart }) => ({ order_status, cart: cart ?? [] })),
      state.statuses,
    )
    expect(counts.map(({ name }) => name)).toEqual(['Bread', 'Steak'])
  })

  it('KDS-09 KDS-18: counts an order hidden by station and search once, and searches the items shown', () => {
    const seen = (search: string) => {
      const { columns, hidden, atOthers } = selectColumns({ ...grill, search }, period)
      return [ids(columns), hidden, atOthers]
    }
    expect(seen('boris')).toEqual([[[], []], 2, 1])
    expect(seen('steak')).toEqual([[[1], []], 1, 1])
    expect(seen('beer')).toEqual([[[], []], 2, 1])
  })

  it('keeps the same card as long as its order and the station stay', () => {
    const [before, after] = [selectColumns(grill, period), selectColumns(grill, period)]
    expect(after.columns[0]?.cards[0]).toBe(before.columns[0]?.cards[0])
    expect(selectColumns({ ...grill, station: '' }, period).columns[0]?.cards).toHaveLength(2)
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
  expect(orderByNumber(found, '42')).toBe(2)
  expect(orderByNumber(found.toReversed(), '#42')).toBe(2)
  expect(orderByNumber(found, '43')).toBeUndefined()
})

it.each([
  { chosen: 'all' as const, shown: [1, 2] },
  { chosen: [2, 99], shown: [2] },
  { chosen: [99], shown: [] },
])('BOARD-01: of the merchants $chosen the board shows $shown', ({ chosen, shown }) => {
  const merchants = [1, 2].map((merchant_id) => ({ merchant_id }) as BoardMerchant)
  expect(selectMerchants({ merchants, chosen }).map(({ merchant_id }) => merchant_id)).toEqual(shown)
})
