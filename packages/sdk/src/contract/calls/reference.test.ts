import { expect, it } from 'vitest'
import { calls } from '../index.ts'

it.each([
  ['like', true],
  ['a later operator', true],
  ['x'.repeat(20), true],
  ['x'.repeat(21), false],
  [1, false],
  [{ length: 1 }, false],
])('takes %j for an operator, for the field to judge: %s', (operator, isAccepted) => {
  const search = [{ key: 'name', op: operator, prm: 'x' }]
  expect(calls.Reference.getData.input.safeParse({ tables: [{ table: 'user', search }] }).success).toBe(isAccepted)
})

it.each([
  [{ name: 'Ida' }, true],
  [null, false],
  [undefined, false],
  ['name', false],
  [[{ name: 'Ida' }], false],
])('saves only an object as a row: %j', (row, isAccepted) => {
  expect(calls.Reference.saveData.input.safeParse({ tables: [{ table: 'user', id: 0, row }] }).success).toBe(isAccepted)
})
