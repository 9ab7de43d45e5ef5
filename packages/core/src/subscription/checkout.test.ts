import type { Client } from '@tiffin/sdk/client'
import { apiError, type Payment } from '@tiffin/sdk/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCheckout } from './checkout.ts'

const PAGE = 'https://pay.example/en/7'
const MINUTE = 60_000
const request = { type: 4, tariff: 2, tariff_period: 1, option: [] } as const
const shown = { type: 4, bill: '10.50' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server with one payment; `up` is its answer to TariffUp. */
function begin({ stored = {}, up = { status: 'OK', page: PAGE } }: { stored?: Partial<Payment>; up?: object } = {}) {
  const payment = { payment_id: 7, type: 4, bill: '10.50', state: 'open', ...stored } as {
    -readonly [K in keyof Payment]: Payment[K]
  }
  const calls: string[] = []
  const keys: (string | undefined)[] = []
  const pages: string[] = []
  let settled = 0
  const faults: Error[] = []
  const call = <T>(name: string, answer: () => T) => {
    calls.push(name)
    const fault = faults.shift()
    if (fault) throw fault
    return { data: answer() }
  }
  const client = {
    Reference: {
      saveData: async (_input: object, { idempotencyKey }: { idempotencyKey: string }) => {
        keys.push(idempotencyKey)
        return call('save', () => ({ payment: { rows: [{ data: { ...payment } }] } }))
      },
      getData: async () => call('read', () => ({ payment: { data: [{ ...payment }] } })),
    },
    Company: {
      TariffUp: async ({ order_id }: { order_id: number }) => call(`up ${order_id}`, () => up),
      cancelPayment: async ({ payment_id }: { payment_id: number }) =>
        call(`cancel ${payment_id}`, () => {
          payment.state = 'cancelled'
          return { status: 'OK' }
        }),
    },
  }
  const checkout = createCheckout({
    client: client as unknown as Client,
    clock: {
      now: Date.now,
      after(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
    company: 1,
    openPage: (url) => void pages.push(url),
    onSettled: () => void (settled += 1),
    log: () => {},
  })
  return {
    checkout,
    payment,
    calls,
    keys,
    pages,
    faults,
    state: () => checkout.store.getState(),
    settled: () => settled,
    reads: () => calls.filter((name) => name === 'read').length,
  }
}

describe('a payment', () => {
  it('BILL-29 BILL-30: opens the page, then asks for its state every 10 s until it is decided', async () => {
    const run = begin()
    await run.checkout.start(request, shown)
    expect(run.pages).toEqual([PAGE])
    expect(run.state()).toMatchObject({ phase: 'waiting', page: PAGE, late: false })
    await vi.advanceTimersByTimeAsync(9999)
    expect(run.reads()).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(run.reads()).toBe(1)
    // A paid change is decided only once it is applied.
    run.payment.state = 'paid'
    await vi.advanceTimersByTimeAsync(10_000)
    expect(run.state().phase).toBe('waiting')
    run.payment.state = 'applied'
    await vi.advanceTimersByTimeAsync(10_000)
    expect(run.state()).toMatchObject({ phase: 'done', result: 'applied' })
    expect([run.reads(), run.settled()]).toEqual([3, 1])
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(run.reads()).toBe(3)
  })

  it('BILL-30: is checked automatically for 30 minutes, then only by hand', async () => {
    const run = begin()
    await run.checkout.start(request, shown)
    await vi.advanceTimersByTimeAsync(30 * MINUTE + 10_000)
    expect(run.state()).toMatchObject({ phase: 'waiting', late: true })
    const asked = run.reads()
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect(run.reads()).toBe(asked)
    run.payment.state = 'applied'
    await run.checkout.check()
    expect(run.state()).toMatchObject({ phase: 'done', result: 'applied' })
  })

  it('is still waited for after a lost answer', async () => {
    const run = begin()
    await run.checkout.start(request, shown)
    run.faults.push(apiError('server_error'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(run.state().phase).toBe('waiting')
    run.payment.state = 'applied'
    await vi.advanceTimersByTimeAsync(10_000)
    expect(run.state().phase).toBe('done')
  })

  it('BILL-31: without a page is applied at once', async () => {
    const run = begin({ stored: { bill: '0.00', state: 'applied' }, up: { status: 'OK' } })
    await run.checkout.start(request, { type: 4, bill: '0.00' })
    expect(run.state()).toMatchObject({ phase: 'done', result: 'applied' })
    expect(run.pages).toEqual([])
  })

  it('BILL-23: of type 5 waits, without TariffUp', async () => {
    const run = begin({ stored: { type: 5, state: 'waiting', bill: '0.00' } })
    await run.checkout.start({ ...request, type: 5 }, { type: 5, bill: '0.00' })
    expect(run.state()).toMatchObject({ phase: 'done', result: 'later' })
    expect(run.calls).toEqual(['save'])
  })

  it('of a top-up is complete once it is paid', async () => {
    const run = begin({ stored: { type: 1, bill: '15.00' } })
    await run.checkout.start({ type: 1, bill: '15.00' }, { type: 1, bill: '15.00' })
    run.payment.state = 'paid'
    await run.checkout.check()
    expect(run.state()).toMatchObject({ phase: 'done', result: 'topped up' })
  })

  it('whose bill the server calculates otherwise must be confirmed', async () => {
    const run = begin({ stored: { bill: '11.00' } })
    await run.checkout.start(request, shown)
    expect(run.state()).toMatchObject({ phase: 'repriced', payment: { bill: '11.00' } })
    expect(run.calls).toEqual(['save'])
    await run.checkout.confirm()
    expect(run.state().phase).toBe('waiting')
    expect(run.calls).toEqual(['save', 'up 7'])
  })

  it('BILL-34: that is refused has the server’s error', async () => {
    const refused = begin({ up: { status: 'FAIL', error: 'The payment has not arrived yet' } })
    await refused.checkout.start(request, shown)
    expect(refused.state()).toMatchObject({ phase: 'failed', error: { message: 'The payment has not arrived yet' } })
    const invalid = begin()
    invalid.faults.push(apiError('over_tariff_limits', { params: ['merchant 3 > 2'] }))
    await invalid.checkout.start(request, shown)
    expect(invalid.state()).toMatchObject({ phase: 'failed', error: { code: 'over_tariff_limits', params: ['merchant 3 > 2'] } })
  })

  it.each([
    ['failed', 'Card declined', 'Card declined'],
    ['failed', '', 'The payment failed'],
    ['cancelled', 'x', 'The payment was cancelled'],
    ['refunded', '', 'The payment was refunded'],
  ] as const)('BILL-34: that %s with %j says so', async (state, description, message) => {
    const run = begin()
    await run.checkout.start(request, shown)
    Object.assign(run.payment, { state, description })
    await run.checkout.check()
    expect(run.state()).toMatchObject({ phase: 'failed', error: { message } })
  })

  it('is created once, even if the answer is lost and it is sent again', async () => {
    const run = begin()
    run.faults.push(apiError('server_error'))
    await run.checkout.start(request, shown)
    await run.checkout.start(request, shown)
    await run.checkout.start({ ...request, tariff: 3 }, shown)
    expect(run.keys[1]).toBe(run.keys[0])
    expect(run.keys[2]).not.toBe(run.keys[0])
  })

  it('that is cancelled is withdrawn and no longer waited for', async () => {
    const run = begin()
    await run.checkout.start(request, shown)
    await run.checkout.cancel()
    expect(run.state()).toEqual({ phase: 'idle' })
    await vi.advanceTimersByTimeAsync(5 * MINUTE)
    expect(run.calls).toEqual(['save', 'up 7', 'cancel 7'])
  })

  it('leaves nothing running when its dialog closes', async () => {
    const run = begin()
    const starting = run.checkout.start(request, shown)
    run.checkout.close()
    await starting
    await vi.advanceTimersByTimeAsync(5 * MINUTE)
    expect(run.state()).toEqual({ phase: 'idle' })
    expect([run.pages, run.reads()]).toEqual([[], 0])
  })

  it.each(['javascript:alert(1)', '//evil.example', 'data:text/html,x'])('never opens %s', async (page) => {
    const run = begin({ up: { status: 'OK', page } })
    await run.checkout.start(request, shown)
    expect(run.pages).toEqual([])
  })
})
