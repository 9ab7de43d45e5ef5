import { describe, expect, it } from 'vitest'
import { companySeeds } from '@tiffin/sdk/contract'
import { isTouched, nextStep, type OpenOrder } from './next-step.ts'

const transfer = new Map(companySeeds.order_status.map((row) => [row.status, row.transfer]))
const options = { seed: 7, speed: 1 }
const order = (order_id: number, more: Partial<OpenOrder> = {}): OpenOrder => ({
  order_id,
  order_status: 0,
  type: 1,
  merchant: 1,
  courier: 0,
  last_time: '2026-11-21T12:00:00.000Z',
  time_finish: '2026-11-21T13:00:00.000Z',
  revision: 1,
  ...more,
})
const minutes = (due: number) => (due - Date.parse('2026-11-21T12:00:00Z')) / 60_000
const many = Array.from({ length: 2000 }, (_, index) => index + 1)

describe('nextStep', () => {
  it.each([1, 2, 3, 4, 5, 6, 7])('continues from status %i only where the transfer list allows', (status) => {
    const targets = new Set(many.flatMap((id) => [1, 2].map((type) => nextStep(order(id, { type }), status, options)?.to)))
    expect([...targets].filter((to) => to === undefined || !transfer.get(status)?.includes(to))).toEqual([])
  })

  it.each([0, 8, 9])('leaves an order in status %i where it is', (status) => {
    expect(nextStep(order(1), status, options)).toBeNull()
  })

  it('returns the same step for the same order and seed, and other times for other orders', () => {
    expect(nextStep(order(5), 4, options)).toEqual(nextStep(order(5), 4, options))
    expect(new Set(many.slice(0, 50).map((id) => nextStep(order(id), 4, options)?.due)).size).toBe(50)
  })

  it('takes longer to cook than to accept, and half the time at double speed', () => {
    const mean = (status: number, speed = 1) =>
      many.reduce((sum, id) => sum + minutes(nextStep(order(id), status, { seed: 7, speed })?.due ?? 0), 0) / many.length
    expect(mean(4)).toBeGreaterThan(mean(3) * 3)
    expect(mean(4, 2)).toBeCloseTo(mean(4) / 2, 1)
  })

  it('KDS-23: cancels about one of twenty, each with a reason and before it is ready', () => {
    const cancelled = many.filter((id) => [2, 3, 4].some((status) => nextStep(order(id), status, options)?.to === 0))
    expect(cancelled.length / many.length).toBeGreaterThan(0.03)
    expect(cancelled.length / many.length).toBeLessThan(0.07)
    const steps = cancelled.flatMap((id) => [2, 3, 4].map((status) => nextStep(order(id), status, options)))
    for (const step of steps) expect(step?.reason !== undefined).toBe(step?.to === 0)
  })

  it('assigns couriers to deliveries that are ready and have none', () => {
    expect(nextStep(order(1), 5, options)).toMatchObject({ to: 6, courier: true })
    expect(nextStep(order(1, { courier: 4 }), 5, options)).toMatchObject({ to: 6, courier: false })
    expect(nextStep(order(1, { type: 2 }), 5, options)).toMatchObject({ to: 8, courier: false })
  })

  it('starts a pre-order in time for its delivery time', () => {
    expect(minutes(nextStep(order(1), 1, options)?.due ?? 0)).toBe(10)
  })
})

describe('isTouched', () => {
  const event = (login: string | null, after: object, table = 'order') => ({
    admin: login === null ? null : { login },
    action: 'Update',
    table,
    after: after as Record<string, unknown>,
  })
  it.each([
    ['nobody but itself', [event('simulator', { order_status: 3 })], false],
    ['the server', [event(null, { order_status: 9 })], false],
    ['a console that printed it', [event('operator', { print: 4 })], false],
    ['a print job', [event('operator', { state: 'printed' }, 'print_job')], false],
    ['someone who moved it', [event('simulator', {}), event('operator', { order_status: 4 })], true],
    ['someone who moved it before another move', [event('operator', { order_status: 4 }), event('simulator', {})], true],
    ['someone who wrote a comment', [event('owner', { comment: 'x' })], true],
  ])('%s', (_what, events, touched) => expect(isTouched(events, 'simulator')).toBe(touched))
})
