import { expect, it } from 'vitest'
import type { OrderStatus } from '@tiffin/sdk/contract'
import type { BoardOrder } from './board-order.ts'
import { selectColumns } from './selectors.ts'

const status = { order_status_id: 2, status: 2, merchant: 2, done: 0, transfer: [] } as unknown as OrderStatus
const order = (id: number) =>
  ({ order_id: id, order_status: 2, order: id, merchant: 1, time_create: '2026-11-20T10:00:00.000Z' }) as unknown as BoardOrder
const period = ['2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'] as const

it('an unchanged row keeps its card object when others change', () => {
  const state = {
    rows: new Map([[1, order(1)]]),
    pending: [],
    statuses: [status],
    chosen: 'all' as const,
    search: '',
    station: '',
  }
  const [before] = selectColumns(state, period).columns[0]?.cards ?? []
  const after = selectColumns({ ...state, rows: new Map(state.rows).set(2, order(2)) }, period).columns[0]?.cards ?? []
  expect(after).toHaveLength(2)
  expect(after[0]).toBe(before)
  // On a later day the order falls outside the period, which the card shows.
  const later = selectColumns(state, ['2026-11-21T00:00:00.000Z', '2026-11-21T23:59:59.999Z']).columns[0]?.cards ?? []
  expect(later[0]).toMatchObject({ order_id: 1, outside: true })
  expect(before).toMatchObject({ outside: false })
})
