import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatMoney, parseMoney, sum } from '@tiffin/core/rules'
import type { WhyStep } from '@tiffin/sdk/contract'
import { type BillingWorld, startBillingWorld } from '#server/test/billing-world'
import { fullRunOnly } from '#server/test/full'
import { confirmPayment } from './confirm-payment.ts'

let billing: BillingWorld
const sql = <R extends object = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  billing.server.database.asOwner<R>(text, values)
beforeAll(async () => {
  billing = await startBillingWorld()
  await sql(`update tariff set option = (
    select jsonb_agg(case when e->>'field' = 'limit_merchant' then e || '{"value": ""}' else e end) from jsonb_array_elements(option) e)`)
})
afterAll(() => billing.stop())

const cents = (min: number, max: number) => fc.integer({ min, max }).map((amount) => formatMoney(BigInt(amount)))
const change = fc.record({
  tariff: fc.constantFrom(1, 2),
  period: fc.constantFrom(1, 2, 3, 4),
  addOn: fc.boolean(),
  trial: fc.boolean(),
  current: fc.constantFrom(1, 2),
  currentPeriod: fc.constantFrom(1, 2, 3, 4),
  paid: cents(0, 60_000),
  balance: cents(-5000, 20_000),
  /** Of the period, when the change is requested. */
  hour: fc.integer({ min: 0, max: 31 * 24 }),
  /** Minutes until it is paid, and until that is reported. */
  delay: fc.integer({ min: 0, max: 45 }),
  lateness: fc.integer({ min: 0, max: 72 * 60 }),
  prices: fc.record({ 1: cents(0, 9999), 2: cents(0, 9999), addOn: cents(1, 999) }),
})

const after = (moment: string, minutes: number): string => new Date(Date.parse(moment) + minutes * 60_000).toISOString()

it('the quoted amount is charged, booked and invoiced, whenever it is paid and reported', async () => {
  const counts = { applied: 0, expired: 0, later: 0, free: 0 }
  await fc.assert(
    fc.asyncProperty(change, async (drawn) => {
      await billing.reset({
        trial: drawn.trial ? 1 : 0,
        base_tariff: drawn.current,
        tariff_period: drawn.currentPeriod,
        paid_total: drawn.paid,
      })
      await billing.set({ balance: drawn.balance })
      await sql(
        `update tariff set amount = case tariff_id when 1 then $1::numeric else $2::numeric end, option = (select jsonb_agg(
           case when e->>'field' = 'allow_push' then e || jsonb_build_object('value', $3::text, 'free', 0, 'enable', 1) else e end)
           from jsonb_array_elements(option) e)`,
        [drawn.prices[1], drawn.prices[2], drawn.prices.addOn],
      )
      const requested = after('2026-11-01T00:00:00.000Z', drawn.hour * 60)
      billing.setTime(requested)
      const option = drawn.addOn ? ['allow_push'] : []
      const saved = await billing.save({ type: 4, tariff: drawn.tariff, tariff_period: drawn.period, option })
      if (saved.code === 'nothing_to_change') return
      expect(saved.status, saved.error).toBe('OK')
      const quote = saved.row as { payment_id: number; type: number; bill: string; charge: string; steps: WhyStep[] }
      expect(quote.steps.at(-1)).toEqual({ label: 'To pay now', amount: quote.bill })
      // Prices change in the meantime.
      await sql('update tariff set amount = amount + 7')
      const paidAt = after(requested, drawn.delay)
      if (quote.bill === '0.00') {
        billing.setTime(paidAt)
        if (quote.type === 4) await billing.owner('TariffUp', { order_id: quote.payment_id })
      } else {
        billing.setTime(after(paidAt, drawn.lateness))
        const report = { kind: 'paid', reference: `test:${quote.payment_id}`, payment: quote.payment_id } as const
        const money = { amount: quote.bill, currency: 'USD', at: new Date(paidAt) }
        expect(await confirmPayment(billing.server.context, 'test', { ...report, ...money })).toBe('booked')
      }
      const { state } = await billing.payment(quote.payment_id)
      const booked = await sql<{ amount: string; invoiced: string | null; lines: WhyStep[] | null }>(
        `select b.amount::text, i.amount::text as invoiced, i.lines from booking b left join invoice i on i.booking = b.booking_id
         where b.reference = $1`,
        [`change:${quote.payment_id}`],
      )
      if (state !== 'applied') {
        expect(booked).toEqual([])
        return void (counts[quote.type === 5 ? 'later' : 'expired'] += 1)
      }
      if (quote.charge === '0.00') {
        expect(booked).toEqual([])
        return void (counts.free += 1)
      }
      counts.applied += 1
      const [one] = booked
      expect(booked).toHaveLength(1)
      expect(one).toMatchObject({ amount: formatMoney(-parseMoney(quote.charge)), invoiced: quote.charge })
      expect(formatMoney(sum((one?.lines ?? []).map(({ amount = '0.00' }) => parseMoney(amount))))).toBe(quote.charge)
      const paid = max(0n, parseMoney(quote.charge) - parseMoney(drawn.balance))
      expect(quote.bill).toBe(formatMoney(paid))
    }),
    { numRuns: fullRunOnly.is ? 10_000 : 150 },
  )
  // Each kind of case is among them.
  expect(Math.min(...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThan(0)
}, 1_800_000)

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
