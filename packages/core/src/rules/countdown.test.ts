import { describe, expect, it } from 'vitest'
import { ageing, countdown, formatSeconds } from './countdown.ts'

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
  ])('TIME-07 BOARD-35 BOARD-36: with %f s to the deadline it shows %i as %s', (left, seconds, tone, text) => {
    const order = { time_finish: at(left), time_delivery: null }
    expect(countdown(order, { done: 0 }, now)).toStrictEqual({ seconds, tone, text })
  })

  it.each<[number, number, 'late' | 'ok']>([
    [600, 600, 'ok'],
    [-60, -60, 'late'],
    [0, 0, 'late'],
  ])('TIME-08 BOARD-36: a done order keeps the %i s it had left', (left, seconds, tone) => {
    const order = { time_finish: at(-3600), time_delivery: at(-3600 - left) }
    for (const later of [0, 1e6]) expect(countdown(order, { done: 1 }, now + later)).toMatchObject({ seconds, tone })
  })

  it('TIME-07: a delivery time left over on an open order does not count', () => {
    expect(countdown({ time_finish: at(60), time_delivery: at(-600) }, { done: 0 }, now).seconds).toBe(60)
  })

  it.each<[number, string]>([
    [59, '0:59'],
    [600, '10:00'],
    [3600, '1:00:00'],
  ])('BOARD-35: %i s read %s', (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text)
  })
})

describe('ageing', () => {
  it.each<[number, object | null, 'fresh' | 'warning' | 'late']>([
    [299, null, 'fresh'],
    [300, null, 'warning'],
    [479, null, 'warning'],
    [480, null, 'late'],
    [59, { order_age_warning: 1, order_age_late: 2 }, 'fresh'],
    [60, { order_age_warning: 1, order_age_late: 2 }, 'warning'],
    [120, { order_age_warning: 1, order_age_late: 2 }, 'late'],
    [-30, null, 'fresh'],
  ])('KDS-03: after %i s with %j an order is %s', (seconds, company, level) => {
    expect(ageing({ time_create: at(-seconds) }, company, now)).toMatchObject({ level, seconds: Math.max(0, seconds) })
  })

  it('KDS-03: a delivered order ages no longer', () => {
    expect(ageing({ time_create: at(-9000), time_delivery: at(-8900) }, null, now)).toEqual({
      seconds: 100,
      level: 'fresh',
      text: '1:40',
    })
  })
})
