import type { Client } from '@tiffin/sdk/client'
import { type ApiError, apiError, entities, type Entity } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { type BulkAction, changeFoundRows, countOverwritten, searchByKeys, narrowToRows } from './bulk-change.ts'
import { emptyValue } from './draft.ts'

const rows = [
  { cuisine_id: 1, name: { en: 'Thai', ru: 'Тайская' }, revision: 3 },
  { cuisine_id: 2, name: { ru: 'Веганская' }, revision: 1 },
]
const expected = { table: 'cuisine', search: [{ text: 'a' }] }
const found = (own: readonly Record<string, unknown>[]) => ({ rows: own, expect: expected, count: own.length, set: '' })

it.each<[BulkAction, unknown[]]>([
  [
    { kind: 'edit', field: 'name', value: { en: 'Asian', ar: ' ' } },
    [
      { name: { en: 'Asian', ru: 'Тайская' }, revision: 3 },
      { name: { en: 'Asian', ru: 'Веганская' }, revision: 1 },
    ],
  ],
  [
    { kind: 'edit', field: 'show', value: 2 },
    [
      { show: 2, revision: 3 },
      { show: 2, revision: 1 },
    ],
  ],
  [
    { kind: 'empty', field: 'comment', value: {} },
    [
      { comment: {}, revision: 3 },
      { comment: {}, revision: 1 },
    ],
  ],
])('LIST-03: for many records %j changes only what it names, and texts only in that language', async (action, sent) => {
  const saved: unknown[] = []
  const client = {
    Reference: {
      async saveData({ tables, expect: search }: { tables: { row: unknown }[]; expect: unknown }) {
        expect(search).toEqual(expected)
        saved.push(...tables.map(({ row }) => row))
        return { data: {} }
      },
    },
  } as unknown as Client
  await changeFoundRows(client, entities.cuisine, found(rows), action, () => undefined)
  expect(saved).toEqual(sent)
})

it.each<[number, Exclude<BulkAction, { kind: 'delete' }>]>([
  [2, { kind: 'edit', field: 'name', value: undefined }],
  [1, { kind: 'edit', field: 'name', value: { en: 'Asian' } }],
  [0, { kind: 'edit', field: 'name', value: { en: 'Thai' } }],
  [2, { kind: 'empty', field: 'name', value: {} }],
  [1, { kind: 'edit', field: 'comment', value: 'mild' }],
  [0, { kind: 'edit', field: 'comment', value: 'hot' }],
])('LIST-03: %j rows lose a value by %j', (count, action) => {
  const [thai, vegan] = rows
  const commented = [
    { ...thai, comment: 'hot' },
    { ...vegan, comment: '' },
  ]
  const entity = action.field === 'name' ? entities.cuisine : entities.user
  expect(countOverwritten(entity, commented, action)).toBe(count)
})

const many = [...rows, { cuisine_id: 3, name: { en: 'Greek' }, revision: 1 }]
it.each<[string, ApiError, string[]]>([
  ['one', apiError('in_use', { row: 1 }), ['2 Record is in use']],
  [
    'several',
    apiError('in_use', { row: 1, refused: [apiError('in_use', { row: 1 }), apiError('not_found', { row: 2 })] }),
    ['2 Record is in use', '3 Record not found. It may have been deleted.'],
  ],
  ['the request', apiError('forbidden'), [1, 2, 3].map((id) => `${id} You don't have permission to do this`)],
])('LIST-03: if %s was refused, each of these rows has its reason and nothing is changed', async (_name, error, told) => {
  const client = { Reference: { deleteData: () => Promise.reject(error) } } as unknown as Client
  const result = await changeFoundRows(client, entities.cuisine, found(many), { kind: 'delete' }, () => undefined)
  expect(result).toMatchObject({ done: 0, total: 3 })
  expect(result.rest).toEqual(many.filter((row) => result.refused.every((refusal) => refusal.row !== row)))
  expect(result.refused.map(({ row, message }) => `${Number(row['cuisine_id'])} ${message}`)).toEqual(told)
})

it('LIST-03: rows of several companies take one change per company, limited to the rows counted there', async () => {
  const asked: unknown[] = []
  const client = {
    Reference: {
      async deleteData({ expect: search }: { expect: unknown }, { company }: { company: number }) {
        asked.push([company, search])
        if (company === 8) throw apiError('selection_changed', { params: [2] })
        return { change: company }
      },
    },
  } as unknown as Client
  const own = [7, 8, 7].map((company, n) => ({ cuisine_id: n + 1, company, revision: 1 }))
  const act = (of: typeof own) =>
    changeFoundRows(client, entities.cuisine, found(of), { kind: 'delete' }, ({ company }) => Number(company))
  const inCompany = (prm: number) => ({ table: 'cuisine', search: [{ text: 'a' }, { key: 'company', prm }] })
  expect(await act(own)).toMatchObject({ done: 2, total: 3, rest: [], refused: [{ row: own[1], params: [2] }], changes: [7] })
  expect(asked).toEqual([
    [7, inCompany(7)],
    [8, inCompany(8)],
  ])
  await expect(act(own.slice(1, 2))).rejects.toMatchObject({ code: 'selection_changed' })
})

it('LIST-03: rows that were not refused can be changed without the others', () => {
  const { expect: search, count } = narrowToRows(entities.cuisine, found(many), many.slice(1))
  expect([count, search]).toEqual([2, { table: 'cuisine', search: [{ any: [{ key: 'cuisine_id', op: 'in', prm: [2, 3] }] }] }])
})

it("LIST-03: splits keys over several conditions if one can't list them all", () => {
  const keys = Array.from({ length: 2001 }, (_, n) => n + 1)
  const [search] = searchByKeys(entities.cuisine, keys) as [{ any: { key: string; prm: number[] }[] }]
  expect(search.any.map(({ key, prm }) => [key, prm.length])).toEqual([
    ['cuisine_id', 1000],
    ['cuisine_id', 1000],
    ['cuisine_id', 1],
  ])
})

it.each<[Entity, string, unknown]>([
  [entities.cuisine, 'comment', {}],
  [entities.cuisine, 'name', undefined],
  [entities.cuisine, 'show', undefined],
  [entities.user, 'name', ''],
  [entities.merchant, 'min_stock_balance', null],
  [entities.merchant, 'cooking_time', undefined],
])('LIST-13: %#: the value of a cleared field', ({ fields }, name, empty) => {
  expect(emptyValue(fields[name]!)).toEqual(empty)
})
