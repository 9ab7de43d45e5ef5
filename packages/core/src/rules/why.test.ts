import type { Order } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { operator, owner, statuses, viewer } from './sample.ts'
import {
  explainBoard,
  explainEstimate,
  explainHeld,
  explainMoves,
  explainPrice,
  explainPromocode,
  explainWarnings,
} from './why.ts'

const merchant = {
  address: { address: '', coords: [52.5, 13.4] as [number, number], radius: 1000 },
  delivery: [{ from_km: 0, to_km: 5, price: 2, per_km: 1 }],
  cooking_time: 20,
  status: 1,
  min_order_cost: '15.00',
}
const company = { fee: '0.50', price_show_decimal: 1, timezone: 'Europe/Berlin', basic_delivery_time: 15 }
const payType = { commission_percent: 10, commission_fixed: '0.30' }
const stored = {
  order_id: 42,
  type: 1,
  merchant: 10,
  order_status: 102,
  cart: [{ id: 1, name: 'Soup', qty: 2, price: '5.00' }],
  cost: '10.00',
  discount: '1.00',
  bonus: '0.00',
  promocode: 'SPRING',
  promocode_type: 2,
  promocode_discount: 10,
  promocode_amount: '0.90',
  fee: '0.50',
  tips: '0.00',
  tips_percent: 0,
  delivery: '3.00',
  payment_commission: '1.46',
  total: '13.06',
  destination_coordinates: [52.51, 13.4],
  time_create: '2026-11-26T10:00:00.000Z',
  time_finish: '2026-11-26T11:00:00.000Z',
  delivery_time: 45,
  overruled: [],
  delete: 0,
} as unknown as Order
const context = { merchant, company, payType }
const priceOf = (change: object, more: object = {}) =>
  Object.fromEntries(
    explainPrice({ ...stored, ...change }, { ...context, ...more }).map(({ label, amount, why, params }) => [
      label,
      [amount, why, ...(params ?? [])],
    ]),
  )

describe('why a price', () => {
  it('MOON-03: gives each stored amount with the reason of the rules, in steps that add up', () => {
    expect(priceOf({})).toEqual({
      Cost: ['10.00', 'Items: %1', 1],
      Discount: ['-1.00', 'Set manually'],
      'Promo code': ['-0.90', 'Code %1: %2 percent of %3', 'SPRING', 10, '9.00'],
      Fee: ['0.50', "The company's fee"],
      Delivery: ['3.00', '%1 km by degrees: %2 plus %3 per km beyond %4 km', 1, '2.00', '1.00', 0],
      'Payment commission': ['1.46', '%1 percent of %2, plus %3', 10, '11.60', '0.30'],
      Total: ['13.06', undefined],
    })
  })

  it.each<[string, object, object, string, unknown[]]>([
    [
      'delivery set by hand or under earlier bands',
      { delivery: '5.00' },
      {},
      'Delivery',
      ['5.00', 'Set manually, or settings have changed. Current calculation: %1', '3.00'],
    ],
    ['a fee', { fee: '2.00' }, {}, 'Fee', ['2.00', 'Set manually, or settings have changed. Current calculation: %1', '0.50']],
    [
      'a commission under earlier settings',
      {},
      { payType: { commission_percent: 0, commission_fixed: '0.20' } },
      'Payment commission',
      ['1.46', 'Settings have changed. Current calculation: %1', '0.20'],
    ],
    ['free delivery', { type: 2, delivery: '0.00' }, {}, 'Delivery', ['0.00', 'Pickup']],
    ['tips by hand', { tips: '2.00' }, {}, 'Tips', ['2.00', 'Set manually']],
    ['tips as a percentage', { tips: '1.00', tips_percent: 10 }, {}, 'Tips', ['1.00', '%1 percent of %2', 10, '10.00']],
    ['a cost that the items do not make', { cart: [] }, {}, 'Cost', ['10.00', 'Items total %1', '0.00']],
    ['a total that the parts do not make', { total: '99.00' }, {}, 'Total', ['99.00', 'Parts add up to %1', '13.06']],
  ])('MOON-03: tells %s', (_what, change, more, label, step) => {
    expect(priceOf(change, more)[label]).toEqual(step)
  })
})

describe('why a time', () => {
  it('MOON-03: gives the parts of the stored time', () => {
    expect(explainEstimate(stored, { merchant, company })).toEqual([
      { label: 'Driving time', minutes: 6, why: '%1 km at %2 km/h', params: [1, 10] },
      { label: 'Base time', minutes: 15 },
      { label: 'Cooking', minutes: 20 },
      { label: 'Estimate', minutes: 45, why: 'Rounded up to 5 minutes' },
    ])
  })

  it('MOON-03 KDS-07: gives the extra minutes of a kitchen that was busy when the order was placed', () => {
    const busy = { ...merchant, busy_until: '2026-11-26T10:30:00.000Z', busy_minutes: 10 }
    const slow = { ...stored, delivery_time: 55 }
    expect(explainEstimate(slow, { merchant: busy, company }).slice(-2)).toEqual([
      { label: 'Busy kitchen', minutes: 10, why: 'Until %1', params: ['2026-11-26T10:30:00.000Z'] },
      { label: 'Estimate', minutes: 55, why: 'Rounded up to 5 minutes' },
    ])
    // Placed before the kitchen became busy, or after.
    expect(explainEstimate(stored, { merchant: busy, company })).toHaveLength(4)
    const later = { ...slow, time_create: '2026-11-26T10:30:00.000Z' }
    expect(explainEstimate(later, { merchant: busy, company })).toHaveLength(1)
  })

  it('MOON-03: says so if the settings give another time today, and hides unreadable settings', () => {
    const slow = { ...merchant, cooking_time: 50 }
    expect(explainEstimate(stored, { merchant: slow, company })).toEqual([
      { label: 'Estimate', minutes: 45, why: 'Settings have changed. Current estimate: %1 min', params: [75] },
    ])
    expect(explainEstimate(stored, null)).toEqual([{ label: 'Estimate', minutes: 45 }])
    expect(explainEstimate({ ...stored, delivery_time: null }, { merchant, company })).toEqual([])
  })
})

it('MOON-03: only a scheduled order says until when it is held', () => {
  const held = (change: object, now = '2026-11-26T09:00:00.000Z') =>
    explainHeld({ ...stored, asap: 0, ...change }, statuses, Date.parse(now))
  expect(held({})).toEqual([
    {
      label: 'Held until %1: due %2, takes %3 min',
      label_params: ['2026-11-26T10:15:00.000Z', '2026-11-26T11:00:00.000Z', 45],
    },
  ])
  expect(held({ asap: 1 })).toEqual([])
  expect(held({}, '2026-11-26T10:15:00.000Z')).toEqual([])
})

describe('why a promo code', () => {
  const summer = {
    code: 'SUMMER',
    type: 1,
    use: 2,
    discount_type: 1,
    discount: 4,
    date_start: '2026-11-01',
    date_finish: '2026-11-30',
    merchant: [],
  }
  const check = (change: object, uses = { total: 3, customer: 1 }, today = '2026-11-26', order: object = {}) =>
    explainPromocode(
      { ...stored, promocode: '', promocode_type: null, ...order },
      'summer',
      {
        promocode: { ...summer, ...change },
        uses,
        today,
      },
      context,
    ).map(({ label, passed, amount, why, params }) => [label, passed ?? amount, why, ...(params ?? [])])

  it('MOON-03: gives each check in order, and the discount', () => {
    expect(check({})).toEqual([
      ['Code', true, 'Exists'],
      ['Dates', true, 'Valid from %1 to %2', '2026-11-01', '2026-11-30'],
      ['Merchant', true, 'Valid for all merchants'],
      ['Uses in total', true, 'In other orders: %1. No limit', 3],
      ['Uses by this customer', true, 'In other orders: %1. The limit is %2', 1, 2],
      ['Discount', '-4.00', 'Code %1', 'summer'],
    ])
  })

  it.each<[string, object, object | undefined, string, number, unknown[]]>([
    ['too early', {}, undefined, '2026-10-31', 1, ['Dates', false, 'The promo code is not valid before %1', '2026-11-01']],
    ['expired', {}, undefined, '2026-12-01', 1, ['Dates', false, 'The promo code expired on %1', '2026-11-30']],
    [
      'elsewhere',
      { merchant: [99] },
      undefined,
      '2026-11-26',
      2,
      ['Merchant', false, 'The promo code is not valid for this merchant'],
    ],
    [
      'used up by the customer',
      {},
      { total: 2, customer: 2 },
      '2026-11-26',
      4,
      ['Uses by this customer', false, 'In other orders: %1. The limit is %2', 2, 2],
    ],
    [
      'used up in total',
      { type: 2 },
      { total: 2, customer: 0 },
      '2026-11-26',
      3,
      ['Uses in total', false, 'In other orders: %1. The limit is %2', 2, 2],
    ],
  ])('MOON-03: refuses one that is %s, and promises no discount', (_what, change, uses, today, at, line) => {
    const steps = check(change, uses as { total: number; customer: number } | undefined, today)
    expect(steps[at]).toEqual(line)
    expect(steps).toHaveLength(5)
  })

  it('MOON-03: of the order itself shows the discount it got, whatever the code is today', () => {
    const own = { promocode: 'SUMMER', promocode_type: 2, promocode_discount: 10, promocode_amount: '0.90' }
    expect(check({}, undefined, '2026-12-24', own).at(-1)).toEqual([
      'Discount',
      '-0.90',
      'Code %1: %2 percent of %3',
      'SUMMER',
      10,
      '9.00',
    ])
  })

  it('MOON-03: that does not exist is reported as not found, without other reasons', () => {
    const uses = { total: 0, customer: 0 }
    expect(explainPromocode(stored, 'NOPE', { promocode: undefined, uses, today: '2026-11-26' }, context)).toEqual([
      { label: 'Code', passed: false, why: 'Promo code not found' },
    ])
  })
})

it('MOON-03: tells what caused the warnings that an order was created despite', () => {
  const despite = { ...stored, overruled: ['min_cost', 'closed'] } as Order
  expect(explainWarnings(despite, merchant, company)).toEqual([
    { label: 'Warning', why: 'Below the minimum order of %1', params: ['15.00'], passed: false },
    { label: 'Warning', why: 'Closed', passed: false },
  ])
  expect(explainWarnings(stored, merchant, company)).toEqual([])
})

describe('why a card is hidden', () => {
  const period = ['2026-11-25T23:00:00.000Z', '2026-12-03T22:59:59.999Z'] as const
  const board = { merchants: 'all', period, hidden: [], search: '', station: '' } as const
  const seen = (order: object, choice: object = {}) =>
    explainBoard({ ...stored, ...order }, { ...board, ...choice }, statuses, 'en').map(({ label, why, params }) => [
      label,
      why,
      ...(params ?? []),
    ])

  it.each<[string, object, object, unknown[][]]>([
    ['is not hidden', {}, {}, [['On the board', 'In column %1', 'New']]],
    ['is deleted', { delete: 1 }, {}, [['Not on the board', 'The order is deleted']]],
    ['is of a merchant not chosen', {}, { merchants: [11] }, [['Not on the board', 'Its merchant is not selected']]],
    ['has no column', { order_status: 109 }, {}, [['Not on the board', 'Its status %1 is not a column', 'Cancelled']]],
    [
      'is finished and old',
      { order_status: 101, time_create: '2026-11-20T10:00:00.000Z' },
      {},
      [['Not on the board', 'It is finished, and was not created from %1 to %2', ...period]],
    ],
    ['is old but open', { time_create: '2026-11-20T10:00:00.000Z' }, {}, [['On the board', 'In column %1', 'New']]],
    ['is in a hidden column', {}, { hidden: [102] }, [['Not on the board', 'The column %1 is hidden', 'New']]],
    ['does not match the search', {}, { search: 'pizza' }, [['Not on the board', 'It does not match the search %1', 'pizza']]],
    [
      'has nothing for the station',
      { cart: [{ ...stored.cart?.[0], station: 'Bar' }] },
      { station: 'Grill' },
      [['Not on the board', 'It has no items for the station %1', 'Grill']],
    ],
    ['has items for the station', {}, { station: 'Grill' }, [['On the board', 'In column %1', 'New']]],
    ['matches the search', {}, { search: 'soup' }, [['On the board', 'In column %1', 'New']]],
    [
      'is hidden twice',
      { delete: 1 },
      { hidden: [102] },
      [
        ['Not on the board', 'The order is deleted'],
        ['Not on the board', 'The column %1 is hidden', 'New'],
      ],
    ],
  ])('MOON-03 BOARD-13 BOARD-14 KDS-18: that %s', (_what, order, choice, lines) => {
    expect(seen(order, choice)).toEqual(lines)
  })

  it('MOON-03: shows every column if all are hidden', () => {
    const hidden = statuses.map(({ order_status_id }) => order_status_id)
    expect(seen({}, { hidden })).toEqual([['On the board', 'In column %1', 'New']])
  })
})

describe('why a move is closed', () => {
  const moves = (actor: typeof owner, more: object = {}) =>
    explainMoves({ actor, company: { enable: 1 }, order: stored, statuses, ...more }).map(
      ({ label, label_params, passed, why, params }) => [label, ...(label_params ?? []), passed, why, ...(params ?? [])],
    )

  it('MOON-03 BOARD-22: gives the rule for each status', () => {
    const refused = "Orders can't be moved from %1 to %2"
    expect(moves(owner)).toEqual([
      ['Move to %1', 'Accepted', true, 'Allowed'],
      ['Move to %1', 'Cooking', false, refused, 'New', 'Cooking'],
      ['Move to %1', 'Ready', false, refused, 'New', 'Ready'],
      ['Move to %1', 'Delivered', false, refused, 'New', 'Delivered'],
      ['Move to %1', 'Closed', false, 'The column %1 is locked', 'Closed'],
      ['Move to %1', 'Cancelled', true, 'Allowed, with a reason'],
      ['Move to %1', 'Hidden step', false, refused, 'New', 'Hidden step'],
    ])
  })

  it('MOON-03 BOARD-23 PERM-12: says once that nothing may be moved', () => {
    const viewOnly = "You can view this merchant's orders but not change them"
    expect(moves(viewer)).toEqual([['Move', false, viewOnly]])
    expect(moves(operator, { company: { enable: 0 } })).toEqual([['Move', false, 'The company is not enabled']])
  })
})
