import { describe, expect, it } from 'vitest'
import { type Actor, mayDeleteCompany, needsName } from '#rules/index'
import { createI18n } from '#i18n/create-i18n'
import { type Area, fieldName, languageFields, listQuery, screenFor, screens, spansCompanies } from './index.ts'

const screen = (name: string) => screens.find((item) => item.name === name) ?? screens[0]!
const actor = (more: Partial<Actor>): Actor => ({
  admin_id: 1,
  role: 1,
  company: null,
  company_role: null,
  merchants: new Map(),
  dictionary_edit: [],
  ...more,
})
const owner = actor({ role: 2, company: 5, company_role: 1 })

describe('companies', () => {
  it('COMP-02 COMP-03 COMP-04: the list has the documented columns, no add button, and a full-size editor', () => {
    expect(screen('company')).toMatchObject({
      columns: ['company_id', 'logo', 'name', 'used_by', 'creator', 'status', 'active', 'create'],
      create: false,
      instant: ['status'],
      editor: { kind: 'full' },
    })
  })

  it.each([
    ['company', actor({}), true],
    ['own company', actor({ company: 5 }), true],
    ['own company', owner, false],
  ])('COMP-05: %s sees the tariff tab: %#', (name, who, tariff) => {
    const { editor, tabLevel } = screen(name)
    const open = editor.tabs.map((tab) => tab.name).filter((tab) => (tabLevel?.(who, 5, tab) ?? 0) > 0)
    const all = ['Main', 'Users', 'Fee & Tips', 'Settings', 'Tariff', 'Image', 'Contacts', 'Legal details', 'Docs', 'App']
    expect(open).toEqual(all.filter((tab) => tariff || tab !== 'Tariff'))
  })

  it('COMP-22 COMP-23 COMP-25: has contacts, legal details and documents', () => {
    const fields = Object.fromEntries(screen('company').editor.tabs.map((tab) => [tab.name, tab.fields]))
    expect(fields['Contacts']).toEqual(['contact'])
    expect(fields['Docs']).toEqual(['docs'])
    expect(fields['Legal details']).toEqual(
      ['name', 'phone', 'email', 'tax', 'address', 'bank', 'bic', 'iban'].map((part) => `legal_${part}`),
    )
  })

  it.each<[string, Actor, number, boolean, boolean]>([
    ['the platform', actor({}), 5, true, false],
    ['its owner, who types the name', owner, 5, true, true],
    ['the owner of another', owner, 6, false, true],
    ['an operator', actor({ role: 2, company: 5, company_role: 2 }), 5, false, true],
    ['a device paired by the owner', { ...owner, device: { merchants: [] } }, 5, false, true],
  ])('COMP-07: %s may delete it', (_who, who, company, may, named) => {
    expect(mayDeleteCompany(who, company)).toBe(may)
    expect(needsName(who)).toBe(named)
  })

  it('lists the people who work there, without the platform administrator who is looking', () => {
    const people = screen('company').editor.tabs.find(({ name }) => name === 'Users')?.list ?? screens[0]!
    const state = { search: 'ann', filters: {}, sort: people.order, page: 1, size: 15 }
    const context = { now: 0, timezone: 'UTC', readable: new Set(['login']), columns: ['login'] }
    expect(listQuery(people, state, context).search).toEqual([{ key: 'company_role', op: 'notnull' }, { text: 'ann' }])
  })
})

describe('the dictionary', () => {
  const shown = (languages: string[]) => screenFor(screen('dictionary'), actor({ dictionary_edit: languages }), 'platform')
  const own = ['dictionary_id', 'application', 'params']

  it.each([
    [[], own],
    [
      ['ru', 'ar'],
      [...own, 'ru', 'ar'],
    ],
    [
      [' en ', 'ru'],
      [...own, 'en', 'ru'],
    ],
  ])('DICT-04 PERM-24: an editor of %j sees the columns %j', (languages, columns) => {
    expect(shown(languages).columns).toEqual(columns)
  })

  it('DICT-05: the editor shows English, editable only with the right to it', () => {
    const fields = shown(['ru'])
    expect(fields.editor.tabs[0]?.fields).toEqual(['application', 'params', 'en', 'ru'])
    expect(fields.entity.fields['en']?.write).toBe('nobody')
    expect(fields.entity.fields['ru']?.write).toBeUndefined()
    expect(shown(['en']).entity.fields['en']?.write).toBeUndefined()
    expect(languageFields(fields)).toEqual(['en', 'ru'])
    expect(fieldName(fields.entity, 'ru', createI18n().t)).toBe('RU')
  })

  it('DICT-01: can be searched, and filtered by application and parameters', () => {
    expect(screen('dictionary').filters).toEqual([{ field: 'application' }, { field: 'params' }])
    expect(screen('dictionary').entity.search).toEqual(['texts'])
  })

  it('LANG-01 LANG-02 LANG-04: languages have the documented columns and fields, and a switch for support', () => {
    const languages = screen('global_lang')
    expect(languages.columns).toEqual(['name', 'code', 'dir', 'support'])
    expect(languages.editor.tabs[0]?.fields).toEqual(['support', 'name', 'code', 'google_code', 'dir'])
    expect(languages.instant).toEqual(['support'])
  })

  it('other screens are the same for everyone', () => {
    expect(screenFor(screen('country'), owner, 'platform')).toBe(screen('country'))
  })
})

describe('push messages', () => {
  it('PUSH-02 PUSH-03 PUSH-04 PUSH-05 PUSH-09: require a company, then a customer with a phone, and reload every 5 s', () => {
    expect(screen('message')).toMatchObject({
      filters: [{ field: 'user_id', afterCompany: true }, { field: 'mailing_id', afterCompany: true }, { name: 'state' }],
      createAfter: 'user_id',
      offers: { user_id: [{ key: 'phone', op: '!=', prm: '' }] },
      refresh: 5,
    })
  })
})

describe('lists of several companies', () => {
  const platform = actor({ role: 1, company: null, company_role: null })
  const columnsIn = (name: string, area: Area) => screenFor(screen(name), platform, area).columns
  const spanning = screens.filter((item) => spansCompanies(item, 'platform')).map(({ name }) => name)

  it.each(spanning)('the list of %s shows the company of each row', (name) => {
    expect(columnsIn(name, 'platform').map((column) => column.split('.')[0])).toContain('company')
  })

  it.each([
    ['orders', ['order_id', 'company', 'merchant']],
    ['order_status', ['company', 'status', 'value']],
    // Its documented columns have the company (COUR-03).
    ['courier', ['courier_id', 'company.logo', 'company.name']],
  ])('the company in the list of %s comes after the ID', (name, first) => {
    expect(columnsIn(name, 'platform').slice(0, 3)).toEqual(first)
  })

  it('lists of one company do without it', () => {
    expect(columnsIn('order_status', 'company')).toEqual(screen('order_status').columns)
  })
})
