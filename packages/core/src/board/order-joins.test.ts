import { entities } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { orderJoins } from './order-joins.ts'

it('the board asks for all that an order brings along', () => {
  expect([...orderJoins].sort()).toEqual(Object.keys(entities.order.joins).sort())
})
