import { expect, it } from 'vitest'
import type { Column } from '#board/selectors'
import { openDeliveries } from './map-orders.ts'

it('ORDER-07: the map of the board has deliveries, and no order of any other type', () => {
  const card = (order_id: number, type: number) => ({ order_id, type, time_finish: `2026-11-21T1${order_id}:00:00.000Z` })
  const cards = [card(3, 1), card(1, 1), card(2, 2), card(4, 3)]
  const columns = [
    { status: { done: 0 }, cards },
    { status: { done: 1 }, cards: [card(5, 1)] },
  ] as unknown as Column[]
  expect(openDeliveries(columns).map(({ card: { order_id } }) => order_id)).toEqual([1, 3])
})
