import { expect, it } from 'vitest'
import { createSelection } from './card-selection.ts'

it('KDS-16: selects and deselects cards one by one, by column, several and all at once', () => {
  const selection = createSelection()
  const order = (order_id: number) => ({ order_id, order_status: 2, ticket: order_id, merchant: 1 })
  const ids = () => [...selection.marks().keys()]
  let told = 0
  const stop = selection.store.subscribe(() => (told += 1))
  selection.toggle(order(1))
  selection.add([2, 3].map(order))
  selection.toggle(order(2))
  expect(ids()).toEqual([1, 3])
  selection.drop([2])
  selection.drop([1, 2])
  expect(ids()).toEqual([3])
  selection.clear()
  selection.clear()
  expect(ids()).toEqual([])
  expect(told).toBe(5)
  stop()
  selection.toggle(order(1))
  expect(told).toBe(5)
})
