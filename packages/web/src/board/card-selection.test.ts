import { expect, it } from 'vitest'
import { createSelection } from './card-selection.ts'

it('KDS-16: selects and deselects cards one by one, by column, several and all at once', () => {
  const selection = createSelection()
  let told = 0
  const stop = selection.store.subscribe(() => (told += 1))
  selection.toggle(1)
  selection.add([2, 3])
  selection.toggle(2)
  expect([...selection.ids()]).toEqual([1, 3])
  selection.drop([2])
  selection.drop([1, 2])
  expect([...selection.ids()]).toEqual([3])
  selection.clear()
  selection.clear()
  expect(selection.ids().size).toBe(0)
  expect(told).toBe(5)
  stop()
  selection.toggle(1)
  expect(told).toBe(5)
})
