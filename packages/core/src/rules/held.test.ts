import { describe, expect, it } from 'vitest'
import { heldText, heldUntil } from './held.ts'

const due = '2026-11-21T19:00:00.000Z'
const at = (clock: string): number => Date.parse(`2026-11-21T${clock}Z`)
const order = { asap: 0, time_finish: due, delivery_time: 40 }

describe('scheduled orders are held until time_finish minus the estimate and then fire', () => {
  it.each([
    ['before the start', {}, 2, '18:19:59.999', '18:20'],
    ['at the start', {}, 2, '18:20', undefined],
    ['without an estimate', { delivery_time: null }, 2, '17:00', '17:40'],
    ['that is as soon as possible', { asap: 1 }, 2, '12:00', undefined],
    ['in a reservation column', {}, 1, '12:00', '18:20'],
    ['that is ready', {}, 4, '12:00', undefined],
    ['that was cancelled', {}, 0, '12:00', undefined],
    ['without a time', { time_finish: null }, 2, '12:00', undefined],
  ])('KDS-11: an order %s', (_which, more, status, now, until) => {
    expect(heldUntil({ ...order, ...more }, { status }, 4, at(now))).toBe(until === undefined ? undefined : at(until))
  })

  it('KDS-11: says why it is held and until when', () => {
    const time = (timestamp: string | number) => new Date(timestamp).toISOString().slice(11, 16)
    expect(heldText(order, at('18:20'), time)).toEqual({
      text: 'Held until %1: due %2, takes %3 min',
      params: ['18:20', '19:00', 40],
    })
  })
})
