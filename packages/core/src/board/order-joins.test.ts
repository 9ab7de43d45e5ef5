import { entities } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { orderJoins } from './order-joins.ts'

it('BOARD-15: the board requests all joins of an order', () => {
  expect([...orderJoins].sort()).toEqual(Object.keys(entities.order.joins).sort())
})
