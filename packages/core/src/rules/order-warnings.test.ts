import type { WorkDay } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { isOpenAt, orderWarnings } from './order-warnings.ts'

const BERLIN = 'Europe/Berlin'
const at = (time: string): number => Date.parse(time)
const week = (start: string, end: string, more: Partial<Record<number, Partial<WorkDay>>> = {}): WorkDay[] =>
  [0, 1, 2, 3, 4, 5, 6].map((day) => ({ name: '', day, work: 1, periods: [{ start, end }], ...more[day] }))

describe('opening hours', () => {
  // The 21st of November 2026 is a Saturday.
  it.each([
    ['before', '2026-11-21T08:59:59Z', false],
    ['from the first minute', '2026-11-21T09:00:00Z', true],
    ['to the last', '2026-11-21T20:59:59Z', true],
    ['after', '2026-11-21T21:00:00Z', false],
  ])('are in company time: %s', (_when, time, isOpen) => {
    expect(isOpenAt(week('10:00', '22:00'), at(time), BERLIN)).toBe(isOpen)
  })

  it.each([
    ['an hour past midnight', '2026-11-22T00:30:00Z', true],
    ['after the end on the next day', '2026-11-22T01:00:00Z', false],
    ['a day off, after the night before', '2026-11-22T00:00:00Z', true],
    ['a day off, in the evening', '2026-11-22T19:00:00Z', false],
  ])('go on past midnight: %s', (_when, timestamp, isOpen) => {
    expect(isOpenAt(week('18:00', '02:00', { 0: { work: 0 } }), at(timestamp), BERLIN)).toBe(isOpen)
  })

  it('follow clock changes', () => {
    // Summer time ended at 01:00 UTC on the 25th of October 2026.
    expect(isOpenAt(week('10:00', '22:00'), at('2026-10-24T08:00:00Z'), BERLIN)).toBe(true)
    expect(isOpenAt(week('10:00', '22:00'), at('2026-10-25T08:00:00Z'), BERLIN)).toBe(false)
    expect(isOpenAt(week('10:00', '22:00'), at('2026-10-25T09:00:00Z'), BERLIN)).toBe(true)
  })

  it('a working day without periods is open all day, a period from and to the same minute too', () => {
    expect(isOpenAt(week('10:00', '22:00', { 6: { periods: [] } }), at('2026-11-21T03:00:00Z'), BERLIN)).toBe(true)
    expect(isOpenAt(week('00:00', '00:00'), at('2026-11-21T03:00:00Z'), BERLIN)).toBe(true)
  })
})

describe('warnings of an order', () => {
  const now = at('2026-11-21T12:00:00Z')
  const order = {
    type: 1,
    asap: true,
    cost: '20.00',
    coords: null,
    finish: now + 60 * 60_000,
    minutes: 60,
    isDeliveryOpen: false,
  }
  const merchant = { status: 1, work_time: week('10:00', '22:00'), min_order_cost: '10.00', preliminary_indent_days: 0 }
  const format = {
    price: (amount: string) => `${amount} €`,
    time: (time: string) => `at ${time}`,
    day: (day: string) => `day ${day}`,
  }
  const context = { timezone: BERLIN, now, format }
  const found = (more: object, other: object = {}) =>
    orderWarnings({ ...order, ...more }, { ...merchant, ...other }, context).map(({ warning }) => warning)

  it('KDS-07: a paused merchant takes no orders until it ends by itself, and says when', () => {
    const until = new Date(now + 60_000).toISOString()
    const text = { text: 'Paused until %1', params: [`at ${until}`] }
    const paused = (more: number) => orderWarnings(order, { ...merchant, paused_until: until }, { ...context, now: now + more })
    expect(paused(59_999)).toEqual([{ warning: 'not_taking', text }])
    expect(paused(60_000)).toEqual([])
  })

  it('are empty for an order that the merchant can take, or whose fields can’t be read', () => {
    expect(found({})).toEqual([])
    expect(orderWarnings(order, {}, context)).toEqual([])
  })

  it.each([
    ['a delivery', 'a merchant that does not deliver', 1, 3, { text: 'The merchant does not deliver' }],
    ['a pickup', 'a merchant without pickup', 2, 2, { text: 'The merchant has no pickup' }],
    ['a delivery', 'a merchant without pickup', 1, 2, undefined],
    ['a pickup', 'a merchant that does not deliver', 2, 3, undefined],
    ['a delivery', 'a merchant with both', 1, 1, undefined],
  ] as const)('not_taking: %s from %s', (_order, _merchant, type, delivery_mode, text) => {
    const expected = text ? [{ warning: 'not_taking', text }] : []
    expect(orderWarnings({ ...order, type }, { ...merchant, delivery_mode }, context)).toEqual(expected)
  })

  it('closed: judged at the start of the kitchen, not at the promised time', () => {
    const finish = at('2026-11-21T21:30:00Z')
    expect(found({ finish, minutes: 60 })).toEqual([])
    expect(found({ finish, minutes: 20 })).toEqual(['closed'])
    expect(found({ finish: at('2026-11-22T09:30:00Z'), minutes: 60 })).toEqual(['closed'])
  })

  it.each<[string, string, Partial<Record<number, Partial<WorkDay>>>, string]>([
    // The 21st is a Saturday; Sunday is a day off.
    ['later the same day', '2026-11-21T06:00:00Z', {}, 'at 2026-11-21T09:00:00.000Z'],
    ['after a day off', '2026-11-21T23:00:00Z', { 0: { work: 0 } }, 'at 2026-11-23T09:00:00.000Z'],
    ['at midnight of a day without periods', '2026-11-21T21:30:00Z', { 0: { periods: [] } }, 'at 2026-11-21T23:00:00.000Z'],
  ])('closed: says when the merchant opens, %s', (_when, timestamp, more, opens) => {
    const other = { ...merchant, work_time: week('10:00', '22:00', more) }
    const [warning] = orderWarnings({ ...order, finish: at(timestamp), minutes: 0 }, other, { ...context, now: at(timestamp) })
    expect(warning?.text.params).toEqual([opens])
  })

  it('say the minimum with the currency, and days like the rest of the interface', () => {
    const other = { ...merchant, preliminary_indent_days: 2 }
    const texts = orderWarnings({ ...order, cost: '9.00' }, other, context).map(({ text }) => text.params)
    expect(texts).toEqual([['day 2026-11-23'], ['10.00 €']])
  })

  it('ignore a time that is not known yet', () => {
    expect(found({ finish: null }, { work_time: week('01:00', '02:00'), preliminary_indent_days: 9 })).toEqual([])
  })

  it('min_cost: below the minimum, not at it, and not for an empty cart', () => {
    expect(['9.99', '10.00', null].map((cost) => found({ cost }))).toEqual([['min_cost'], [], []])
  })

  it('KDS-21: too_early: before the days of notice are over, by the company’s date', () => {
    const other = { preliminary_indent_days: 1 }
    expect(found({}, other)).toEqual(['too_early'])
    // Already the 22nd in Berlin.
    expect(found({ finish: at('2026-11-21T23:30:00Z') }, { ...other, work_time: [] })).toEqual([])
  })

  it('too_early: a set time within the notice of the company, but not as soon as possible', () => {
    const soon = { finish: now + 90 * 60_000 }
    const notice = (more: object, preliminary_indent_minutes: number | null) =>
      orderWarnings({ ...order, ...soon, ...more }, merchant, { ...context, preliminary_indent_minutes })
    const text = { text: 'Pre-orders need %1 min of notice', params: [91] }
    expect(notice({ asap: false }, 91)).toEqual([{ warning: 'too_early', text }])
    expect([notice({ asap: false }, 90), notice({ asap: false }, null), notice({}, 91)]).toEqual([[], [], []])
    expect(notice({ asap: false, finish: now - 1 }, 91)).toHaveLength(1)
  })

  it('too_early: a time that has passed', () => {
    expect(found({ finish: now - 1 }, { work_time: [] })).toEqual(['too_early'])
    expect(found({ finish: now }, { work_time: [] })).toEqual([])
  })

  it('outside_area: beyond the radius, for delivery to a known place', () => {
    const address = { coords: [52.5, 13.4] as [number, number], radius: 2000 }
    const coords = [52.53, 13.4]
    expect(found({ coords }, { address })).toEqual(['outside_area'])
    expect(found({ coords: [52.52, 13.4] }, { address })).toEqual([])
    expect(found({ coords, type: 2 }, { address })).toEqual([])
    expect(found({}, { address })).toEqual([])
    const [warning] = orderWarnings({ ...order, coords: [52.53, 13.4] }, { address }, context)
    expect(warning?.text).toEqual({ text: 'Outside the delivery area: %1 km, the limit is %2 km', params: [3, 2] })
  })

  it('no_delivery_cost: an unknown distance with items, so that no delivery is free by accident', () => {
    expect(found({ isDeliveryOpen: true })).toEqual(['no_delivery_cost'])
    expect(found({ isDeliveryOpen: true, cost: null })).toEqual([])
  })

  it('not_taking: a hidden merchant', () => {
    expect(found({}, { status: 0 })).toEqual(['not_taking'])
  })
})
