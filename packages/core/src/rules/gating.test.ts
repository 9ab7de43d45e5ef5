import { companyLimits, entities } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { fieldDecision, limitDecision, missingOption, optionDecision, optionPrice, valueDecision } from './gating.ts'

describe('options', () => {
  it.each([
    ['GATE-05', 'courier', 'allow_courier_app'],
    ['GATE-06', 'banner', 'allow_banner'],
    ['GATE-07', 'mailing', 'allow_mailing'],
    ['GATE-08', 'message', 'allow_push'],
    ['GATE-09', 'promocode', 'allow_promocode'],
  ] as const)('%s: %s needs its option in the company area, but not in the administrator area', (_id, table, option) => {
    const entity = entities[table]
    expect(optionDecision({ [option]: 1 }, entity)).toEqual({ allowed: true })
    const no = { allowed: false, code: 'option_required', params: [option] }
    expect(optionDecision({ [option]: 0 }, entity)).toEqual(no)
    expect(optionDecision({}, entity)).toEqual(no)
    expect(optionDecision(null, entity)).toEqual({ allowed: true })
  })

  it('a table without an option is open', () => {
    expect(optionDecision({}, entities.order)).toEqual({ allowed: true })
  })

  it('online payment needs allow_online_payment', () => {
    const { online, name } = entities.pay_type.fields
    expect(fieldDecision({ allow_online_payment: 1 }, online)).toEqual({ allowed: true })
    expect(fieldDecision({}, online)).toEqual({ allowed: false, code: 'option_required', params: ['allow_online_payment'] })
    expect(fieldDecision({}, name)).toEqual({ allowed: true })
  })
})

describe('limits', () => {
  it.each<[number | null, number, boolean]>([
    [null, 1000, true],
    [0, 0, false],
    [2, 1, true],
    [2, 2, false],
    [2, 5, false],
  ])('with a limit of %s and %i rows, another one is allowed: %s', (limit, count, fits) => {
    for (const name of companyLimits) {
      const charged = name === 'limit_order' || name === 'limit_scu'
      const expected = fits || charged ? { allowed: true } : { allowed: false, code: 'limit_reached', params: [limit] }
      expect(limitDecision({ [name]: limit }, name, count), name).toEqual(expected)
    }
  })
})

describe('prices of options', () => {
  const entry = { field: 'allow_report', free: 0, enable: 1, show: 1, value: '5', description: {} } as const
  it.each([
    ['costs extra', entry, '5.00'],
    ['is free if marked as free', { ...entry, free: 1 }, '0.00'],
    ['is not offered if switched off', { ...entry, enable: 0 }, null],
    ['is not offered in a tariff without it', { ...entry, field: 'allow_ai' }, null],
  ] as const)('GATE-11: an option %s', (_what, option, price) => {
    expect(optionPrice({ option: [option] }, 'allow_report')).toBe(price)
  })
})

describe('pages and values', () => {
  it.each([
    ['GATE-05', 'Company-Courier-List', 'allow_courier_app'],
    ['GATE-06', 'Company-Marketing-Banner', 'allow_banner'],
    ['GATE-07', 'Company-Marketing-Mailing', 'allow_mailing'],
    ['GATE-08', 'Company-Marketing-Push', 'allow_push'],
    ['GATE-09', 'Company-Marketing-Promocode', 'allow_promocode'],
    ['GATE-10', 'Company-Report-Orders', 'allow_report'],
    ['GATE-01', 'Company-Chat', 'allow_chat'],
  ] as const)('%s: the page %s lacks %s while it is off', (_id, route, option) => {
    expect(missingOption({}, route)).toBe(option)
    expect(missingOption({ [option]: 0 }, route)).toBe(option)
    expect(missingOption({ [option]: 1 }, route)).toBeNull()
    expect(missingOption(null, route)).toBeNull()
  })

  it('GATE-01: a page without a required option is open', () => {
    expect(missingOption({}, 'Company-User')).toBeNull()
  })

  it.each([
    [0, true],
    ['', true],
    [null, true],
    [1, false],
    ['x', false],
    [undefined, false],
  ])('PERM-23: with its option off a field accepts %j: %s', (value, allowed) => {
    expect(valueDecision({}, entities.pay_type.fields.online, value).allowed).toBe(allowed)
    expect(valueDecision({ allow_online_payment: 1 }, entities.pay_type.fields.online, value).allowed).toBe(true)
    expect(valueDecision({}, entities.pay_type.fields.name, value).allowed).toBe(true)
  })
})
