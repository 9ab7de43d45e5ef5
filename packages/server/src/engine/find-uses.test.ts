import { entities } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { throwInUse } from './find-uses.ts'

const row = { entity: entities.courier, index: 0 }
const seen = { table: 'order', field: 'courier', count: 1, ids: [7] }
const unseen = { table: 'message', field: 'courier', count: 0, ids: [] }

it.each([
  ['only uses that the reader sees', [{ ...seen, hidden: 0 }], { uses: [seen] }],
  [
    'uses in one table that the reader sees and in another not',
    [
      { ...seen, hidden: 0 },
      { ...unseen, hidden: 2 },
    ],
    { uses: [seen], elsewhere: true },
  ],
  ['uses in one table of which the reader sees some', [{ ...seen, hidden: 3 }], { uses: [seen], elsewhere: true }],
])('API-21 PERM-03: names %s', (_, found, because) => {
  try {
    throwInUse(row, found)
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({ code: 'in_use', row: 0, because })
    expect((error as { because: object }).because).toEqual(because)
  }
})

it('allows deletion of a row without uses', () => {
  expect(() => throwInUse(row, [])).not.toThrow()
})
