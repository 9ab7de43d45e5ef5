import { entities, type Entity, type TableQuery } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { createI18n } from '#i18n/create-i18n'
import { mapRows } from './map-rows.ts'
import { matchColumns, type MatchOptions } from './match-columns.ts'
import { type Records, readRecords } from './read-records.ts'
import type { Cell } from './read-sheet.ts'

const i18n = createI18n()
const { t } = i18n
beforeAll(() => i18n.use('ru'))

const writable = (entity: Entity): ReadonlySet<string> =>
  new Set(Object.keys(entity.fields).filter((name) => entity.fields[name]?.readonly !== true && name !== entity.key))

const match = (entity: Entity, headings: string[], chosen: MatchOptions['chosen'] = []) =>
  matchColumns({ headings, columns: headings.length }, { entity, writable: writable(entity), lang: 'ru', t, chosen })
const told = (...args: Parameters<typeof match>) => {
  const { columns, ignored } = match(...args)
  return [
    ...columns.map(({ field, lang, by }) => [field, lang ?? by].filter(Boolean).join('.')),
    ...ignored.map((one) => `-${one}`),
  ]
}

describe('columns of a file', () => {
  it.each<[string, Entity, string[], string[]]>([
    ['wire names', entities.courier, ['courier_id', 'NAME', ' phone '], ['courier_id', 'name', 'phone']],
    ['the ID', entities.courier, ['id', 'name'], ['courier_id', 'name']],
    ['labels in English and in the language of the reader', entities.courier, ['Phone', 'Статус'], ['phone', 'courier_status']],
    ['languages of a text', entities.cuisine, ['name.de', 'Название', 'Название (en)'], ['name.de', 'name.ru', 'name.en']],
    ['a relation by a field of its record', entities.order, ['id', 'user.phone'], ['order_id', 'user.phone']],
    ['languages of the dictionary', entities.dictionary, ['id', 'de', 'pt-BR'], ['dictionary_id', 'de', 'pt-BR']],
    ['nothing else', entities.courier, ['name', 'Nickname', 'ip', 'name.first', ''], ['name', '-Nickname', '-ip', '-name.first']],
  ])('are %s', (_name, entity, headings, expected) => {
    expect(told(entity, headings)).toEqual(expected)
  })

  it('are those that the person chose, by heading or letter', () => {
    const chosen = [
      ['Кто', 'name'],
      ['B', 'phone'],
    ] as const
    expect(told(entities.courier, ['Кто', 'Tel'], chosen)).toEqual(['name', 'phone'])
    expect(() => match(entities.courier, ['a', 'A'], [['a', 'name']])).toThrow('Several columns are called %1')
    expect(() => match(entities.courier, ['Name', 'Имя'])).toThrow('Several columns set the field %1')
    expect(() => match(entities.courier, ['id', 'Nickname'])).toThrow('No column is named like a field')
  })
})

const statuses = [
  { courier_status_id: 1, value: { en: 'Free', ru: 'Свободен' } },
  { courier_status_id: 2, value: { en: 'Busy', ru: 'Занят' } },
  { courier_status_id: 3, value: { en: 'Twice' } },
  { courier_status_id: 4, value: { en: 'twice' } },
]
const people = [{ courier_id: 7, phone: '493012345' }]
const asked: TableQuery[] = []
const client = {
  Reference: {
    getData: async ({ tables: [query] }: { tables: [TableQuery] }) => {
      asked.push(query)
      const after = query.search?.some((one) => 'op' in one && one.op === '>' && Number(one.prm) >= 7)
      const rows = query.table === 'courier' ? people : statuses
      return { data: { [query.table]: { data: after ? [] : rows, count: 0 } } }
    },
  },
} as unknown as Client

const cell = (value: string | Cell): Cell => (typeof value === 'string' ? { text: value } : value)
async function map(entity: Entity, headings: string[], rows: (string | Cell)[][], more: object = {}) {
  const records: Records = {
    headings,
    columns: headings.length,
    rows: rows.map((cells, index) => ({ row: index + 2, cells: cells.map(cell) })),
  }
  const options = { entity, client, t, timezone: 'Europe/Berlin', ...more }
  return mapRows(records, match(entity, headings), options)
}
/** The value that a cell gives the field, or the code and parameters of its refusal. */
async function valueOf(entity: Entity, field: string, value: string | Cell, more: object = {}): Promise<unknown> {
  const [row] = await map(entity, ['id', field], [['1', value]], more)
  if (row?.refusal) return [row.refusal.code, ...(row.refusal.params ?? [])]
  return row?.values[field]
}

describe('values of cells', () => {
  it.each<[string, Entity, string, string | Cell, unknown]>([
    ['a text', entities.courier, 'name', ' Ann ', ' Ann '],
    ['a text escaped by an export', entities.courier, 'name', "'=Ann", '=Ann'],
    ['an empty cell', entities.courier, 'name', ' ', undefined],
    ['a formula', entities.courier, 'name', { text: '3', doubt: 'formula' }, ['formula']],
    ['a whole number', entities.promocode, 'use', '1 000', 1000],
    ['a decimal comma', entities.promocode, 'discount', '12,5', 12.5],
    ['no number', entities.promocode, 'discount', 'much', ['not_a_number', 'much']],
    ['an amount', entities.merchant, 'min_order_cost', '1 012,50', '1012.50'],
    ['a choice by its label', entities.promocode, 'discount_type', 'процент', 2],
    ['a choice in English', entities.promocode, 'discount_type', 'Percent', 2],
    ['a choice by number', entities.promocode, 'discount_type', '1', 1],
    ['a switch', entities.cuisine, 'show', 'Нет', 2],
    ['a day', entities.promocode, 'date_start', '01.12.2026', '2026-12-01'],
    ['a date cell', entities.promocode, 'date_start', { text: '12/1/26', doubt: 'date', date: '2026-12-01T00:00' }, '2026-12-01'],
    ['no day', entities.promocode, 'date_start', '2026-13-01', ['not_a_date', '2026-13-01']],
    ['a relation by name', entities.courier, 'courier_status', ' занят', 2],
    ['a relation by ID', entities.courier, 'courier_status', '3', 3],
    ['an unknown relation', entities.courier, 'courier_status', 'Lost', ['record_unknown', 'Lost']],
    ['an ambiguous relation', entities.courier, 'courier_status', 'Twice', ['record_ambiguous', 'Twice', '3, 4']],
    ['JSON', entities.courier, 'contact', '{"address": "x"}', { address: 'x' }],
    ['no JSON', entities.courier, 'contact', '{', ['not_json_value', '{']],
  ])('%s', async (_name, entity, field, value, expected) => {
    expect(await valueOf(entity, field, value)).toEqual(expected)
  })

  it('a moment is a local time of the company', async () => {
    expect(await valueOf(entities.company, 'active', '01.07.2026 18:30')).toBe('2026-07-01T16:30:00.000Z')
    expect(await valueOf(entities.company, 'active', '2026-07-01T18:30:00Z')).toBe('2026-07-01T18:30:00Z')
  })

  it('an empty cell clears the field if the person says so', async () => {
    expect(await valueOf(entities.courier, 'name', '', { clearEmpty: true })).toBe('')
    expect(await map(entities.cuisine, ['id', 'name.de'], [['1', '']], { clearEmpty: true })).toMatchObject([
      { values: { name: { de: '' } } },
    ])
  })
})

describe('rows of a file', () => {
  it('without an ID create records, and empty rows are left out', async () => {
    expect(
      await map(
        entities.courier,
        ['id', 'name'],
        [
          ['', 'Ann'],
          ['', ' '],
          ['5', 'Ben'],
        ],
      ),
    ).toEqual([
      { row: 2, values: { name: 'Ann' } },
      { row: 4, id: 5, values: { name: 'Ben' } },
    ])
  })

  it('are matched by another field, in any way it may be written', async () => {
    const rows = [
      ['+49 (30) 12345', 'Ann'],
      ['4930999', 'Ben'],
      ['', 'Cem'],
    ]
    expect(await map(entities.courier, ['phone', 'name'], rows, { keyField: 'phone' })).toMatchObject([
      { row: 2, id: 7, values: { name: 'Ann' } },
      { row: 3, values: { phone: '4930999', name: 'Ben' } },
      { row: 4, refusal: { code: 'key_missing', column: 'A', field: 'phone' } },
    ])
    expect(asked.at(-1)?.search?.[0]).toMatchObject({ key: 'phone', op: 'in', prm: ['493012345', '4930999'] })
    await expect(map(entities.courier, ['name'], [['Ann']], { keyField: 'phone' })).rejects.toThrow('No column sets the field %1')
  })

  it.each<[string, string, unknown]>([
    ['a list', '[{"id": 1, "name": "Ann", "courier_status": "Busy"}, {"name": null}]', [1, 2]],
    ['one object a line', '{"id": 1, "name": "Ann", "courier_status": "Busy"}\n{"name": null}\n', [1, 2]],
  ])('are %s of JSON, whose values are taken as they are', async (_name, text, rows) => {
    const records = await readRecords(new TextEncoder().encode(text), { lang: 'en' })
    const mapped = await mapRows(records, match(entities.courier, [...records.headings]), {
      entity: entities.courier,
      client,
      t,
      timezone: 'UTC',
    })
    expect(mapped.map(({ row }) => row)).toEqual(rows)
    expect(mapped).toMatchObject([{ id: 1, values: { name: 'Ann', courier_status: 2 } }, { values: { name: null } }])
  })

  it('refuses JSON that is not rows', async () => {
    for (const text of ['{"a": 1}\nx', '[{"a":1}, 5]'])
      await expect(readRecords(new TextEncoder().encode(text), { lang: 'en' })).rejects.toMatchObject({
        code: 'not_json',
        params: [2],
      })
  })
})
