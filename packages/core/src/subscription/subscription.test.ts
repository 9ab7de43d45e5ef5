import type { Client } from '@tiffin/sdk/client'
import { type Company, type Payment, type SubscribePeriod, type Tariff } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { createI18n } from '#i18n/create-i18n'
import { comingBills } from './coming-bills.ts'
import { billLines, consequences } from './consequences.ts'
import { formatDollars } from './dollars.ts'
import { type CompanySubscription, readSubscription } from './read-subscription.ts'
import { initialPeriod, keptAddOns, offeredPeriods, overLimits, tariffCard } from './tariff-cards.ts'
import { suggestedTopUp, topUpProblem } from './top-up.ts'

const now = Date.parse('2026-11-26T12:00:00.000Z')
const option = (field: string, value: string, free: 0 | 1 = 0, enable: 0 | 1 = 1) =>
  ({ field, value, free, enable, show: 1, description: {} }) as NonNullable<Tariff['option']>[number]
const tariffOf = (tariff_id: number, name: string, amount: string, more: Partial<Tariff> = {}) =>
  ({
    tariff_id,
    name: { en: name },
    amount,
    status: 1,
    subscription: 1,
    trial: 1,
    trial_period: 30,
    option: [],
    ...more,
  }) as Tariff
const basic = tariffOf(1, 'Basic', '20.00', {
  option: [
    option('limit_merchant', '2'),
    option('limit_admin', '0', 0, 0),
    option('allow_push', '5.00'),
    option('allow_chat', '', 1),
  ],
})
const pro = tariffOf(2, 'Pro', '50.00')
const month = { subscribe_period_id: 1, month: 1, discount: 0, status: 1, default: 1 } as SubscribePeriod
const year = { subscribe_period_id: 2, month: 12, discount: 20, status: 1, default: 0 } as SubscribePeriod
const old = { subscribe_period_id: 3, month: 24, discount: 30, status: 0, default: 0 } as SubscribePeriod

interface Given extends Partial<Omit<CompanySubscription, 'company'>> {
  company?: Partial<Company>
}

/** In the middle of a paid month of Basic. */
const subscriptionOf = ({ company, ...more }: Given = {}): CompanySubscription => ({
  company: { company_id: 1, base_tariff: 1, tariff_period: 1, enable: 1, suspended: 0, allow_push: 0, ...company } as Company,
  tariffs: [basic, pro],
  periods: [month, year, old],
  pending: [],
  counts: { limit_merchant: 3, limit_admin: 9, limit_courier: 0, limit_user: 0 },
  blockAfter: 14,
  feed: 1,
  trial: 0,
  balance: '4.50',
  timezone: 'UTC',
  period_start: '2026-11-11T12:00:00.000Z',
  due_date: '2026-12-11T12:00:00.000Z',
  paid_total: '20.00',
  usedTariffs: [1, 2],
  terms: { tariff: basic, period: month, addOns: [] },
  ...more,
})

describe('reading a subscription', () => {
  it('reads everything that bills need in one call; used tariffs come from applied payments of type 4', async () => {
    const asked: object[] = []
    const answer = {
      company: { data: [{ company_id: 1, base_tariff: 1, tariff_period: 3, balance: '4.50', timezone: 'UTC', allow_push: 1 }] },
      tariff: { data: [basic, tariffOf(3, 'Gone', '9.00', { status: 0 }), pro] },
      subscribe_period: { data: [month, old] },
      used: { data: [{ tariff: 1, count: 2 }, { tariff: null }] },
      pending: { data: [{ payment_id: 5 }] },
      app_settings: { data: [{ name: 'block_after', value: '20' }] },
      limit_merchant: { data: [{ merchant_id: 1 }], count: 3 },
    }
    const getData = async (input: { tables: object[] }) => {
      asked.push(...input.tables)
      return { data: answer, feed: 7 }
    }
    const read = await readSubscription({ Reference: { getData } } as unknown as Client, 1)
    expect(read.blockAfter).toBe(20)
    expect(read).toMatchObject({ usedTariffs: [1], feed: 7, pending: [{ payment_id: 5 }], counts: { limit_merchant: 3 } })
    expect(read.tariffs.map(({ tariff_id }) => tariff_id)).toEqual([1, 2])
    // The company keeps a period that is no longer offered.
    expect(read.terms).toMatchObject({ period: { month: 24 }, addOns: ['allow_push'] })
    expect(asked).toContainEqual(
      expect.objectContaining({
        as: 'used',
        search: [
          { key: 'company', prm: 1 },
          { key: 'type', prm: 4 },
          { key: 'date_applied', op: 'notnull' },
        ],
        group: ['tariff'],
      }),
    )
  })
})

describe('tariff cards', () => {
  const card = (given: Given, tariff = pro, period = month, addOns: string[] = []) =>
    tariffCard(subscriptionOf(given), { tariff, period, addOns }, now)

  it('BILL-06: only periods with status 1 are offered; the company’s comes first, otherwise the default', () => {
    expect(offeredPeriods(subscriptionOf())).toEqual([month, year])
    expect(initialPeriod(subscriptionOf({ company: { tariff_period: 2 } }))).toBe(year)
    expect(initialPeriod(subscriptionOf({ company: { tariff_period: 3 } }))).toBe(month)
    expect(initialPeriod(subscriptionOf({ periods: [] }))).toBeUndefined()
  })

  it('BILL-18: the card of the company’s base_tariff is the selected one', () => {
    expect(card({}, basic)).toMatchObject({ isSelected: true, action: null })
    expect(card({}, pro)).toMatchObject({ isSelected: false, action: 'switch' })
  })

  it('has the price of a month, and of the period with its discount and add-ons', () => {
    expect(card({}, basic, year, ['allow_push'])).toMatchObject({ monthly: '25.00', total: '240.00', action: 'change' })
  })

  it.each<[string, Given, Tariff, string]>([
    ['a trial of an unused tariff, in a trial', { trial: 1, usedTariffs: [1] }, pro, 'trial'],
    ['a switch to a used one', { trial: 1 }, pro, 'switch'],
    ['a switch to one without a trial', { trial: 1, usedTariffs: [] }, tariffOf(3, 'New', '9.00', { trial: 0 }), 'switch'],
    ['payment of the own tariff in its trial', { trial: 1 }, basic, 'pay'],
    ['payment of an expired one', { due_date: '2026-11-20T12:00:00.000Z' }, basic, 'pay'],
  ])('BILL-19: offers %s', (_what, given, tariff, action) => {
    expect(card(given, tariff).action).toBe(action)
  })

  it('BILL-21 BILL-22 TARIFF-05: a tariff with subscription 0 leads to a contact, and one with another status than 1 is archived', () => {
    expect(card({}, tariffOf(3, 'Big', '900.00', { subscription: 0 })).action).toBe('contact')
    const isArchived = (status: number) => card({}, tariffOf(3, 'Old', '9.00', { status })).isArchived
    expect([0, 1, 2].map(isArchived)).toEqual([true, false, true])
  })

  it('keeps add-ons that the tariff sells and the company has', () => {
    expect(keptAddOns(subscriptionOf({ company: { allow_push: 1, allow_chat: 1 } }), basic)).toEqual(['allow_push'])
    expect(keptAddOns(subscriptionOf({ company: { allow_push: 1 } }), pro)).toEqual([])
  })

  it('counts usage over enabled limits', () => {
    expect(overLimits(subscriptionOf(), basic)).toEqual([{ limit: 'limit_merchant', count: 3, max: 2 }])
    expect(overLimits(subscriptionOf(), pro)).toEqual([])
  })
})

it.each([
  ['20.00', '4.50', '15.50'],
  ['20.00', '5.00', '15.00'],
  ['20.00', '100.00', '15.00'],
  ['20.00', '-3.25', '23.25'],
])('BILL-11: for a price of %s and a balance of %s, a top-up of %s is suggested', (price, balance, suggested) => {
  expect(suggestedTopUp(price, balance)).toBe(suggested)
})

it.each([
  ['15', undefined],
  ['15,50', undefined],
  ['14.99', 'Minimum payment amount is $15'],
  ['0', 'Minimum payment amount is $15'],
  ['', 'Enter an amount, such as 25.00'],
  ['-20', 'Enter an amount, such as 25.00'],
  ['1e3', 'Enter an amount, such as 25.00'],
])('BILL-09 BILL-10: a top-up of %j has the problem %j', (typed, problem) => {
  expect(topUpProblem(typed)).toBe(problem)
})

it.each([
  ['1234.5', 'en', '$1,234.50'],
  ['-3', 'en', '-$3.00'],
  ['12.50', 'ru', '$12,50'],
  ['-12.50', 'ar', '\u200E-$12.50'],
])('writes %s in dollars in %s', (amount, lang, text) => {
  expect(formatDollars(amount, lang)).toBe(text)
})

describe('consequences of a change', () => {
  const reader = { t: createI18n().t, lang: 'en', now }
  function sentences(given: Given, tariff = pro, period = month): string[] {
    const subscription = subscriptionOf(given)
    const { terms, bill } = tariffCard(subscription, { tariff, period, addOns: [] }, now)
    return bill ? consequences(subscription, { terms: { ...terms, tariff }, bill }, reader) : []
  }

  it.each<[string, Given, Tariff, SubscribePeriod, string[]]>([
    [
      'a dearer tariff',
      {},
      pro,
      month,
      [
        'You pay $10.50 now. Pro applies as soon as the payment arrives.',
        '$4.50 is taken from your balance.',
        'The current period still ends on Dec 11, 2026.',
      ],
    ],
    [
      'a longer period',
      { balance: '500.00' },
      basic,
      year,
      [
        'Basic applies today. There is nothing to pay.',
        '$182.00 is taken from your balance.',
        'The new period runs from Nov 26, 2026 to Nov 26, 2027.',
      ],
    ],
    [
      'a cheaper tariff',
      { company: { base_tariff: 2 }, terms: { tariff: pro, period: month, addOns: [] } },
      basic,
      month,
      [
        'Nothing changes and nothing is charged today.',
        'On Dec 11, 2026, when the current subscription ends, Basic begins and $20.00 is charged to your balance.',
        'Your balance is $15.50 short. Top up before then.',
      ],
    ],
    [
      'a trial',
      { trial: 1, usedTariffs: [1] },
      pro,
      month,
      ['Today the free trial of Pro begins. It lasts until Dec 26, 2026. Nothing is charged.'],
    ],
    [
      'payment during a trial',
      { trial: 1, balance: '0.00' },
      basic,
      month,
      [
        'You pay $20.00 now. Basic applies as soon as the payment arrives.',
        'The new period runs from Dec 11, 2026 to Jan 11, 2027.',
      ],
    ],
    [
      'payment a few days late',
      { balance: '0.00', due_date: '2026-11-20T12:00:00.000Z' },
      basic,
      month,
      [
        'You pay $20.00 now. Basic applies as soon as the payment arrives.',
        'The new period runs from Nov 20, 2026 to Dec 20, 2026.',
      ],
    ],
    [
      'payment of a blocked company',
      { balance: '0.00', due_date: '2026-11-12T12:00:00.000Z' },
      basic,
      month,
      [
        'You pay $20.00 now. Basic applies as soon as the payment arrives.',
        'The new period runs from Nov 26, 2026 to Dec 26, 2026.',
      ],
    ],
    [
      'payment 14 days late, when companies are blocked later',
      { balance: '0.00', due_date: '2026-11-12T12:00:00.000Z', blockAfter: 20 },
      basic,
      month,
      [
        'You pay $20.00 now. Basic applies as soon as the payment arrives.',
        'The new period runs from Nov 12, 2026 to Dec 12, 2026.',
      ],
    ],
    [
      'payment of a company that was blocked by day 14, when companies are blocked later',
      { balance: '0.00', due_date: '2026-11-12T12:00:00.000Z', blockAfter: 20, company: { blocked_for_bill: 1 } },
      basic,
      month,
      [
        'You pay $20.00 now. Basic applies as soon as the payment arrives.',
        'The new period runs from Nov 26, 2026 to Dec 26, 2026.',
      ],
    ],
    [
      'a longer period that costs less than what is left',
      { paid_total: '900.00', balance: '0.00' },
      basic,
      year,
      [
        'Basic applies today. There is nothing to pay.',
        '$258.00 of the current period is returned to your balance.',
        'The new period runs from Nov 26, 2026 to Nov 26, 2027.',
      ],
    ],
  ])('are told for %s', (_what, given, tariff, period, expected) => {
    expect(sentences(given, tariff, period)).toEqual(expected)
  })

  it('the steps of the bill are lines in dollars', () => {
    const { bill } = tariffCard(subscriptionOf(), { tariff: pro, period: month, addOns: [] }, now)
    expect(billLines(bill?.steps ?? [], reader)).toEqual([
      'Tariff: $50.00',
      'Already paid, and days that have passed: -$35.00 (Days left: 15 of 30)',
      'From the balance: -$4.50',
      'To pay now: $10.50',
    ])
  })
})

describe('the next 12 months', () => {
  const days = (given: Given) =>
    comingBills(subscriptionOf(given), now).map(({ day, total, fromBalance, toPay }) => `${day} ${total} ${fromBalance} ${toPay}`)

  it('have a bill for each period, paid from the balance first', () => {
    const bills = days({ balance: '24.50' })
    expect(bills).toHaveLength(12)
    expect(bills.slice(0, 3)).toEqual([
      '2026-12-11 20.00 20.00 0.00',
      '2027-01-11 20.00 4.50 15.50',
      '2027-02-11 20.00 0.00 20.00',
    ])
  })

  it('include a debt, the ends of short months, and a change that waits', () => {
    expect(days({ balance: '-5.00', due_date: '2026-12-31T12:00:00.000Z' }).slice(0, 4)).toEqual([
      '2026-12-31 20.00 -5.00 25.00',
      '2027-01-31 20.00 0.00 20.00',
      '2027-02-28 20.00 0.00 20.00',
      '2027-03-31 20.00 0.00 20.00',
    ])
    const waiting = { payment_id: 1, type: 5, state: 'waiting', tariff: 1, tariff_period: 2, option: ['allow_push'] } as Payment
    expect(days({ pending: [waiting] })).toEqual(['2026-12-11 240.00 4.50 235.50'])
  })

  it('bill an overdue period once, today', () => {
    expect(days({ due_date: '2026-09-20T12:00:00.000Z', balance: '0.00' }).slice(0, 2)).toEqual([
      '2026-11-26 20.00 0.00 20.00',
      '2026-12-20 20.00 0.00 20.00',
    ])
  })

  it('KDS-21: are of the company’s days', () => {
    const tokyo = { timezone: 'Asia/Tokyo', due_date: '2026-12-11T20:00:00.000Z' }
    expect(days(tokyo)[0]).toMatch(/^2026-12-12 /)
    // After midnight there.
    const overdue = subscriptionOf({ ...tokyo, due_date: '2026-11-20T12:00:00.000Z' })
    expect(comingBills(overdue, Date.parse('2026-11-26T16:00:00.000Z'))[0]?.day).toBe('2026-11-27')
  })

  it('are empty without a tariff', () => {
    expect(days({ terms: null })).toEqual([])
  })
})
