import type { Coords, WorkDay } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { type OfferedOrder, type OfferingMerchant, rankMerchants } from './merchant-offer.ts'

// A Saturday, 13:00 in Berlin.
const now = Date.parse('2026-11-21T12:00:00Z')
const week = (start: string, end: string): WorkDay[] =>
  [0, 1, 2, 3, 4, 5, 6].map((day) => ({ name: '', day, work: 1, periods: [{ start, end }] }))
const format = { price: (amount: string) => `${amount} €`, time: (time: string) => time.slice(11, 16), day: String }
const context = {
  company: { timezone: 'Europe/Berlin', fee: '0.50', approxumate_courier_speed: 60, basic_delivery_time: 10 },
  now,
  format,
}
const order: OfferedOrder = {
  type: 1,
  asap: true,
  time_finish: null,
  cart: [{ name: 'Soup', qty: 2, price: '5.00' }],
  destination_coordinates: [52.52, 13.4],
}
type Merchant = OfferingMerchant & { merchant_id: number }
const merchant = (merchant_id: number, more: Partial<Merchant> = {}): Merchant => ({
  merchant_id,
  status: 1,
  address: { coords: [52.5, 13.4] as Coords, radius: 5000 },
  work_time: week('10:00', '22:00'),
  cooking_time: 20,
  delivery: [{ from_km: 0, to_km: 5, price: 2, per_km: 1 }],
  ...more,
})
const rank = (merchants: readonly Merchant[], more: Partial<OfferedOrder> = {}) =>
  rankMerchants({ ...order, ...more }, merchants, context)

it.each<[string, Partial<Merchant>, Partial<OfferedOrder>, unknown[]]>([
  ['nothing', {}, {}, []],
  ['the hours', { work_time: week('18:00', '22:00') }, {}, [{ text: 'Closed until %1', params: ['17:00'] }]],
  [
    'hours without an opening',
    { work_time: week('18:00', '22:00').map((day) => ({ ...day, work: 0 })) },
    {},
    [{ text: 'Closed' }],
  ],
  ['a pause', { paused_until: '2026-11-21T18:40:00.000Z' }, {}, [{ text: 'Paused until %1', params: ['18:40'] }]],
  ['a merchant that is hidden', { status: 0 }, {}, [{ text: 'The merchant does not take orders' }]],
  ['pickup only', { delivery_mode: 3 }, {}, [{ text: 'The merchant does not deliver' }]],
  ['delivery only, for a pickup', { delivery_mode: 2 }, { type: 2 }, [{ text: 'The merchant has no pickup' }]],
  ['the minimum', { min_order_cost: '12.00' }, {}, [{ text: 'Below the minimum order of %1', params: ['12.00 €'] }]],
  [
    'the area',
    { address: { coords: [52.479, 13.4], radius: 2000 } },
    {},
    [{ text: 'Outside the delivery area by %1 km', params: [2.1] }],
  ],
  [
    'the bands',
    { delivery: [{ from_km: 0, to_km: 1, price: 2, per_km: 1 }] },
    {},
    [{ text: 'No delivery band for %1 km', params: [2] }],
  ],
  ['the bands, with a typed delivery cost', { delivery: [{ from_km: 0, to_km: 1, price: 2, per_km: 1 }] }, { delivery: '7' }, []],
  ['area and bands, for a pickup', { address: { coords: [50, 13.4], radius: 1 } }, { type: 2 }, []],
  [
    'several things at once',
    { status: 0, min_order_cost: '99.00' },
    {},
    [{ text: 'The merchant does not take orders' }, { text: 'Below the minimum order of %1', params: ['99.00 €'] }],
  ],
])('a merchant refuses an order because of %s', (_what, more, ordered, refusals) => {
  expect(rank([merchant(1, more)], ordered)[0]?.refusals).toEqual(refusals)
})

const nearer = { address: { coords: [52.52, 13.4] as Coords, radius: 5000 } }
it.each<[string, Partial<Merchant>, Partial<Merchant>]>([
  ['open before closed, even at a lower price', {}, { ...nearer, work_time: week('18:00', '22:00') }],
  ['delivering before pickup only, which costs no delivery', {}, { delivery: [], delivery_mode: 3 }],
  ['open before paused', {}, { ...nearer, paused_until: '2026-11-21T18:40:00.000Z' }],
  ['in the area before outside it', { min_order_cost: '99.00' }, { address: { coords: [52.479, 13.4], radius: 2000 } }],
  ['in the area before beyond the bands', {}, { delivery: [{ from_km: 0, to_km: 1, price: 0, per_km: 0 }] }],
  [
    'outside the area before closed',
    { address: { coords: [52.479, 13.4], radius: 2000 } },
    { work_time: week('18:00', '22:00') },
  ],
  ['reaching the minimum before below it', {}, { ...nearer, min_order_cost: '99.00' }],
  ['the lower price before the earlier time', nearer, { cooking_time: 5 }],
  ['the earlier time at the same price', { cooking_time: 5 }, { cooking_time: 20 }],
  ['otherwise as they are', {}, {}],
])('merchants are ranked: %s', (_what, first, second) => {
  expect(rank([merchant(1, first), merchant(2, second)]).map((item) => item.merchant.merchant_id)).toEqual([1, 2])
  if (first !== second && Object.keys({ ...first, ...second }).length > 0)
    expect(rank([merchant(2, second), merchant(1, first)]).map((entry) => entry.merchant.merchant_id)).toEqual([1, 2])
})

it('a ranked merchant has the total and the promised time of the order', () => {
  const [offer] = rank([merchant(1)])
  // 10.00 + 0.50 fee + 2.00 and 1.00 for each of 2 km; 2 km at 60 km/h + 10 + 20 minutes, rounded up to 5.
  expect([offer?.price.total, offer?.finish, offer?.isDeliveryOpen]).toEqual(['14.50', '2026-11-21T12:35:00.000Z', false])
})

it('an unknown place is not a refusal, but leaves the delivery open', () => {
  const [offer] = rank([merchant(1)], { destination_coordinates: null })
  expect([offer?.refusals, offer?.isDeliveryOpen, offer?.finish]).toEqual([[], true, null])
})

it('a promo code counts only at its merchants', () => {
  const promocode = { code: 'TEN', discount_type: 1, discount: 3, merchant: [2] }
  const ranked = rankMerchants({ ...order, promocode: 'TEN' }, [merchant(1), merchant(2)], { ...context, promocode })
  expect(ranked.map((item) => [item.merchant.merchant_id, item.price.total])).toEqual([
    [2, '11.50'],
    [1, '14.50'],
  ])
})

it('fields that the person may not read cause no refusal', () => {
  expect(rank([{ merchant_id: 1 }])[0]?.refusals).toEqual([])
})
