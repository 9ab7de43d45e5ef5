import { entities, type Entity, type TableQuery } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { createI18n } from '#i18n/create-i18n'
import { mapRows } from './map-rows.ts'
import { loadHeadingLanguages } from './heading-languages.ts'
import { matchColumns, type MatchOptions } from './match-columns.ts'
import { type Records, readRecords, sourceText } from './read-records.ts'
import type { Cell } from './read-sheet.ts'
import { numberColumns } from './read-value.ts'

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
    ...ignored.map((item) => `-${item}`),
  ]
}

describe('columns of a file', () => {
  it.each<[string, Entity, string[], string[]]>([
    ['wire names', entities.courier, ['courier_id', 'NAME', ' phone '], ['courier_id', 'name', 'phone']],
    ['the ID', entities.courier, ['id', 'name'], ['courier_id', 'name']],
    ['labels in English and in the language of the reader', entities.courier, ['Phone', 'Статус'], ['phone', 'courier_status']],
    ['labels with their unit in parentheses', entities.pay_type, ['Commission (%)'], ['commission_percent']],
    ['labels of earlier exports', entities.pay_type, ['Commission, %'], ['commission_percent']],
    ['labels whose unit looks like a language', entities.merchant, ['Cooking time (min)'], ['cooking_time']],
    ['languages of a text', entities.cuisine, ['name.de', 'Название', 'Название (en)'], ['name.de', 'name.ru', 'name.en']],
    ['a relation by a field of its record', entities.order, ['id', 'user.phone'], ['order_id', 'user.phone']],
    ['languages of the dictionary', entities.dictionary, ['id', 'de', 'pt-BR'], ['dictionary_id', 'de', 'pt-BR']],
    ['nothing else', entities.courier, ['name', 'Nickname', 'ip', 'name.first', ''], ['name', '-Nickname', '-ip', '-name.first']],
  ])('are %s', (_name, entity, headings, expected) => {
    expect(told(entity, headings)).toEqual(expected)
  })

  it('MOON-06: are recognised in every language of exports, and a text is in the language of its heading', async () => {
    const languages = await loadHeadingLanguages()
    const headings = ['ID', 'Name', 'Show in menu']
    for (const { lang, t: own } of languages) {
      const translated = headings.map((heading) => own.message(heading))
      for (const reader of languages) {
        const options = {
          entity: entities.cuisine,
          writable: writable(entities.cuisine),
          lang: reader.lang,
          t: reader.t,
          languages,
        }
        const { columns } = matchColumns({ headings: translated, columns: 3 }, options)
        expect(columns).toMatchObject([{ field: 'cuisine_id' }, { field: 'name', lang }, { field: 'show' }])
      }
    }
    expect(new Set(languages.map(({ t: own }) => own.message('Show in menu'))).size).toBe(3)
  })

  it('are chosen by the person, by heading or letter', () => {
    const chosen = [
      ['Кто', 'name'],
      ['B', 'phone'],
    ] as const
    expect(told(entities.courier, ['Кто', 'Tel'], chosen)).toEqual(['name', 'phone'])
    expect(() => match(entities.courier, ['a', 'A'], [['a', 'name']])).toThrow('Several columns are named %1')
    expect(() => match(entities.courier, ['Name', 'Имя'])).toThrow('Several columns set the field %1')
    expect(() => match(entities.courier, ['id', 'Nickname'])).toThrow('No column heading matches a field')
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
      const after = query.search?.some((item) => 'op' in item && item.op === '>' && Number(item.prm) >= 7)
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
    ['a formatted number cell', entities.promocode, 'use', { text: '1,234', number: '1234' }, 1234],
    ['a number cell that is shown rounded', entities.merchant, 'min_order_cost', { text: '$13', number: '12.7' }, '12.7'],
    ['a comma that may separate thousands', entities.merchant, 'min_order_cost', '1,234', ['ambiguous_number', '1,234']],
    ['a point that may separate thousands', entities.merchant, 'min_order_cost', '1.234', ['ambiguous_number', '1.234']],
    ['a negative one', entities.promocode, 'discount', '-12.345', ['ambiguous_number', '-12.345']],
    ['a whole number of which nobody knows', entities.promocode, 'use', '1.000', ['ambiguous_number', '1.000']],
    ['a stored number with a point', entities.merchant, 'min_order_cost', { text: '1.234', number: '1.234' }, '1.234'],
    ['a decimal point of three digits', entities.promocode, 'discount', '0.125', 0.125],
    ['a point behind four digits', entities.promocode, 'discount', '1234.567', 1234.567],
    ['a text with a point', entities.courier, 'name', '1.234', '1.234'],
    ['a decimal comma of three digits', entities.promocode, 'discount', '0,125', 0.125],
    ['a formatted number as text', entities.courier, 'name', { text: '007', number: '7' }, '007'],
    ['a phone', entities.courier, 'phone', '+49 151 23456789', '+49 151 23456789'],
    ['a phone of which a spreadsheet kept few digits', entities.courier, 'phone', '4,91512E+12', ['long_number']],
    ['an amount', entities.merchant, 'min_order_cost', '1 012,50', '1012.50'],
    ['a choice by its label', entities.promocode, 'discount_type', 'процент', 2],
    ['a choice in English', entities.promocode, 'discount_type', 'Percent', 2],
    ['a choice by number', entities.promocode, 'discount_type', '1', 1],
    ['a switch', entities.cuisine, 'show', 'Нет', 2],
    ['a day', entities.promocode, 'date_start', '01.12.2026', '2026-12-01'],
    ['a date cell', entities.promocode, 'date_start', { text: '12/1/26', doubt: 'date', date: '2026-12-01T00:00' }, '2026-12-01'],
    ['no day', entities.promocode, 'date_start', '2026-13-01', ['not_a_date', '2026-13-01']],
    ['a day that does not exist', entities.promocode, 'date_start', '2026-02-31', ['not_a_date', '2026-02-31']],
    ['a relation by name', entities.courier, 'courier_status', ' занят', 2],
    ['a relation by ID', entities.courier, 'courier_status', '3', 3],
    ['an unknown relation', entities.courier, 'courier_status', 'Lost', ['record_unknown', 'Lost']],
    ['an ambiguous relation', entities.courier, 'courier_status', 'Twice', ['record_ambiguous', 'Twice', '3, 4']],
    ['JSON', entities.courier, 'contact', '{"address": "x"}', { address: 'x' }],
    ['no JSON', entities.courier, 'contact', '{', ['not_json_value', '{']],
    ['no list of words', entities.courier, 'contact', 'a b, c', ['not_json_value', 'a b, c']],
  ])('%s', async (_name, entity, field, value, expected) => {
    expect(await valueOf(entity, field, value)).toEqual(expected)
  })

  it.each<['point' | 'comma', string | Cell, unknown]>([
    ['comma', '1.234', 1234],
    ['comma', '1,234', 1.234],
    ['comma', '-1.234.567,5', -1_234_567.5],
    ['comma', '12.5', ['not_a_number', '12.5']],
    ['comma', '1.23,4', ['not_a_number', '1.23,4']],
    ['comma', '12 345,6', 12_345.6],
    ['point', '1.234', 1.234],
    ['point', '1,234', 1234],
    ['point', '1,234,567.5', 1_234_567.5],
    ['point', '12,5', ['not_a_number', '12,5']],
    // A number cell is stored with a point, regardless of the file's language.
    ['comma', { text: '1,234.5', number: '1234.5' }, 1234.5],
    ['comma', { text: '12.5', number: '12.5' }, 12.5],
  ])('MOON-06: with a decimal %s, %o is read as %o', async (decimal, cell, expected) => {
    expect(await valueOf(entities.promocode, 'discount', cell, { decimal })).toEqual(expected)
  })

  it('a moment is a local time of the company', async () => {
    expect(await valueOf(entities.company, 'active', '01.07.2026 18:30')).toBe('2026-07-01T16:30:00.000Z')
    expect(await valueOf(entities.company, 'active', '2026-07-01T18:30:00Z')).toBe('2026-07-01T18:30:00Z')
    for (const text of ['31.02.2026 18:30', '2026-07-01 24:30', '01.07.2026 18:75'])
      expect(await valueOf(entities.company, 'active', text)).toEqual(['not_a_date', text])
  })

  it('a date of a refused row can be imported again (AMB-226)', async () => {
    const day: Cell = { text: '12/1/26', doubt: 'date', date: '2026-12-01T00:00' }
    expect(await valueOf(entities.promocode, 'date_start', sourceText(day))).toBe('2026-12-01')
    const moment: Cell = { text: '7/1/26 18:30', doubt: 'date', date: '2026-07-01T18:30' }
    expect(await valueOf(entities.company, 'active', sourceText(moment))).toBe('2026-07-01T16:30:00.000Z')
    expect(sourceText({ value: { a: 1 } })).toBe('{"a":1}')
  })

  it('a number of a refused row is the stored one, where it was imported as one (AMB-226)', () => {
    const rounded: Cell = { text: '1', number: '0.5' }
    expect([sourceText(rounded, true), sourceText(rounded)]).toEqual(['0.5', '1'])
    const columns = match(entities.promocode, ['name', 'discount', 'use', 'discount_type']).columns
    expect(numberColumns(columns, entities.promocode)).toEqual([1, 2])
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

  it('MOON-06: with an ID of 0 create records of a company, and change those of the platform, whose lists begin with 0', async () => {
    const ann = [['0', 'Ann']]
    expect(await map(entities.courier, ['id', 'name'], ann)).toEqual([{ row: 2, values: { name: 'Ann' } }])
    expect(await map(entities.user_status, ['id', 'name.en'], ann)).toEqual([{ row: 2, id: 0, values: { name: { en: 'Ann' } } }])
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
    const local = [
      ['030 12345', 'Ann'],
      ['3012345', 'Ann B.'],
    ]
    for (const row of local)
      expect(
        await map(entities.courier, ['phone', 'name'], [row], { keyField: 'phone', country: { phone_code: '+49' } }),
      ).toMatchObject([{ id: 7 }])
    expect(asked.at(-1)?.search?.[0]).toMatchObject({ prm: ['3012345', '493012345'] })
    await expect(map(entities.courier, ['name'], [['Ann']], { keyField: 'phone' })).rejects.toThrow(
      'Rows are matched by %1, but no column sets it',
    )
  })

  it.each<[string, string, string[], unknown[]]>([
    ['a number', 'courier_status.courier_status_id', ['2', 'two', '99'], [2, 'two', '99']],
    ['a name, not by ID', 'courier_status.value', ['Busy', '1'], [2, '1']],
  ])('name records by %s', async (_what, heading, texts, expected) => {
    const rows = texts.map((text, index) => [String(index + 1), text])
    const mapped = await map(entities.courier, ['id', heading], rows)
    expect(mapped.map(({ values, refusal }) => values['courier_status'] ?? refusal?.params?.[0])).toEqual(expected)
    for (const { refusal } of mapped) if (refusal) expect(refusal.code).toBe('record_unknown')
  })

  it('do not search for impossible values, for which the server would refuse all', async () => {
    await map(entities.courier, ['id', 'courier_status.courier_status_id'], [['1', '2'], ['2', 'two']]) // prettier-ignore
    expect(asked.at(-1)?.search?.[0]).toEqual({ key: 'courier_status_id', op: 'in', prm: [2] })
    await map(entities.courier, ['name', 'phone'], [['a\u0000', '1'], ['b', '2']], { keyField: 'name' }) // prettier-ignore
    expect(asked.at(-1)?.search?.[0]).toEqual({ key: 'name', op: 'in', prm: ['b'] })
  })

  it('are not matched by a phone that has lost digits', async () => {
    const rows = [['4.93012E+08', 'Ann']]
    expect(await map(entities.courier, ['phone', 'name'], rows, { keyField: 'phone' })).toMatchObject([
      { row: 2, refusal: { code: 'long_number', column: 'A', field: 'phone' } },
    ])
  })

  it('of csv are refused if they have more cells than the header, unless these are chosen', async () => {
    const read = async (text: string, chosen: MatchOptions['chosen'] = []) => {
      const records = await readRecords(new TextEncoder().encode(text), { lang: 'en' })
      const { columns } = records
      const matched = matchColumns(records, {
        entity: entities.courier,
        writable: writable(entities.courier),
        lang: 'en',
        t,
        chosen,
      })
      expect(columns).toBe(3)
      return mapRows(records, matched, { entity: entities.courier, client, t, timezone: 'UTC' })
    }
    expect(await read('name,phone\nLee, Ann,4930\nBen,4930,\n')).toMatchObject([
      { row: 2, values: {}, refusal: { code: 'extra_cell', column: 'C' } },
      { row: 3, values: { name: 'Ben', phone: '4930' } },
    ])
    expect(
      await read('Couriers\nAnn,4930,x\n', [
        ['A', 'name'],
        ['B', 'phone'],
        ['C', 'comment.en'],
      ]),
    ).toMatchObject([{ row: 2, values: { name: 'Ann', phone: '4930' } }])
  })

  it('are refused if several have the value by which they are matched', async () => {
    const rows = [
      ['4930999', 'Ben'],
      ['+49 30 999', 'Ben B.'],
      ['4930888', 'Cem'],
    ]
    const refusal = { code: 'repeated_row', params: ['2, 3'], column: 'A', field: 'phone' }
    expect(await map(entities.courier, ['phone', 'name'], rows, { keyField: 'phone' })).toMatchObject([
      { row: 2, refusal },
      { row: 3, refusal },
      { row: 4, values: { name: 'Cem' } },
    ])
  })

  it('leave a missing translation empty if the cell repeats the text that an export shows instead', async () => {
    const texts = async (headings: string[], ...cells: string[]) =>
      (
        await map(
          entities.courier_status,
          headings,
          cells.map((text, at) => [String(at + 1), text]),
        )
      ).map(({ values }) => values)
    // The third status has no Russian text.
    expect(await texts(['id', 'value'], 'Free', 'Занят', 'Twice')).toEqual([
      { value: { ru: 'Free' } },
      { value: { ru: 'Занят' } },
      {},
    ])
    expect(await texts(['id', 'value'], '', '', 'Дважды')).toEqual([{}, {}, { value: { ru: 'Дважды' } }])
    // Exports of the command line name the language.
    expect(await texts(['id', 'value.ru'], '', '', 'Twice')).toEqual([{}, {}, {}])
  })

  it('of JSON are decoded like csv, and have a limited number of fields', async () => {
    const cp1251 = Uint8Array.from([
      ...new TextEncoder().encode('{"name":"'),
      0xf1,
      0xee,
      0xea,
      ...new TextEncoder().encode('"}'),
    ])
    const records = await readRecords(cp1251, { lang: 'ru' })
    expect(records).toMatchObject({ rows: [{ cells: [{ text: 'сок' }] }], encoding: 'windows-1251' })
    await expect(readRecords(cp1251, { lang: 'ru', encoding: 'utf-8' })).rejects.toMatchObject({ code: 'encoding' })
    const wide = Array.from({ length: 1001 }, (_, at) => JSON.stringify({ [`f${at}`]: 1 })).join('\n')
    await expect(readRecords(new TextEncoder().encode(wide), { lang: 'en' })).rejects.toMatchObject({ code: 'too_many_fields' })
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

  it('are empty for an empty list of JSON', async () => {
    expect(await readRecords(new TextEncoder().encode('[]'), { lang: 'en' })).toMatchObject({ rows: [] })
  })

  it('refuses JSON that is not rows', async () => {
    for (const text of ['{"a": 1}\nx', '[{"a":1}, 5]'])
      await expect(readRecords(new TextEncoder().encode(text), { lang: 'en' })).rejects.toMatchObject({
        code: 'not_json',
        params: [2],
      })
  })
})
