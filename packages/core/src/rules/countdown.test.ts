import { describe, expect, it } from 'vitest'
import { orderAge, ageRule, countdown, formatSeconds } from './countdown.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()

describe('countdown', () => {
  it.each<[number, number, 'late' | 'ok', string]>([
    [90, 90, 'ok', '1:30'],
    [0.001, 1, 'ok', '0:01'],
    [0, 0, 'late', '0:00'],
    [-0.5, 0, 'late', '0:00'],
    [-5, -5, 'late', '-0:05'],
    [3723, 3723, 'ok', '1:02:03'],
    [-90_000, -90_000, 'late', '-25:00:00'],
  ])('TIME-07 BOARD-35 BOARD-36 ORDER-11: with %f s to the deadline shows %i as %s', (left, seconds, tone, text) => {
    const order = { time_finish: at(left), time_delivery: null }
    expect(countdown(order, { done: 0 }, now)).toStrictEqual({ seconds, tone, text })
  })

  it.each<[number, number, 'late' | 'ok']>([
    [600, 600, 'ok'],
    [-60, -60, 'late'],
    [0, 0, 'late'],
  ])('TIME-08 BOARD-36 ORDER-11: a done order keeps the %i s it had left', (left, seconds, tone) => {
    const order = { time_finish: at(-3600), time_delivery: at(-3600 - left) }
    for (const later of [0, 1e6]) expect(countdown(order, { done: 1 }, now + later)).toMatchObject({ seconds, tone })
  })

  it('TIME-07: ignores an old delivery time on an open order', () => {
    expect(countdown({ time_finish: at(60), time_delivery: at(-600) }, { done: 0 }, now).seconds).toBe(60)
  })

  it.each<[number, string]>([
    [59, '0:59'],
    [600, '10:00'],
    [3600, '1:00:00'],
  ])('BOARD-35: formats %i s as %s', (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text)
  })
})

describe('orderAge', () => {
  const statuses = [{ status: 0, done: 1 }, { status: 2 }, { status: 5, ready: 1 }, { status: 8, done: 1 }]
  const [, cooking, ready] = statuses as [unknown, { status: number }, { status: number }]
  const at5 = { order_age_warning: 5, order_age_late: 8 }

  it.each<[number, object | null, 'warning' | 'late' | undefined]>([
    [299, null, undefined],
    [300, null, 'warning'],
    [479, null, 'warning'],
    [480, null, 'late'],
    [59, { order_age_warning: 1, order_age_late: 2 }, undefined],
    [60, { order_age_warning: 1, order_age_late: 2 }, 'warning'],
    [120, { order_age_warning: 1, order_age_late: 2 }, 'late'],
    [-30, null, undefined],
  ])('KDS-03: after %i s with %j an order is %s', (seconds, company, level) => {
    const order = { time_create: at(-seconds), time_finish: at(600) }
    const minutes = Math.floor(seconds / 60)
    expect(orderAge(order, cooking, ageRule(company, statuses), now)).toEqual(level && { minutes, level })
  })

  it.each([
    ['is ready', {}, ready],
    ['is done', {}, { status: 8 }],
    ['is a pre-order', {}, { status: 1, reservation: 1 }],
    ['is for a set time', { asap: 0 }, cooking],
    ['is past its promised time', { time_finish: at(0) }, cooking],
    ['is due tomorrow', { time_finish: at(86_400) }, cooking],
  ])('KDS-03: the age of an order that %s is not shown', (_what, more, status) => {
    const order = { time_create: at(-9000), time_finish: at(1), ...more }
    expect(orderAge(order, status, ageRule(at5, statuses), now)).toBeUndefined()
    expect(orderAge({ ...order, asap: 1, time_finish: at(1) }, cooking, ageRule(at5, statuses), now)?.level).toBe('late')
  })

  it('KDS-03: without a ready status, orders age until they are done', () => {
    const rule = ageRule(at5, [{ status: 2 }, { status: 8, done: 1 }])
    expect(
      [2, 7, 8].map((status) => orderAge({ time_create: at(-600), time_finish: null }, { status }, rule, now)?.level),
    ).toEqual(['late', 'late', undefined])
  })
})
