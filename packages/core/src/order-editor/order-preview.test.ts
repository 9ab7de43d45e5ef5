import { describe, expect, it } from 'vitest'
import type { AnyRow } from '#rules/index'
import { previewOrder, type OrderTerms } from './order-preview.ts'

const terms = {
  merchant: {
    merchant_id: 1,
    name: {},
    logo: '',
    address: { coords: [52.5, 13.4], radius: 3000 },
    delivery: [{ from_km: 0, to_km: 5, price: '2', per_km: '1' }],
    cooking_time: 20,
    status: 1,
    min_order_cost: '5.00',
  },
  payType: null,
  company: { fee: '0.50', price_show_decimal: 1, timezone: 'Europe/Berlin' },
} as unknown as OrderTerms
const now = Date.parse('2026-11-26T10:00:00Z')
const line = {
  id: 'soup',
  name: 'Soup',
  qty: 2,
  price: '4.50',
  discount: '0.00',
  addons: [],
  note: '',
  allergens: [],
  station: '',
}
const before = {
  type: 1,
  merchant: 1,
  pay_type: 1,
  cart: [line],
  cost: '9.00',
  fee: '0.50',
  delivery: '3.00',
  discount: '0.00',
  bonus: '0.00',
  tips: '0.00',
  tips_percent: 0,
  promocode: '',
  promocode_amount: '0.00',
  payment_commission: '0.00',
  total: '12.50',
  destination_coordinates: [52.51, 13.4],
  time_finish: '2026-11-26T11:00:00.000Z',
}
const edit = (change: object, known: object = {}) =>
  previewOrder({ before, set: change as AnyRow }, terms, { now, timezone: 'Europe/Berlin', ...known })
const amounts = ({ steps }: ReturnType<typeof edit>) =>
  Object.fromEntries(steps.filter(({ amount }) => Number(amount) !== 0).map(({ label, amount }) => [label, amount]))

describe('an edited order', () => {
  it('shows the stored amounts as long as nothing that affects them changes', () => {
    const stale = { ...before, total: '99.00' }
    const found = previewOrder({ before: stale, set: { comment: 'Ring' } }, terms, { now, timezone: 'UTC' })
    expect(found.steps.at(-1)).toEqual({ label: 'Total', amount: '99.00' })
    expect(found.warnings).toEqual([])
  })

  it.each<[string, object, object]>([
    ['a quantity', { cart: [{ ...line, qty: 4 }] }, { Cost: '18.00', Fee: '0.50', Delivery: '3.00', Total: '21.50' }],
    [
      'a line of another system, without add-ons',
      { cart: [{ id: 1, name: 'Tea', qty: 2, price: '1.00' }] },
      { Cost: '2.00', Fee: '0.50', Delivery: '3.00', Total: '5.50' },
    ],
    ['a discount', { discount: '2' }, { Cost: '9.00', Discount: '-2.00', Fee: '0.50', Delivery: '3.00', Total: '10.50' }],
    ['a place', { destination_coordinates: [52.52, 13.4] }, { Cost: '9.00', Fee: '0.50', Delivery: '4.00', Total: '13.50' }],
    ['tips', { tips_percent: 10 }, { Cost: '9.00', Tips: '0.90', Fee: '0.50', Delivery: '3.00', Total: '13.40' }],
    [
      'amounts and quantities that make no sense',
      { discount: 'x', bonus: '-1', tips_percent: Number.NaN, cart: [{ ...line, qty: Number.NaN }] },
      { Fee: '0.50', Delivery: '3.00', Total: '3.50' },
    ],
    ['ORDER-04: an emptied cart', { merchant: 2, cart: [], promocode: '', discount: '0.00', bonus: '0.00' }, {}],
  ])('follows %s', (_what, change, expected) => {
    expect(amounts(edit(change))).toEqual(expected)
  })

  it('applies a promo code once it is loaded, and says until then that it is unknown', () => {
    const spring = { code: 'SPRING', discount_type: 1, discount: 3 }
    expect(edit({ promocode: 'SPRING' })).toMatchObject({ isCodeOpen: true, refusals: [] })
    expect(amounts(edit({ promocode: 'SPRING' }, { promocode: spring }))).toMatchObject({ 'Promo code': '-3.00', Total: '9.50' })
    expect(edit({ promocode: 'NONE' }, { promocode: null }).refusals).toMatchObject([{ code: 'promocode_unknown' }])
  })

  it('estimates the time from now, and shows the warnings that the change causes', () => {
    expect(edit({}).estimate.minutes).toBe(45)
    const far = edit({ destination_coordinates: [52.54, 13.4], cart: [{ ...line, qty: 1 }] })
    expect(far.estimate.minutes).toBe(60)
    expect(far.warnings.map(({ warning }) => warning)).toEqual(['min_cost', 'outside_area'])
    expect(edit({ time_finish: '2026-11-26T09:00:00.000Z' }).warnings.map(({ warning }) => warning)).toEqual(['too_early'])
  })

  it('judges opening hours by the stored estimate, like the server, unless the way changes', () => {
    const days = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ name: '', day, work: 1, periods: [{ start: '10:00', end: '22:00' }] }))
    const open = { ...terms, merchant: { ...terms.merchant, work_time: days } } as unknown as OrderTerms
    // 22:30 in Berlin; made in 20 minutes it begins after closing, made in 45 before.
    const late = { time_finish: '2026-11-26T21:30:00.000Z' }
    const warned = (set: object) =>
      previewOrder({ before: { ...before, delivery_time: 20 }, set: set as AnyRow }, open, {
        now,
        timezone: 'Europe/Berlin',
      }).warnings.map(({ warning }) => warning)
    expect(warned(late)).toEqual(['closed'])
    expect(warned({ ...late, destination_coordinates: [52.511, 13.4] })).toEqual([])
  })
})
