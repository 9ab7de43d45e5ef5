import { describe, expect, it } from 'vitest'
import { apiError, companySeeds, entities, platformSeeds } from '@tiffin/sdk/contract'
import { textOf } from '#i18n/text-key'
import { contrast } from '#rules/contrast'
import { changedFields, checkField, checkRow, newRow, problemOf } from './draft.ts'
import { listQuery, onOffValues, pageSizes, screens, defaultPageSize } from './index.ts'
import { generatePassword } from './generate-password.ts'
import { countryOfPhone, maskPhone, phoneText } from './phone-mask.ts'
import { type AnyRow, checkBands, gradePassword, rowProblems } from '#rules/index'

const today = { now: Date.parse('2026-01-31T12:00:00Z'), timezone: 'UTC' }
const screen = (name: string) => screens.find((item) => item.name === name) ?? screens[0]!

describe('list queries', () => {
  const read = { ...today, readable: new Set(Object.keys(entities.courier.fields)), columns: ['name', 'company.logo'] }
  const usual = { search: '', filters: {}, sort: { field: 'name', dir: 'asc' as const }, page: 3, size: 15 }

  it('PERM-19: the merchants screen lists merchants whose screen is open to the reader, the board does not', () => {
    expect(listQuery(screen('merchant'), usual, read).mode).toBe('editor')
    expect(listQuery(screen('courier'), usual, read).mode).toBeUndefined()
  })

  it('LIST-04: load only the fields of the columns, page by page', () => {
    expect(listQuery(screen('courier'), usual, read)).toMatchObject({
      include: ['courier_id', 'revision', 'company', 'name'],
      join: ['company'],
      limit: [30, 15],
      order: [{ field: 'name', dir: 'asc' }],
    })
  })

  it("LIST-24 PAY-15: load the screen's sums, as far as the reader may see them", () => {
    const columns = screen('payment').columns
    const statistic = (readable: readonly string[]) =>
      listQuery(screen('payment'), usual, { ...today, readable: new Set(readable), columns }).statistic
    expect(statistic(Object.keys(entities.payment.fields))).toEqual(['amount'])
    expect(statistic(['payment_id'])).toBeUndefined()
    expect(listQuery(screen('courier'), usual, read).statistic).toBeUndefined()
  })

  it('LIST-04: load 15 rows per page unless another size is chosen', () => {
    expect(defaultPageSize).toBe(15)
    expect(pageSizes).toEqual([5, 10, 15, 20, 30, 40, 100])
  })

  it('REF-01: load the modes and goals of a status by name', () => {
    const readable = new Set(Object.keys(entities.order_status.fields))
    expect(
      listQuery(screen('order_status'), usual, { ...today, readable, columns: screen('order_status').columns }),
    ).toMatchObject({
      join: ['merchant', 'courier'],
      parse: ['transfer'],
    })
  })

  it('leave out fields that the reader may not see, and fall back to the default order', () => {
    const query = listQuery(
      screen('courier'),
      { ...usual, sort: { field: 'phone', dir: 'desc' } },
      { ...read, readable: new Set(['courier_id', 'name']) },
    )
    expect(query).toMatchObject({ include: ['courier_id', 'name'], order: [{ field: 'name', dir: 'asc' }] })
  })

  /** Automatic changes are shown only on request. */
  const byPeople = { key: 'automatic', prm: 0 }
  it.each([
    ['courier', { company: '7' }, [{ key: 'company', op: 'in', prm: [7] }]],
    ['user', { status: '0,2' }, [{ key: 'status', op: 'in', prm: [0, 2] }]],
    ['user', { status: 'x' }, []],
    ['user', { nobody: '1' }, []],
    ['payment', { action: 'write-off', date: 'all' }, [{ key: 'amount', op: '<', prm: 0 }]],
    ['payment', {}, [{ key: 'date', op: 'between', prm: ['2026-01-01T00:00:00.000Z', '2026-01-31T23:59:59.999Z'] }]],
    ['audit', {}, [{ key: 'date', op: 'between', prm: ['2026-01-30T00:00:00.000Z', '2026-01-31T23:59:59.999Z'] }, byPeople]],
    [
      'audit',
      { date: 'Yesterday' },
      [{ key: 'date', op: 'between', prm: ['2026-01-30T00:00:00.000Z', '2026-01-30T23:59:59.999Z'] }, byPeople],
    ],
    ['audit', { date: 'all', action: 'Delete' }, [{ key: 'action', prm: 'Delete' }, byPeople]],
    ['audit', { date: 'all', state: 'automatic' }, [{ key: 'automatic', prm: 1 }]],
    ['audit', { date: 'all', state: 'all' }, []],
    ['audit', { date: 'all', state: 'all', change: '1234' }, [{ key: 'change', op: 'in', prm: [1234] }]],
  ])('PAY-11 PAY-13 AUDIT-01 AUDIT-03: %s with %j searches for %j', (name, filters, search) => {
    expect(listQuery(screen(name), { ...usual, filters }, read).search).toEqual(search)
  })
})

describe('on and off', () => {
  it.each([
    ['PAY-05', 'pay_type.admin', 2, 1],
    ['PAY-05', 'pay_type.app', 2, 1],
    ['PAY-05', 'pay_type.odd', 2, 1],
    ['CAT-06', 'merchant_type.alcohol_warning', 1, 2],
    ['TAG-04', 'cuisine.show', 1, 2],
  ])('%s: %s is %i when on and %i when off', (_id, name, on, off) => {
    expect(onOffValues[name]).toEqual([on, off])
  })
})

describe('days', () => {
  // 23:30 on 31 January in UTC: February in Berlin, noon in Honolulu.
  const now = Date.parse('2026-01-31T23:30:00Z')
  const asked = { search: '', sort: { field: 'date', dir: 'asc' as const }, page: 1, size: 15 }
  const found = (timezone: string, filters: Record<string, string>) =>
    listQuery(
      screen('audit'),
      { ...asked, filters: { state: 'all', ...filters } },
      { now, timezone, readable: new Set(['date']), columns: [] },
    ).search

  it.each([
    ['Europe/Berlin', '2026-02-01', '2026-03-01'],
    ['Pacific/Honolulu', '2026-01-31', '2026-02-28'],
    ['UTC', '2026-01-31', '2026-02-28'],
  ])('KDS-21 BANNER-04 PROMO-06: a new record in %s begins on %s and ends on %s', (timezone, date_start, date_finish) => {
    for (const name of ['banner', 'promocode'])
      expect(newRow(screen(name).entity, { now, timezone })).toMatchObject({ date_start, date_finish })
  })

  it.each<[string, Record<string, string>, string, string]>([
    ['Europe/Berlin', {}, '2026-01-30T23:00:00.000Z', '2026-02-01T22:59:59.999Z'],
    ['Europe/Berlin', { date: 'Today' }, '2026-01-31T23:00:00.000Z', '2026-02-01T22:59:59.999Z'],
    ['Europe/Berlin', { date: '2026-01-05..2026-01-06' }, '2026-01-04T23:00:00.000Z', '2026-01-06T22:59:59.999Z'],
    ['Pacific/Honolulu', { date: 'Today' }, '2026-01-31T10:00:00.000Z', '2026-02-01T09:59:59.999Z'],
  ])('KDS-21 AUDIT-03: in %s the period of %j runs from %s to %s', (timezone, filters, from, to) => {
    expect(found(timezone, filters)).toEqual([{ key: 'date', op: 'between', prm: [from, to] }])
  })
})

describe('the orders report', () => {
  const now = Date.parse('2026-11-21T23:30:00Z')
  const found = (filters: Record<string, string>) =>
    listQuery(
      screen('orders report'),
      { search: '', filters, sort: { field: 'time_finish', dir: 'desc' }, page: 1, size: 15 },
      { now, timezone: 'Europe/Berlin', readable: new Set(Object.keys(entities.order.fields)), columns: ['total'] },
    )

  it('REPORT-11: covers the last 7 days and today until another period is chosen', () => {
    const between = (from: string, to: string) => [{ key: 'time_finish', op: 'between', prm: [from, to] }]
    // It is already 22 November in Berlin.
    expect(found({}).search).toEqual(between('2026-11-14T23:00:00.000Z', '2026-11-22T22:59:59.999Z'))
    expect(found({ time_finish: 'Today' }).search).toEqual(between('2026-11-21T23:00:00.000Z', '2026-11-22T22:59:59.999Z'))
    expect(found({ time_finish: 'all' }).search).toEqual([])
  })

  it('PERM-13: reads orders with the access to the report', () => {
    expect(found({}).mode).toBe('report')
  })
})

describe('a draft', () => {
  it.each([
    ['courier', { working: 2, courier_status: 1 }],
    ['user', { status: 1 }],
    ['cuisine', { status: 1, show: 1 }],
    ['promocode', { type: 1, discount_type: 1, discount: 0, use: 1, date_start: '2026-01-31', date_finish: '2026-02-28' }],
    ['banner', { type: 1, status: 1, date_start: '2026-01-31', date_finish: '2026-02-28' }],
    ['merchant', { status: 1, delivery_mode: 1, cooking_time: 20, order: 1 }],
  ])('PROMO-05 PROMO-06 BANNER-04 COUR-06: a new %s begins with %j', (name, values) => {
    expect(newRow(screen(name).entity, today)).toMatchObject(values)
  })

  it.each([
    ['courier', 'phone', '', '%1 is required'],
    ['cuisine', 'name', {}, '%1 is required'],
    ['cuisine', 'name', { en: ' ' }, '%1 is required'],
    ['city', 'radius', null, '%1 is required'],
    ['merchant', 'cooking_time', null, '%1 is required'],
    ['merchant', 'cooking_time', undefined, undefined],
    ['promocode', 'date_start', null, '%1 is required'],
    ['admin', 'password', null, 'Invalid value for %1'],
    ['merchant', 'min_stock_balance', null, undefined],
    ['city', 'radius', 999, 'Must be %1 or more'],
    ['city', 'radius', 200_001, 'Must be %1 or less'],
    ['city', 'radius', 1050, 'Must be a multiple of %1'],
    ['admin', 'email', 'nobody', 'Enter an email address, such as name@example.com'],
    ['banner', 'link', 'javascript:alert(1)', 'Enter a link, such as https://example.com'],
    ['user', 'bonus_score', '1,5', 'Enter an amount, such as 12.50'],
    ['user', 'name', 'x'.repeat(201), 'Must be %1 characters or fewer'],
    ['user', 'name', 'Anna', undefined],
  ])('EDIT-14: %s.%s of %j: %s', (name, field, value, text) => {
    const problem = checkField(screen(name).entity, field, value)
    expect(problem && textOf(problem)).toBe(text)
  })

  const option = (field: string) => ({ field, free: 0, enable: 1, show: 1, value: '', description: {} })
  const mask = { phone_mask: '+7 (###) ###-##-##' }
  const digits = { phone_len: { text: 'Must match the number of digits in the phone mask: %1', params: [11] } }
  it.each([
    ['country', {}, { ...mask, phone_len: 10 }, digits],
    ['country', { ...mask, phone_len: 11 }, { phone_len: 0 }, digits],
    ['country', {}, { ...mask, phone_len: 11 }, {}],
    ['country', mask, { phone_len: null }, {}],
    ['country', { phone_len: 7 }, { phone_mask: '' }, {}],
    ['country', { ...mask, phone_len: 10 }, { name: { en: 'Russia' } }, {}],
    [
      'tariff',
      {},
      { option: [option('allow_ai'), option('allow_ai')] },
      { option: { text: 'Duplicate option: %1', params: ['allow_ai'] } },
    ],
    ['tariff', {}, { option: [option('allow_ai'), option('allow_chat')] }, {}],
    ['order_step', {}, { status: [2, 3, 2] }, { status: { text: 'Duplicate status' } }],
    ['order_step', { status: [2, 2] }, { name: { en: 'Path' } }, {}],
  ])('EDIT-14 EDIT-19 GATE-03 GATE-04 REF-12: %s %j with %j shows %j beside the field', (name, before, change, told) => {
    expect(screen(name).check(before, { ...before, ...change })).toEqual(told)
  })

  it('EDIT-14: the initial data of a platform and a company follows these rules', () => {
    const seeds = Object.entries({ ...platformSeeds(), ...companySeeds }) as [keyof typeof entities, readonly object[]][]
    const told = seeds.flatMap(([name, rows]) => rows.map((row) => rowProblems(entities[name], null, row as AnyRow)))
    expect(told.filter((problems) => Object.keys(problems).length > 0)).toEqual([])
    expect(told.length).toBeGreaterThan(300)
  })

  it('API-15: a list can change if an unchanged member breaks newer rules', () => {
    const old = { name: 'menu', type: 'application/pdf', content: 'menu.pdf' }
    const added = { ...old, content: 'https://example.com/menu.pdf' }
    const check = (docs: object[]) =>
      checkRow(entities.courier, { docs }, { fields: ['docs'], isNew: false, before: { docs: [old] } })
    expect(check([old, added])).toEqual({})
    expect(check([{ ...old, name: 'card' }])).toHaveProperty('docs')
  })

  it.each([
    [{ current_password: 'x' }, {}],
    [{ current_password: 'x', name: 'Ida' }, { name: 'Ida' }],
    [
      { current_password: 'x', password: 'y' },
      { current_password: 'x', password: 'y' },
    ],
    [
      { current_password: 'x', email: 'y' },
      { current_password: 'x', email: 'y' },
    ],
  ])('for %j the current password is a change only along with one that needs it', (typed, changed) => {
    expect(changedFields({}, typed)).toEqual(changed)
  })

  it('sends only changed fields, and checks a new row for required ones', () => {
    expect(changedFields({ a: 1, b: { c: [1] } }, { a: 1, b: { c: [1, 2] }, d: 3 })).toEqual({ b: { c: [1, 2] }, d: 3 })
    expect(checkRow(entities.courier, {}, { fields: ['name', 'phone'], isNew: true })).toMatchObject({
      phone: { params: ['Phone'] },
      company: { params: ['Company'] },
    })
  })

  it("shows a refusal from the server beside its field, with the field's label", () => {
    expect(problemOf(apiError('required', { field: 'phone', params: ['phone'] }), entities.courier)).toEqual({
      field: 'phone',
      problem: { message: '%1 is required', params: ['Phone'] },
    })
  })

  it.each([
    ['Company-Tariff', 'Tariff'],
    ['Company-Nowhere', 'Company-Nowhere'],
  ])('PERM-04: a refusal of the page %s calls it %s', (route, title) => {
    const refusal = apiError('route_not_allowed', { field: 'navigation', params: [route] })
    expect(problemOf(refusal, entities.membership).problem.params).toEqual([title])
  })
})

describe('inputs', () => {
  it.each([
    [[], undefined],
    [
      [
        [0, 3],
        [3, 6],
      ],
      undefined,
    ],
    [
      [
        [3, 6],
        [0, 3],
      ],
      undefined,
    ],
    [
      [
        [0, 3],
        [4, 6],
      ],
      'Bands leave a gap between %1 and %2 km',
    ],
    [
      [
        [0, 3],
        [2, 6],
      ],
      'Bands overlap between %1 and %2 km',
    ],
    [[[3, 3]], 'A band ends before it starts'],
  ])('MERCH-14: delivery bands %j: %s', (bands, text) => {
    const tiers = bands.map(([from_km = 0, to_km = 0]) => ({ from_km, to_km, price: 1, per_km: 0 }))
    expect(checkBands(tiers)?.text).toBe(text)
  })

  it.each([
    ['79991234567', '+7 (###) ###-##-##', '+7 (999) 123-45-67'],
    ['7999', '+7 (###) ###-##-##', '+7 (999'],
    ['4930', '+7 (###) ###-##-##', '4930'],
    ['4930', '', '4930'],
    ['', '+7 (###)', ''],
  ])('EDIT-20: formats %s by %s as %s', (digits, mask, shown) => {
    expect(maskPhone(digits, mask)).toBe(shown)
  })

  const mask = '+7 (###) ###-##-##'
  it.each([
    ['a digit at the end takes on the mask', '79999', { text: '+7 (9999', appended: true }, mask, '+7 (999) 9'],
    ['a digit at the end of a number of another country does not', '4930', { text: '4930', appended: true }, mask, '4930'],
    ['a digit less in the middle stays', '7991234567', { text: '+7 (99) 123-45-67', appended: false }, mask, '+7 (99) 123-45-67'],
    ['a space less stays', '79991234567', { text: '+7999 123 45 67', appended: false }, undefined, '+7999 123 45 67'],
    ['a local number gets no plus', '30123456', { text: '30123456', appended: true }, undefined, '30123456'],
    ['another number than was typed is formatted', '79991234567', { text: '7', appended: true }, mask, '+7 (999) 123-45-67'],
    ['once the field is left it is formatted', '79991234567', null, undefined, '+7 999 123 45 67'],
  ])('while a phone is typed, %s', (_what, digits, typed, mask, shown) => {
    expect(phoneText(digits, typed, mask)).toBe(shown)
  })

  it('EDIT-21: the country of a number is the one with the longest matching code', () => {
    const countries = [{ phone_code: '1' }, { phone_code: '1684' }, { phone_code: '' }]
    expect(countryOfPhone('16845550000', countries)).toEqual({ phone_code: '1684' })
    expect(countryOfPhone('99', countries)).toBeUndefined()
  })

  it('EDIT-31: a generated password has all four classes and differs each time', () => {
    const made = Array.from({ length: 50 }, generatePassword)
    expect(made.map((password) => gradePassword(password).grade)).toEqual(made.map(() => 'good'))
    expect(new Set(made).size).toBe(50)
  })

  it('computes the contrast of colours', () => {
    expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21)
    expect(contrast('#6B6B3A', '#FFFFFF')).toBeGreaterThan(5)
  })
})

it.each<[string, object | null, object, boolean]>([
  ['a new one without a discount', null, { discount: 0 }, false],
  ['a discount that becomes 0', { discount: 5 }, { discount: 0 }, false],
  ['an old one without a discount, changed elsewhere', { discount: 0 }, { discount: 0 }, true],
  ['a discount', null, { discount: 0.5 }, true],
])('a promo code takes something off: %s', (_what, before, after, isFine) => {
  const { check } = screens.find(({ name }) => name === 'promocode')!
  expect('discount' in check(before as Record<string, unknown> | null, after as Record<string, unknown>)).toBe(!isFine)
})
