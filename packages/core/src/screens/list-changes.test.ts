import { expect, it } from 'vitest'
import { listChanges } from './list-changes.ts'
import type { ListResult, Row } from './records.ts'

const page = (rows: readonly Row[], count = rows.length): ListResult => ({
  rows,
  count,
  atLeast: false,
  all: null,
  sums: {},
  feed: 1,
})
const [thai, greek, sushi] = [
  { id: 1, name: 'Thai' },
  { id: 2, name: 'Greek' },
  { id: 3, name: 'Sushi' },
]

it('LIST-01: changed values or a changed number of rows do not move rows', () => {
  const latest = page([thai, { ...greek, name: 'Turkish' }], 30)
  expect(listChanges('id', page([thai, greek]), latest)).toEqual({ updated: latest, moves: 0 })
})

it.each([
  ['a new row that pushes out the last one', [sushi, thai], 1],
  ['two removed rows', [], 2],
  ['a row in another place', [greek, thai], 1],
])('LIST-01: counts %s', (_, rows, moves) => {
  expect(listChanges('id', page([thai, greek]), page(rows))).toMatchObject({ updated: { rows: [thai, greek] }, moves })
})

it('LIST-01: rows that stay get their current values while the others wait', () => {
  const { updated } = listChanges('id', page([thai, greek]), page([sushi, { ...greek, name: 'Turkish' }]))
  expect(updated.rows).toEqual([thai, { ...greek, name: 'Turkish' }])
})
