import { describe, expect, it } from 'vitest'
import { texts } from '@tiffin/core/i18n'
import type { Client } from '@tiffin/sdk/client'
import { platformSeeds, type TableQuery } from '@tiffin/sdk/contract'
import { stateToneOf, readFigures, screens, sectionsOf, stateOf } from './index.ts'
import { listQuery } from './list-query.ts'

const today = { now: Date.parse('2026-11-20T12:00:00Z'), timezone: 'UTC' }
const screen = (name: string) => screens.find((item) => item.name === name) ?? screens[0]!
const off = { status: 0 }
const promo = (date_start: string, date_finish: string) => ({ status: 1, date_start, date_finish })

describe('record states', () => {
  it.each([
    ['promocode', promo('2026-11-01', '2026-12-01'), 'Active'],
    ['promocode', promo('2026-11-20', '2026-11-20'), 'Ends within 7 days'],
    ['promocode', promo('2026-11-01', '2026-11-26'), 'Ends within 7 days'],
    ['promocode', promo('2026-11-01', '2026-11-27'), 'Active'],
    ['promocode', promo('2026-11-21', '2026-11-25'), 'Not started'],
    ['promocode', promo('2026-11-01', '2026-11-19'), 'Expired'],
    ['banner', { ...promo('2026-11-01', '2026-12-01'), ...off }, 'Off'],
    ['banner', promo('2026-11-01', '2026-11-19'), 'Expired'],
    ['courier', { working: 1, courier_status: 1 }, 'Free'],
    ['courier', { working: 1, courier_status: 2 }, 'Busy'],
    ['courier', { working: 2, courier_status: 1 }, 'Off duty'],
    ['courier', { working: 1, courier_status: 3 }, 'Blocked'],
    ['user', off, 'Disable'],
    ['merchant', off, 'Hidden'],
    ['company', { status: 1, enable: 1, suspended: 0, active: '2026-12-20T12:00:00.000Z' }, 'Active'],
    ['company', { status: 1, enable: 1, suspended: 0, active: '2026-11-22T12:00:00.000Z' }, 'Ends within 7 days'],
    ['company', { status: 1, enable: 1, suspended: 0, active: '2026-11-20T11:00:00.000Z' }, 'Expired'],
    ['company', { status: 1, enable: 1, suspended: 1, active: '2026-12-20T12:00:00.000Z' }, 'Suspended'],
    ['company', { status: 1, enable: 0, suspended: 0, active: '2026-12-20T12:00:00.000Z' }, 'Blocked by platform'],
    ['company', { status: 1, enable: 0, suspended: 1, active: '2026-11-01T12:00:00.000Z' }, 'Blocked by platform'],
    ['company', { status: 1, enable: 1, suspended: 0, active: null }, 'Active'],
    ['company', { status: 0, enable: 1, suspended: 1, active: null }, 'Disabled'],
    ['payment', { amount: '25.00', bill: '25.00', date_paid: null }, 'Not paid yet'],
    ['payment', { amount: '-3.00', bill: '0.00', date_paid: '2026-11-01T00:00:00.000Z' }, 'Written off'],
    ['cuisine', off, 'Disabled'],
    ['merchant_type', { status: 1 }, 'Active'],
    ['pay_type', off, 'Disabled'],
    ['admin', { admin_status: 0 }, 'Blocked'],
    ['mailing', { state: 'sending' }, 'Sending'],
    ['mailing', { state: 'done' }, 'Done'],
    ['message', { push: 0 }, 'In processing'],
    ['message', { push: 2 }, 'Failed'],
    ['country', off, undefined],
  ])('%s %j: %s', (name, row, label) => {
    expect(stateOf(screen(name), row, today)?.label).toBe(label)
  })

  it.each([
    ['Europe/Berlin', '2026-11-20', 'Expired'],
    ['UTC', '2026-11-20', 'Ends within 7 days'],
    ['America/New_York', '2026-11-21', 'Not started'],
  ])('KDS-21: half an hour before midnight UTC, in %s, a promo code for %s is: %s', (timezone, day, label) => {
    const at = { now: Date.parse('2026-11-20T23:30:00Z'), timezone }
    expect(stateOf(screen('promocode'), promo(day, day), at)?.label).toBe(label)
  })

  const times = [
    null,
    '2026-11-20T11:59:59.999Z',
    '2026-11-20T12:00:00.000Z',
    '2026-11-27T12:00:00.000Z',
    '2026-11-27T12:00:01.000Z',
  ]
  const days = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-26', '2026-11-27']
  const flag = [0, 1]
  it.each<[string, number, Readonly<Record<string, readonly unknown[]>>]>([
    ['company', 1, { status: [0, 1, 2], enable: flag, suspended: flag, active: times }],
    ['promocode', 1, { date_start: days.slice(0, 3), date_finish: days.slice(1) }],
    ['banner', 1, { status: flag, date_start: days.slice(0, 3), date_finish: days.slice(1) }],
    ['courier', 1, { working: [1, 2], courier_status: [1, 2, 3] }],
    // A transaction of 0 has no state.
    ['payment', 0, { amount: ['-1.00', '0.00', '1.00'], bill: ['0.00', '1.00'], date_paid: times.slice(0, 2) }],
  ])('each record has one state, so that the figures of %s add up', (name, least, values) => {
    const grid = Object.entries(values).reduce<Record<string, unknown>[]>(
      (rows, [field, each]) => rows.flatMap((row) => each.map((value) => ({ ...row, [field]: value }))),
      [{}],
    )
    const statesOf = (row: Record<string, unknown>) =>
      screen(name)
        .states.filter((state) => stateOf({ ...screen(name), states: [state] }, row, today))
        .map(({ label }) => label)
    const wrong = grid
      .map((row) => ({ row, states: statesOf(row) }))
      .filter(({ states }) => states.length < least || states.length > 1)
    expect(wrong).toEqual([])
  })

  it.each(platformSeeds().user_status ?? [])(
    "USER-03: a customer's state has the name of its status: $name.en",
    ({ user_status_id, name }) => {
      if (typeof name !== 'object') throw new Error('has no name')
      const label = stateOf(screen('user'), { status: user_status_id }, today)?.label ?? ''
      expect([label, texts.ru?.[label], texts.ar?.[label]]).toEqual([name.en, name.ru, name.ar])
    },
  )

  it('have a different shape for each kind, including those added by the platform', () => {
    expect([1, 0].map((key) => stateToneOf('merchant_status', key))).toEqual(['on', 'off'])
    expect([0, 1, 2].map((key) => stateToneOf('user_status', key))).toEqual(['alert', 'on', 'part'])
    expect(stateToneOf('user_status', 9)).toBe('part')
    expect(stateToneOf('delivery_mode', 1)).toBeUndefined()
  })
})

describe('counts above a list', () => {
  it("follow the list's search and filters, and match what their links show", async () => {
    const asked: TableQuery[] = []
    const getData = ({ tables }: { tables: TableQuery[] }) => {
      asked.push(...tables)
      return Promise.resolve({
        data: { active: { data: [], count: 3 }, blocked: { data: [], count: 100, count_is: 'at_least' } },
      })
    }
    const client = { Reference: { getData } } as unknown as Client
    const state = { search: 'ann', filters: { status: '0,2' } }
    const figures = await readFigures(client, screen('user'), state, today, { company: 5, signal: new AbortController().signal })
    expect(figures).toEqual({ active: { count: 3, atLeast: false }, blocked: { count: 100, atLeast: true } })
    expect(asked.map((table) => table.as)).toEqual(['active', 'tester', 'blocked'])
    const followed = { ...state, filters: { ...state.filters, state: 'blocked' }, sort: screen('user').order, page: 1, size: 15 }
    const list = listQuery(screen('user'), followed, { ...today, readable: new Set(['user_id']), columns: [] })
    expect(asked[2]?.search).toEqual(list.search)
    expect(list.search).toEqual([{ key: 'status', op: 'in', prm: [0, 2] }, { key: 'status', prm: 0 }, { text: 'ann' }])
  })
})

it('the list of companies loads the fields of their states, for the switch in each row', () => {
  const companies = screen('company')
  const state = { search: '', filters: {}, sort: companies.order, page: 1, size: 15 }
  const readable = new Set(Object.keys(companies.entity.fields))
  const includes = (columns: string[]) => listQuery(companies, state, { ...today, readable, columns }).include
  expect(includes(['name', 'status'])).toEqual(expect.arrayContaining(['enable', 'suspended', 'active']))
  expect(includes(['name'])).not.toContain('suspended')
})

it('the list of couriers loads the fields of their states, for the state column', () => {
  const couriers = screen('courier')
  const state = { search: '', filters: {}, sort: couriers.order, page: 1, size: 15 }
  const readable = new Set(Object.keys(couriers.entity.fields))
  const read = (columns: readonly string[]) => listQuery(couriers, state, { ...today, readable, columns }).include
  expect(couriers.columns).toContain('state')
  expect(read(couriers.columns)).toEqual(expect.arrayContaining(['working', 'courier_status']))
  expect(read(['name'])).not.toContain('working')
  expect(read(couriers.columns)).not.toContain('state')
})

it('the list of promo codes loads the units of their discounts', () => {
  const codes = screen('promocode')
  const state = { search: '', filters: {}, sort: codes.order, page: 1, size: 15 }
  const readable = new Set(Object.keys(codes.entity.fields))
  expect(listQuery(codes, state, { ...today, readable, columns: ['discount'] }).include).toContain('discount_type')
})

describe('tab layout', () => {
  const main = screen('merchant').editor.tabs[0]!
  it('keeps related fields in a row, and leaves out hidden ones', () => {
    expect(sectionsOf({ ...main, fields: ['name', 'order', 'address', 'status'] })).toEqual([
      { rows: [['name']] },
      { title: 'In the app', rows: [['order']] },
      { title: 'Location', rows: [['address']] },
    ])
  })

  it('shows a field that is in no section last', () => {
    expect(sectionsOf({ ...main, fields: ['name', 'status', 'en'] })).toEqual([{ rows: [['name']] }, { rows: [['en']] }])
  })

  it('shows no field of a tab twice', () => {
    const tabs = screens.flatMap(({ name, editor }) => editor.tabs.map(({ fields }) => ({ name, fields })))
    expect(tabs.filter(({ fields }) => new Set(fields).size !== fields.length)).toEqual([])
  })
})
