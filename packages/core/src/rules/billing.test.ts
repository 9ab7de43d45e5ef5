import type { TariffOption } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { amountDue, isExpiring, offersTrial, orderUsage, refundable, trialDays } from './billing.ts'

const option = (field: TariffOption, value: string, more: { free?: 0 | 1; enable?: 0 | 1 } = {}) => ({
  field,
  value,
  free: more.free ?? (0 as const),
  enable: more.enable ?? (1 as const),
  show: 1 as const,
  description: {},
})
const tariff = {
  amount: '40.00',
  option: [
    option('allow_chat', '5.00'),
    option('allow_push', '7.50'),
    option('allow_banner', '9.00', { free: 1 }),
    option('allow_ai', '11.00', { enable: 0 }),
    option('limit_order', '1000'),
  ],
}
const all = { allow_chat: 1, allow_push: 1, allow_banner: 1, allow_ai: 1, limit_order: 1 }

describe('amount due', () => {
  it.each([
    ['the tariff alone', { balance: '0.00' }, { month: 1, discount: 0 }, '40.00'],
    ['with the paid add-ons switched on', { ...all, balance: '0.00' }, { month: 1, discount: 0 }, '52.50'],
    ['for the months of the period', { ...all, balance: '0.00' }, { month: 12, discount: 0 }, '630.00'],
    ['minus the discount', { ...all, balance: '0.00' }, { month: 12, discount: 10 }, '567.00'],
    ['minus the balance', { ...all, balance: '60.00' }, { month: 12, discount: 10 }, '507.00'],
    ['never below zero', { ...all, balance: '600.00' }, { month: 1, discount: 0 }, '0.00'],
    ['more after a negative balance', { balance: '-3.00' }, { month: 1, discount: 0 }, '43.00'],
  ])('BILL-16 TARIFF-06: %s', (_what, company, period, due) => {
    expect(amountDue(company, tariff, period)).toBe(due)
  })

  it.each([
    // 10.01 x 50 / 100 is 5.005, and 0.01 x 3 x 50 / 100 is 0.015.
    ['10.01', 1, '5.01'],
    ['0.01', 3, '0.02'],
  ])('BILL-14 BILL-16: half of %s for %i months is rounded once', (amount, month, due) => {
    expect(amountDue({ balance: '0.00' }, { amount, option: null }, { month, discount: 50 })).toBe(due)
  })

  it.each([
    [-1, '10.00', false],
    [0, '10.00', true],
    [4, '0.01', true],
    [4, '0.00', false],
    [5, '10.00', false],
    [null, '10.00', false],
  ])('BOARD-40: %s days left and %s due counts as expiring: %s', (remaining, due, expiring) => {
    expect(isExpiring(remaining, due)).toBe(expiring)
  })
})

describe('order usage', () => {
  it.each([
    [0, 1000, { percent: 0, tone: 'green', forced: false }],
    [799, 1000, { percent: 79, tone: 'green', forced: false }],
    [800, 1000, { percent: 80, tone: 'red', forced: false }],
    [900, 1000, { percent: 90, tone: 'red', forced: false }],
    [901, 1000, { percent: 90, tone: 'red', forced: true }],
    [1200, 1000, { percent: 120, tone: 'red', forced: true }],
    [3, 0, { percent: 100, tone: 'red', forced: true }],
    [3, null, null],
  ])('BOARD-42 BOARD-43: %s of %s', (order_count, limit_order, usage) => {
    expect(orderUsage({ order_count, limit_order })).toEqual(usage)
  })
})

describe('trials', () => {
  it.each<[0 | 1, number | null, boolean]>([
    [1, 14, true],
    [1, 1, true],
    [1, 0, false],
    [1, null, false],
    [0, 14, false],
    [0, 0, false],
  ])('TARIFF-04: a tariff with trial %i and %s days offers a trial: %s', (trial, trial_period, offers) => {
    expect(offersTrial({ trial, trial_period })).toBe(offers)
  })

  it.each<[string, 0 | 1, number | null, number[], number]>([
    ['their days', 1, 14, [], 14],
    ['nothing if the person has had that trial', 1, 14, [2, 3], 0],
    ['their days after a trial of another tariff', 1, 14, [2], 14],
    ['nothing if none is offered', 0, 14, [], 0],
    ['nothing without days', 1, null, [], 0],
  ])('trials give %s', (_what, trial, trial_period, usedTariffs, days) => {
    expect(trialDays({ tariff_id: 3, trial, trial_period }, usedTariffs)).toBe(days)
  })
})

it.each([
  [1, '20.00', '20.00'],
  [4, '42.00', '42.00'],
  [3, '404.84', '0.00'],
  [2, '-0.10', '0.00'],
])('of a payment of type %i with the amount %s, %s can be given back', (type, amount, expected) => {
  expect(refundable({ type, amount })).toBe(expected)
})
