import type { Client } from '@tiffin/sdk/client'
import { entities, type TableQuery } from '@tiffin/sdk/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { createI18n } from '#i18n/create-i18n'
import type { Actor } from '#rules/index'
import { exportColumns, filterTexts, readableColumns, sheetColumns } from './export.ts'
import { couriers } from './declared/people.ts'
import type { ListState } from './list-query.ts'
import { defineScreen } from './screen.ts'

const russian: Readonly<Record<string, string>> = { Yes: 'Да', No: 'Нет', Status: 'Статус', Search: 'Поиск', Today: 'сегодня' }
/** Like a language that only the server's dictionary has. */
const i18n = createI18n()
const { t } = i18n
beforeAll(() => i18n.use('tt', russian))
const actor = (company_role: 1 | 2): Actor => ({
  admin_id: 1,
  role: 2,
  company: 1,
  company_role,
  merchants: new Map([[1, [0, 1]]]),
  dictionary_edit: [],
})

describe('exportColumns', () => {
  it.each([
    ['courier', 'courier_id', { field: 'courier_id', title: 'ID' }],
    ['order', 'paid', { field: 'paid', title: 'Paid', words: { 0: 'Нет', 1: 'Да' } }],
    ['cuisine', 'show', { field: 'show', title: 'Show in menu', words: { 1: 'Да', 2: 'Нет' } }],
    [
      'promocode',
      'discount_type',
      { field: 'discount_type', title: 'Discount type', words: { 1: 'Fixed amount', 2: 'Percent' } },
    ],
    ['courier', 'courier_status', { field: 'courier_status', title: 'Статус' }],
    ['order', 'user.phone', { field: 'user.phone', title: 'Phone' }],
  ] as const)('API-24: %s.%s has a heading, and texts for its values', (entity, column, expected) => {
    expect(exportColumns(entities[entity], [column], t)).toEqual([expected])
  })

  it('API-24, LIST-03: leaves out columns that the reader may not see', () => {
    const columns = ['order_id', 'user.phone', 'user.comment', 'nothing', 'user.nothing', 'merchant.name']
    expect(readableColumns(actor(1), entities.order, columns)).toEqual(['order_id', 'user.phone', 'merchant.name'])
    expect(readableColumns(actor(1), entities.courier, ['name', 'code_value', 'token'])).toEqual(['name', 'code_value'])
    expect(readableColumns(actor(2), entities.courier, ['name', 'code_value', 'token'])).toEqual(['name'])
  })
})

it('API-24, LIST-03: a sheet starts with the key, and the state of a row becomes the fields that decide it', () => {
  const today = { now: Date.UTC(2027, 0, 1), timezone: 'UTC' }
  expect(sheetColumns(couriers, ['working', 'name', 'state'], today)).toEqual(['courier_id', 'working', 'name', 'courier_status'])
})

describe('filterTexts', () => {
  const screen = defineScreen('promocode', {
    title: 'Promo codes',
    one: 'Promo code',
    columns: ['code'],
    filters: [
      'date_start',
      'discount_type',
      { name: 'kind', label: 'Status', choices: [{ value: 'new', label: 'New', where: [] }] },
    ],
    editor: { tabs: {} },
  })
  const asked: TableQuery[] = []
  const client = {
    Reference: {
      getData: async ({ tables }: { tables: TableQuery[] }) => {
        asked.push(...tables)
        return { data: { company: { data: [{ company_id: 3, name: { en: 'Beta', ru: 'Бета' } }] } } }
      },
    },
  } as unknown as Client
  const textsOf = (state: Partial<Pick<ListState, 'search' | 'filters'>>, lang = 'ru') =>
    filterTexts(
      screen,
      { search: '', filters: {}, ...state },
      { client, company: 0, lang, t, now: Date.UTC(2026, 10, 21), timezone: 'UTC' },
    )

  it.each([
    ['nothing', {}, []],
    ['a search', { search: ' ann ' }, ['Поиск: ann']],
    ['a quick period', { filters: { date_start: 'Today' } }, ['Start: сегодня']],
    ['days', { filters: { date_start: '2026-11-01..2026-11-02' } }, ['Start: 2026-11-01 – 2026-11-02']],
    ['choices', { filters: { discount_type: '1,2' } }, ['Discount type: Fixed amount, Percent']],
    ['a choice with its own condition', { filters: { kind: 'new' } }, ['Статус: New']],
    ['nothing for a filter that is off', { filters: { date_start: 'all', kind: '' } }, []],
    ['a company by its name', { filters: { company: '3' } }, ['Company: Бета']],
  ])('API-24: describes %s', async (_what, state, expected) => {
    expect(await textsOf(state)).toEqual(expected)
  })

  it('API-24 SHELL-03: joins choices in the style of the language', async () => {
    expect(await textsOf({ filters: { discount_type: '1,2' } }, 'ar')).toEqual(['Discount type: Fixed amount، Percent'])
  })

  it('API-24: exports only the selected rows', () => {
    expect(asked).toEqual([expect.objectContaining({ table: 'company', search: [{ key: 'company_id', op: 'in', prm: [3] }] })])
  })
})
