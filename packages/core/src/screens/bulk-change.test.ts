import type { Client } from '@tiffin/sdk/client'
import { entities, type Entity } from '@tiffin/sdk/contract'
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
