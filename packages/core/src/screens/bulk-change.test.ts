import type { Client } from '@tiffin/sdk/client'
import { type ApiError, apiError, entities, type Entity } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { type BulkAction, changeMany, neededFor } from './bulk-change.ts'
import { emptyValue } from './draft.ts'

const rows = [
  { cuisine_id: 1, name: { en: 'Thai', ru: 'Тайская' }, revision: 3 },
  { cuisine_id: 2, name: { ru: 'Веганская' }, revision: 1 },
]

it.each<[BulkAction, string[], unknown[]]>([
  [
    { kind: 'edit', field: 'name', value: { en: 'Asian', ar: ' ' } },
    ['name', 'revision'],
    [
      { name: { en: 'Asian', ru: 'Тайская' }, revision: 3 },
      { name: { en: 'Asian', ru: 'Веганская' }, revision: 1 },
    ],
  ],
  [{ kind: 'edit', field: 'show', value: 2 }, [], [{ show: 2 }, { show: 2 }]],
  [{ kind: 'empty', field: 'comment', value: {} }, [], [{ comment: {} }, { comment: {} }]],
])('LIST-03: of many records %j changes what it names, and texts in that language alone', async (action, needed, sent) => {
  const saved: unknown[] = []
  const client = {
    Reference: {
      async saveData({ tables }: { tables: { row: unknown }[] }) {
        saved.push(...tables.map(({ row }) => row))
        return { data: {} }
      },
    },
  } as unknown as Client
  expect(neededFor(entities.cuisine, action)).toEqual(needed)
  await changeMany(client, entities.cuisine, rows, action, undefined)
  expect(saved).toEqual(sent)
})

it.each<[string, ApiError, (string | null)[]]>([
  ['one', apiError('in_use', { row: 1 }), ['2 Record is in use', '1 spared', '3 spared']],
  [
    'several',
    apiError('in_use', { row: 1, refused: [apiError('in_use', { row: 1 }), apiError('not_found', { row: 2 })] }),
    ['2 Record is in use', '3 The record does not exist any more', '1 spared'],
  ],
  ['the request', apiError('forbidden'), [1, 2, 3].map((id) => `${id} You have no right to do this`)],
])('LIST-03: where %s was refused, each row has its own reason, those that were refused first', async (_name, error, told) => {
  const client = { Reference: { deleteData: () => Promise.reject(error) } } as unknown as Client
  const many = [...rows, { cuisine_id: 3, name: { en: 'Greek' }, revision: 1 }]
  const outcomes = await changeMany(client, entities.cuisine, many, { kind: 'delete' }, undefined)
  const spared = 'Not changed, because another record was refused'
  expect(outcomes.map(({ row, text }) => `${Number(row['cuisine_id'])} ${text === spared ? 'spared' : text}`)).toEqual(told)
})

it.each<[Entity, string, unknown]>([
  [entities.cuisine, 'comment', {}],
  [entities.cuisine, 'name', undefined],
  [entities.cuisine, 'show', undefined],
  [entities.user, 'name', ''],
  [entities.merchant, 'min_stock_balance', null],
  [entities.merchant, 'cooking_time', undefined],
])('LIST-13: %#: what a field is once somebody empties it', ({ fields }, name, empty) => {
  expect(emptyValue(fields[name]!)).toEqual(empty)
})
