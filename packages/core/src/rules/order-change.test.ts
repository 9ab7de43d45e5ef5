import { describe, expect, it } from 'vitest'
import { refuse } from './actor.ts'
import { fieldOfError, isPriced, affectsDelivery, type OrderChange, preparePricing } from './order-change.ts'
import { price } from './pricing.ts'

const company = { fee: '0.50', price_show_decimal: 1 }
const near = { address: { coords: [52.5, 13.4] as const }, delivery: [{ from_km: 0, to_km: 5, price: '2', per_km: '1' }] }
const spring = { code: 'SPRING', discount_type: 1, discount: 3 }
const before = {
  type: 1,
  merchant: 1,
  pay_type: null,
  cart: [{ name: 'Soup', qty: 2, price: '4.50' }],
  fee: '0.50',
  delivery: '9.00',
  destination_coordinates: [52.51, 13.4],
  promocode: 'OLD',
  promocode_type: 1,
  promocode_discount: 1,
  discount: '0.00',
  bonus: '0.00',
  tips: '0.00',
  tips_percent: 0,
}
const priceOf = (set: OrderChange['set'], change: Pick<OrderChange, 'before'> = { before }) => {
  const { order, context, terms } = preparePricing(
    { ...change, set },
    {
      merchant: () => near as never,
      payType: () => null,
      promocode: (code) => (code.toUpperCase() === 'SPRING' ? spring : null),
      company,
      today: '2026-11-26',
    },
  )
  return { ...price(order, context), terms }
}

describe('price of a changed order', () => {
  it.each<[string, OrderChange['set'], object]>([
    [
      'keeps a delivery cost set by an operator',
      { discount: '1.00' },
      { delivery: '9.00', promocode_amount: '1.00', total: '16.50' },
    ],
    ['computes it for another place', { destination_coordinates: [52.52, 13.4] }, { delivery: '4.00' }],
    ['computes it for another merchant', { merchant: 2 }, { delivery: '3.00' }],
    ['takes a typed one', { merchant: 2, delivery: '7.00' }, { delivery: '7.00' }],
    ['has none for a pickup', { type: 2 }, { delivery: '0.00' }],
    ['keeps the terms of an accepted promo code', { cart: [] }, { cost: '0.00', promocode_amount: '0.00' }],
    [
      'takes the terms of a new one in its own spelling',
      { promocode: 'spring' },
      { promocode_amount: '3.00', terms: { promocode: 'SPRING', promocode_type: 1, promocode_discount: 3 } },
    ],
    [
      'drops those of a removed one',
      { promocode: '' },
      { promocode_amount: '0.00', terms: { promocode_type: null, promocode_discount: null } },
    ],
  ])('%s', (_what, set, expected) => {
    expect(priceOf(set)).toMatchObject(expected)
  })

  it('charges the fee and computes the delivery of an order with its first items', () => {
    const { order, context } = preparePricing(
      { before: { ...before, cart: [], fee: '0.00', delivery: '0.00' }, set: { cart: before.cart } },
      { merchant: () => near as never, payType: () => null, promocode: () => null, company, today: '2026-11-26' },
    )
    expect(price(order, context)).toMatchObject({ cost: '9.00', fee: '0.50', delivery: '3.00' })
  })

  it.each<[string, OrderChange['set'], string]>([
    ['end with their percentage', { tips_percent: 0 }, '0.00'],
    ['follow another percentage', { tips_percent: 5 }, '0.45'],
    ['are an amount instead', { tips_percent: 0, tips: '2.00' }, '2.00'],
    ['stay as long as their percentage', { discount: '1.00' }, '0.90'],
  ])('tips %s', (_what, set, tips) => {
    const tipped = { ...before, tips: '0.90', tips_percent: 10 }
    expect(priceOf(set, { before: tipped })).toMatchObject({ tips })
  })

  it('refuses an unknown code', () => {
    expect(priceOf({ promocode: 'NONE' }).refusals.map(fieldOfError)).toEqual(['promocode'])
  })
})

it.each([
  [{ comment: 'Ring' }, false, false],
  [{ discount: '1.00' }, true, false],
  [{ merchant: 2 }, true, true],
  [{ destination_address: 'Lindenweg 5' }, false, false],
  [{ destination_coordinates: null }, true, true],
])('a change of %j affects the total: %s, the way: %s', (set, total, way) => {
  expect([isPriced(set), affectsDelivery(set)]).toEqual([total, way])
})

it.each([
  [refuse('promocode_expired'), 'promocode'],
  [refuse('delivery_not_offered'), 'destination_coordinates'],
  [refuse('invalid_value', 'discount'), 'discount'],
  [refuse('required', 'destination_coordinates'), undefined],
])('%j is shown at %s', (refusal, field) => {
  expect(fieldOfError(refusal)).toBe(field)
})
