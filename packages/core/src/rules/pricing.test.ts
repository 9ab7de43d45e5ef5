import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney, parseMoney, sum } from './money.ts'
import { isNotable, price, type PriceContext, type PricedOrder, tipChoices } from './pricing.ts'

const cart = [
  { id: 1, name: 'Soup', qty: 2, price: '10.00', addons: [{ name: 'Bread', qty: 2, price: '0.50' }] },
  { id: 2, name: 'Tea', qty: 3, price: '3.33', discount: '0.99' },
]
const merchant = {
  address: { coords: [52, 13] as [number, number] },
  delivery: [
    { from_km: 3, to_km: 10, price: 5, per_km: 1.5 },
    { from_km: 0, to_km: 3, price: 2, per_km: 0 },
  ],
}
const near: PricedOrder['destination_coordinates'] = [52.02, 13]
const promocode = {
  code: 'TEN',
  discount_type: 2,
  discount: 10,
  merchant: [10],
  date_start: '2026-11-01',
  date_finish: '2026-11-30',
  use: 2,
}
const unknownPlace = { amount: '0.00', why: 'The distance is unknown' }
const tooFar = { amount: '0.00', why: 'No delivery band for %1 km', params: [50] }
// 0.05 degrees x 100 is 5 km: 5 plus twice 1.50.
const byDegrees = { amount: '8.00', why: '%1 km by degrees: %2 plus %3 per km beyond %4 km', params: [5, '5.00', '1.50', 3] }
const codeOf = (discount_type: number, discount: number): PriceContext => ({
  promocode: { code: 'TEN', discount_type, discount },
})
const tenPercent = { amount: '-1.00', why: 'Code %1: %2 percent of %3', params: ['TEN', 10, '10.00'] }
const codeAccepted = { amount: '-3.00', why: 'Code %1', params: ['TEN'] }
// 2 % of 20.00 plus 0.30.
const commission = { amount: '0.70', why: '%1 percent of %2, plus %3', params: [2, '20.00', '0.30'] }
const lowered = 'Lowered so that the total is not below 0'

const free = [{ id: 3, name: 'Water', qty: 1, price: '0.00' }]

describe('the formula', () => {
  it('PRICE-01 ORDER-13: applies and explains every term, and has the amounts of each line', () => {
    const result = price(
      {
        type: 1,
        merchant: 10,
        cart,
        discount: '1.00',
        bonus: '2.00',
        promocode: 'TEN',
        fee: '0.50',
        tips_percent: 10,
        destination_coordinates: near,
      },
      {
        merchant,
        promocode,
        payType: { commission_percent: 2, commission_fixed: '0.30' },
        today: '2026-11-21',
      },
    )
    // lines 2 x (10 + 1) = 22.00 and 3 x 3.33 - 0.99 = 9.00; 10 % of 30.00; 10 % of 31.00; 2 % of 30.60 + 0.30
    expect(result).toMatchObject({
      cost: '31.00',
      discount: '1.00',
      bonus: '2.00',
      promocode_amount: '3.00',
      tips: '3.10',
      fee: '0.50',
      delivery: '2.00',
      payment_commission: '0.91',
      total: '31.51',
      refusals: [],
      lines: [
        { amount: '22.00', discount: '0.00', total: '22.00' },
        { amount: '9.99', discount: '0.99', total: '9.00' },
      ],
    })
    expect(result.steps.map(({ label, amount }) => [label, amount])).toEqual([
      ['Cost', '31.00'],
      ['Discount', '-1.00'],
      ['Bonus', '-2.00'],
      ['Promo code', '-3.00'],
      ['Tips', '3.10'],
      ['Fee', '0.50'],
      ['Delivery', '2.00'],
      ['Payment commission', '0.91'],
      ['Total', '31.51'],
    ])
  })

  it('PRICE-01: an empty order costs nothing', () => {
    expect(price({})).toMatchObject({ cost: '0.00', total: '0.00', lines: [], refusals: [] })
    const charged = { tips: '1.00', fee: '2.00', delivery: '3.00', discount: '0.50', bonus: '0.50' }
    const { steps, ...amounts } = price({ cart: [], ...charged }, { payType: { commission_percent: 10, commission_fixed: '1' } })
    expect(amounts).toMatchObject({ tips: '0.00', fee: '0.00', delivery: '0.00', payment_commission: '0.00', total: '0.00' })
    expect(steps.filter(isNotable)).toEqual([{ label: 'Total', amount: '0.00' }])
  })

  it('PRICE-01: each line is rounded half up before it is summed', () => {
    const third = { id: 1, name: 'Cheese', qty: 0.335, price: '1.00' }
    expect(price({ cart: [third, third, third] })).toMatchObject({ cost: '1.02', total: '1.02' })
  })

  it('PRICE-01: uses the company’s fee unless the order has its own', () => {
    expect(price({ cart }, { company: { fee: '1.20' } }).fee).toBe('1.20')
    expect(price({ cart, fee: '0.00' }, { company: { fee: '1.20' } }).fee).toBe('0.00')
  })

  it('PRICE-09: the company’s percentages are tips on the cost', () => {
    expect(tipChoices('20.00', { tips: [5, 10, 12.5] })).toEqual([
      { percent: 5, tips: '1.00' },
      { percent: 10, tips: '2.00' },
      { percent: 12.5, tips: '2.50' },
    ])
    expect(price({ cart, tips: '4.00' }).tips).toBe('4.00')
  })
})

describe('delivery', () => {
  it.each<[string, PricedOrder, string, string[]]>([
    ['PRICE-02 ORDER-07', { type: 2, delivery: '9.00', destination_coordinates: near }, '0.00', []],
    ['PRICE-02 ORDER-07', { type: 3, destination_coordinates: near }, '0.00', []],
    ['PRICE-03', { type: 1, destination_coordinates: near }, '2.00', []],
    ['PRICE-03', { type: 1, destination_coordinates: [52.05, 13] }, '8.00', []],
    ['PRICE-03', { type: 1, destination_coordinates: [53, 13] }, '0.00', ['delivery_not_offered']],
    ['PRICE-03', { type: 1, destination_coordinates: null }, '0.00', ['required']],
    ['PRICE-04', { type: 1, destination_coordinates: [53, 13], delivery: '7.00' }, '7.00', []],
  ])('%s: %o costs %s', (_id, order, delivery, codes) => {
    const result = price({ cart: free, ...order }, { merchant })
    expect(result.delivery).toBe(delivery)
    expect(result.total).toBe(delivery)
    expect(result.refusals.map((refusal) => !refusal.allowed && refusal.code)).toEqual(codes)
  })

  it('PRICE-03: a merchant without bands delivers free', () => {
    expect(
      price({ cart: free, type: 1, destination_coordinates: near }, { merchant: { ...merchant, delivery: [] } }),
    ).toMatchObject({
      delivery: '0.00',
      refusals: [],
    })
  })

  it('PRICE-04: applies and names the company’s distance model', () => {
    const order: PricedOrder = { cart: free, type: 1, destination_coordinates: [52, 13.09] }
    const by = (distance_model: string) =>
      price(order, { merchant, company: { distance_model } }).steps.find((s) => s.label === 'Delivery')
    expect(by('degrees')).toMatchObject({ amount: '14.00', params: [9, '5.00', '1.50', 3] })
    expect(by('haversine')?.params?.[0]).toBeCloseTo(6.161, 3)
    expect(by('haversine')?.why).not.toBe(by('degrees')?.why)
  })
})

describe('price steps', () => {
  const stepOf = (label: string, order: PricedOrder, context: PriceContext = {}) =>
    price({ cart: free, ...order }, context).steps.find((step) => step.label === label)
  const soup = { id: 1, name: 'Soup', qty: 1, price: '20.00' }

  it.each<[string, PricedOrder, PriceContext, object]>([
    ['of an order to be fetched', { type: 2 }, { merchant }, { amount: '0.00', why: 'Pickup' }],
    ['without bands', { type: 1 }, {}, { amount: '0.00', why: 'The merchant has no delivery bands' }],
    ['of a merchant nowhere', { destination_coordinates: near }, { merchant: { delivery: merchant.delivery } }, unknownPlace],
    ['of a merchant off the map', { destination_coordinates: near }, { merchant: { ...merchant, address: null } }, unknownPlace],
    ['to nowhere', { type: 1 }, { merchant }, unknownPlace],
    ['beyond the bands', { destination_coordinates: [52.5, 13] }, { merchant }, tooFar],
    ['by degrees', { destination_coordinates: [52.05, 13] }, { merchant }, byDegrees],
    ['that was typed', { delivery: '7.00' }, { merchant }, { amount: '7.00' }],
  ])('PRICE-02 PRICE-03: names the delivery %s', (_what, order, context, step) => {
    expect(stepOf('Delivery', order, context)).toEqual({ label: 'Delivery', ...step })
  })

  it('PRICE-04: names a distance taken from the map', () => {
    const context = { merchant, company: { distance_model: 'haversine' } }
    expect(stepOf('Delivery', { destination_coordinates: [52.05, 13] }, context)).toMatchObject({
      why: '%1 km in a straight line: %2 plus %3 per km beyond %4 km',
    })
  })

  it.each<[string, PricedOrder, PriceContext, object]>([
    ['Tips', { cart: [soup], tips_percent: 5 }, {}, { amount: '1.00', why: '%1 percent of %2', params: [5, '20.00'] }],
    ['Tips', { cart: [soup], tips: '1.50' }, {}, { amount: '1.50' }],
    ['Promo code', { cart: [soup] }, {}, { amount: '0.00' }],
    ['Promo code', { cart: [soup], promocode: 'TEN' }, codeOf(1, 3), { amount: '-3.00', why: 'Code %1', params: ['TEN'] }],
    ['Promo code', { cart: [soup], discount: '10.00', promocode: 'TEN' }, codeOf(2, 10), tenPercent],
    ['Promo code', { cart: [soup], promocode: 'TEN', promocode_type: 1, promocode_discount: 3 }, {}, codeAccepted],
    ['Payment commission', { cart: [soup] }, {}, { amount: '0.00' }],
    ['Payment commission', { cart: [soup] }, { payType: { commission_percent: 2, commission_fixed: '0.30' } }, commission],
    ['Payment commission', { cart: [soup] }, { payType: { commission_fixed: '-0.30' } }, { amount: '0.00' }],
    // A limit that is exactly reached reduces nothing.
    ['Discount', { cart: [soup], discount: '20.00' }, {}, { amount: '-20.00' }],
    ['Discount', { cart: [soup], discount: '20.01' }, {}, { amount: '-20.00', why: lowered }],
    ['Bonus', { cart: [soup], bonus: '25.00' }, {}, { amount: '-20.00', why: lowered }],
  ])('PRICE-01 PRICE-08: names %s of %o', (label, order, context, step) => {
    expect(stepOf(label, order, context)).toEqual({ label, ...step })
  })

  it('PRICE-01: names each refused amount below 0', () => {
    const order: PricedOrder = { cart: [soup], tips: '-1.00', fee: '-1.00', delivery: '-1.00', discount: '-1.00', bonus: '-1.00' }
    const names = ['discount', 'bonus', 'tips', 'fee', 'delivery']
    expect(price(order)).toMatchObject({ total: '20.00', tips: '0.00', fee: '0.00', delivery: '0.00' })
    expect(price(order).refusals).toEqual(names.map((name) => ({ allowed: false, code: 'invalid_value', params: [name] })))
  })

  it('PRICE-03: an unknown distance is refused with the missing value', () => {
    expect(price({ type: 1 }, { merchant }).refusals).toEqual([
      { allowed: false, code: 'required', params: ['destination_coordinates'] },
    ])
  })

  it('PRICE-01: a free line is not refused', () => {
    expect(
      price({
        cart: [
          { ...soup, price: '0.00' },
          { ...soup, qty: 0 },
        ],
      }),
    ).toMatchObject({ total: '0.00', refusals: [] })
  })

  it('PRICE-09: a company without tips offers no tips', () => {
    for (const company of [undefined, null, {}, { tips: null }, { tips: [] }]) expect(tipChoices('20.00', company)).toEqual([])
  })
})

describe('promo codes', () => {
  const ten = { ...promocode, merchant: [], use: null }
  const item = { id: 1, name: 'Soup', qty: 1, price: '33.33' }
  const base: PricedOrder = { merchant: 10, cart: [item], promocode: 'TEN' }

  it.each<[string, Partial<PricedOrder>, PriceContext, string]>([
    ['a percentage of cost minus discount', { discount: '3.33' }, { promocode: ten }, '3.00'],
    ['a percentage', {}, { promocode: ten }, '3.33'],
    ['a fixed amount', {}, { promocode: { ...ten, discount_type: 1 } }, '10.00'],
    ['a fixed amount, capped', {}, { promocode: { ...ten, discount_type: 1, discount: 50 } }, '33.33'],
    ['any other type as percentage', {}, { promocode: { ...ten, discount_type: 7 } }, '3.33'],
    ['terms accepted earlier', { promocode_type: 2, promocode_discount: 20 }, {}, '6.67'],
    ['no code', { promocode: '' }, { promocode: ten }, '0.00'],
  ])('PRICE-08: deducts %s', (_title, order, context, amount) => {
    expect(price({ ...base, ...order }, context)).toMatchObject({ promocode_amount: amount, refusals: [] })
  })

  it.each<[string, Partial<PricedOrder>, PriceContext]>([
    ['promocode_unknown', {}, {}],
    ['promocode_unknown', { promocode: 'OTHER' }, { promocode }],
    ['promocode_merchant', { merchant: 11 }, { promocode }],
    ['promocode_early', {}, { promocode, today: '2026-10-31' }],
    ['promocode_expired', {}, { promocode, today: '2026-12-01' }],
  ])('PRICE-08: ignores the code if %s', (code, order, context) => {
    expect(price({ ...base, ...order }, context)).toMatchObject({
      promocode_amount: '0.00',
      total: '33.33',
      refusals: [{ allowed: false, code }],
    })
  })
})

describe('limits', () => {
  it('PRICE-01: reduces discount, promo code and bonus, in this order, so that nothing is below 0', () => {
    const soup = { id: 1, name: 'Soup', qty: 1, price: '10.00' }
    const result = price(
      { cart: [soup], discount: '8.00', promocode: 'P', bonus: '99.00', tips: '1.00' },
      {
        promocode: { code: 'P', discount_type: 1, discount: 5 },
      },
    )
    expect(result).toMatchObject({ discount: '8.00', promocode_amount: '2.00', bonus: '1.00', total: '0.00' })
    expect(result.steps.find(({ label }) => label === 'Bonus')?.why).toBeDefined()
  })

  it('PRICE-01: an amount below 0 counts as 0 and is refused', () => {
    expect(price({ tips: '-5.00', bonus: '-1.00' })).toMatchObject({
      tips: '0.00',
      bonus: '0.00',
      total: '0.00',
      refusals: [
        { allowed: false, code: 'invalid_value', params: ['bonus'] },
        { allowed: false, code: 'invalid_value', params: ['tips'] },
      ],
    })
  })

  it('PRICE-01: a line below 0 counts as 0 and is refused, but an add-on may be negative', () => {
    const addons = [{ name: 'No cheese', qty: 1, price: '-0.50' }]
    expect(price({ cart: [{ qty: 1, price: '4.00', addons }] })).toMatchObject({ total: '3.50', refusals: [] })
    expect(price({ cart: [{ qty: 1, price: '-4.00' }] })).toMatchObject({
      total: '0.00',
      lines: [{ amount: '0.00', discount: '0.00', total: '0.00' }],
      refusals: [{ allowed: false, code: 'invalid_value', params: ['cart'] }],
    })
  })

  const amount = fc.integer({ min: -50_000, max: 1_000_000 }).map((value) => formatMoney(BigInt(value)))
  const order: fc.Arbitrary<PricedOrder> = fc.record({
    type: fc.constantFrom(1, 2),
    cart: fc.array(
      fc.record({
        id: fc.integer(),
        name: fc.string(),
        qty: fc.integer({ min: 0, max: 9999 }).map((n) => n / 1000),
        price: amount,
        discount: amount,
      }),
      { maxLength: 8 },
    ),
    discount: amount,
    bonus: amount,
    fee: amount,
    tips: amount,
    tips_percent: fc.constantFrom(0, 5, 12.5),
    delivery: fc.option(amount),
    destination_coordinates: fc.option(
      fc.tuple(fc.double({ min: 51, max: 53, noNaN: true }), fc.double({ min: 12, max: 14, noNaN: true })),
    ),
    promocode: fc.constantFrom('', 'TEN'),
  })
  const context = fc.record({
    merchant: fc.constant(merchant),
    payType: fc.record({ commission_percent: fc.integer({ min: 0, max: 100 }), commission_fixed: amount }),
    promocode: fc.record({
      code: fc.constant('TEN'),
      discount_type: fc.constantFrom(1, 2),
      discount: fc.integer({ min: 0, max: 500 }),
    }),
  })

  it('PRICE-01: for any input the total is not below 0 and equals the sum of its steps', () => {
    fc.assert(
      fc.property(order, context, (asked, around) => {
        const result = price(asked, around)
        const steps = result.steps.map((step) => parseMoney(step.amount))
        const total = parseMoney(result.total)
        expect(total >= 0n).toBe(true)
        expect(sum(steps.slice(0, -1))).toBe(total)
        const { cost, discount, bonus, promocode_amount, tips, fee, delivery, payment_commission } = result
        const by = (...values: string[]) => sum(values.map(parseMoney))
        expect(by(cost, tips, fee, delivery, payment_commission) - by(discount, bonus, promocode_amount)).toBe(total)
        expect(sum(result.lines.map((line) => parseMoney(line.total)))).toBe(parseMoney(cost))
      }),
      { numRuns: 500 },
    )
  })

  it('PRICE-01: the amounts do not depend on the order of the lines', () => {
    fc.assert(
      fc.property(order, context, (asked, around) => {
        const { lines: _lines, ...amounts } = price(asked, around)
        const { lines: _turned, ...turned } = price({ ...asked, cart: asked.cart?.toReversed() }, around)
        expect(turned).toEqual(amounts)
      }),
      { numRuns: 500 },
    )
  })
})
