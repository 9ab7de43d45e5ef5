import { describe, expect, it } from 'vitest'
import { deliveryCost, distance } from './delivery.ts'
import { estimate, type EstimateInput } from './estimate.ts'

type Around = { order?: EstimateInput['order']; merchant?: EstimateInput['merchant']; company?: EstimateInput['company'] }
const here: [number, number] = [52, 13]
const shop = { address: { coords: here } }

describe('estimate', () => {
  it.each<[string, Around, number]>([
    // 1 km at 10 km/h is 6 minutes, plus 15 and 20
    ['TIME-01 TIME-02 TIME-03 TIME-04 TIME-05', { order: { type: 1, destination_coordinates: [52.01, 13] } }, 45],
    [
      'TIME-01 TIME-02 TIME-03',
      {
        order: { type: 1, destination_coordinates: [52.01, 13] },
        company: { approxumate_courier_speed: 60, basic_delivery_time: 4 },
      },
      25,
    ],
    ['TIME-02', { order: { type: 1, destination_coordinates: [52.01, 13] }, company: { approxumate_courier_speed: 0 } }, 45],
    [
      'TIME-03 TIME-04',
      {
        order: { type: 1, destination_coordinates: here },
        company: { basic_delivery_time: 0 },
        merchant: { ...shop, cooking_time: 0 },
      },
      0,
    ],
    ['TIME-03 TIME-04', { order: { type: 1, destination_coordinates: here } }, 35],
    ['TIME-04', { order: { type: 1, destination_coordinates: here }, merchant: { ...shop, cooking_time: 26 } }, 45],
    ['TIME-05', { order: { type: 1, destination_coordinates: here }, merchant: { ...shop, cooking_time: 25 } }, 40],
    ['TIME-05', { order: { type: 1, destination_coordinates: [52.05, 13] } }, 65],
    // 18.75 km at 9 km/h: 125 minutes, slightly more in floating point
    [
      'TIME-05',
      {
        order: { type: 1, destination_coordinates: [52.1875, 13] },
        merchant: { ...shop, cooking_time: 0 },
        company: { approxumate_courier_speed: 9, basic_delivery_time: 0 },
      },
      125,
    ],
    ['TIME-06', { order: { type: 1, destination_coordinates: null } }, 80],
    ['TIME-06', { order: { type: 1, destination_coordinates: here }, merchant: { address: { coords: null } } }, 80],
    ['TIME-06', { order: { type: 1, destination_coordinates: here }, merchant: null }, 80],
    ['ORDER-07', { order: { type: 2, destination_coordinates: null } }, 35],
  ])('%s: %j takes %i minutes', (_ids, { order = {}, merchant = shop, company = {} }, minutes) => {
    const result = estimate({ order, merchant, company })
    expect(result.minutes).toBe(minutes)
    expect(result.steps.at(-1)?.minutes).toBe(minutes)
  })

  it('TIME-01 PRICE-04: returns the distance and the formula used', () => {
    const order = { type: 1, destination_coordinates: [52, 13.09] as [number, number] }
    expect(estimate({ order, merchant: shop, company: {} })).toMatchObject({ distance: 9, model: 'degrees', minutes: 90 })
    expect(estimate({ order, merchant: shop, company: { distance_model: 'haversine' } })).toMatchObject({
      model: 'haversine',
      minutes: 75,
    })
  })

  it('TIME-01 TIME-05 TIME-06: names each part of the estimate, or why there is none', () => {
    const order = { type: 1, destination_coordinates: [52, 13.09] as [number, number] }
    const company = { approxumate_courier_speed: 30, basic_delivery_time: 4 }
    expect(estimate({ order, merchant: { ...shop, cooking_time: 26 }, company })).toEqual({
      minutes: 50,
      distance: 9,
      model: 'degrees',
      fallback: false,
      steps: [
        { label: 'Driving time', minutes: 18, why: '%1 km at %2 km/h', params: [9, 30] },
        { label: 'Base time', minutes: 4 },
        { label: 'Cooking', minutes: 26 },
        { label: 'Estimate', minutes: 50, why: 'Rounded up to 5 minutes' },
      ],
    })
    expect(estimate({ order: { type: 1, destination_coordinates: null }, merchant: shop, company })).toEqual({
      minutes: 80,
      distance: null,
      model: 'degrees',
      fallback: true,
      steps: [{ label: 'Default time', minutes: 80, why: 'The distance is unknown' }],
    })
  })

  it('KDS-07: a busy merchant takes longer until it ends by itself, and says when', () => {
    const until = '2026-11-21T18:00:00.000Z'
    const busy = { cooking_time: 20, busy_until: until, busy_minutes: 12 }
    const at = (now?: string) =>
      estimate({ order: { type: 2 }, merchant: busy, company: {}, ...(now ? { now: Date.parse(now) } : {}) })
    expect(at('2026-11-21T17:59:59.999Z')).toMatchObject({
      minutes: 50,
      steps: [
        { label: 'Driving time' },
        { minutes: 15 },
        { minutes: 20 },
        { label: 'Busy kitchen', minutes: 12, why: 'Until %1', params: [until] },
        {},
      ],
    })
    expect(at(until).minutes).toBe(35)
    expect(at().minutes).toBe(35)
    const far = { order: { type: 1 }, merchant: busy, company: {}, now: Date.parse('2026-11-21T17:00:00Z') }
    expect(estimate(far)).toMatchObject({
      minutes: 92,
      fallback: true,
      steps: [{ minutes: 80 }, { label: 'Busy kitchen', minutes: 12 }],
    })
  })

  it('TIME-01: an order without a type is delivered, and missing values get their defaults', () => {
    for (const type of [undefined, null])
      expect(estimate({ order: { type, destination_coordinates: [52.01, 13] }, merchant: shop, company: null }).distance).toBe(1)
    for (const merchant of [undefined, null, {}])
      expect(estimate({ order: { type: 2 }, merchant, company: undefined }).minutes).toBe(35)
    expect(estimate({ order: { type: 1 }, merchant: {}, company: {} }).minutes).toBe(80)
  })
})

describe('delivery', () => {
  it.each<[[number, number] | null, [number, number] | null, 'degrees' | 'haversine', number | null]>([
    [here, [52.03, 13.04], 'degrees', 5],
    [here, here, 'degrees', 0],
    [here, null, 'degrees', null],
    [null, here, 'haversine', null],
    [[0, 0], [0, 1], 'haversine', 111.195],
    [[60, 30], [60, 31], 'haversine', 55.597],
    [[90, 0], [-90, 0], 'haversine', 20015.114],
  ])('PRICE-04: from %j to %j by %s are %s km', (from, to, model, km) => {
    expect(distance(from, to, model)).toBe(km)
  })

  const tiers = [
    { from_km: 5, to_km: 10, price: 4, per_km: 0.333 },
    { from_km: 0, to_km: 5, price: 1.5, per_km: 0.1 },
  ]
  it.each<[number, string | undefined]>([
    [0, '1.50'],
    [5, '2.00'],
    [5.001, '4.00'],
    [7, '4.66'],
    [10, '5.65'],
    [10.001, undefined],
  ])('PRICE-03: %f km cost %s', (km, amount) => {
    expect(deliveryCost(tiers, km)?.amount).toBe(amount)
  })
})
