import { expect, it } from 'vitest'
import type { BoardOrder } from './board-order.ts'
import { closed } from './board-state.ts'
import { orderName } from './order-name.ts'

const merchants = [
  { merchant_id: 1, name: { en: 'Roma', ru: 'Рома' }, logo: '', order: 1 },
  { merchant_id: 2, name: { en: 'Wok' }, logo: '', order: 2 },
]
const rows = new Map([[7, { order_id: 7, ticket: 4, merchant: 2 } as BoardOrder]])

it.each([
  ['of the board', { order_id: 7 }, 'all', '#4 Wok'],
  ['that is not on it', { order_id: 8, merchant: 1 }, [1, 2], '#8 Roma'],
  ['whose number came with it', { order_id: 8, ticket: 5, merchant: 1 }, 'all', '#5 Roma'],
  ['of the one merchant that is shown', { order_id: 7 }, [2], '#4'],
  ['of nobody knows whom', { order_id: 9 }, 'all', '#9'],
] as const)('KDS-22 KDS-12: names an order %s', (_what, order, chosen, name) => {
  expect(orderName({ ...closed, rows, merchants, chosen }, order, 'en')).toBe(name)
})
