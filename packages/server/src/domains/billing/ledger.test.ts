import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatMoney, parseMoney, sum } from '@tiffin/core/rules'
import type { PaymentReport } from '#providers/payments/payment-provider'
import { type BillingWorld, startBillingWorld } from '#server/test/billing-world'
import { billCompanies } from './bill-companies.ts'
import { confirmPayment } from './confirm-payment.ts'

let billing: BillingWorld
beforeAll(async () => {
  billing = await startBillingWorld()
  await billing.server.database.asOwner(`update tariff set option = (
    select jsonb_agg(case when e->>'field' = 'limit_merchant' then e || '{"value": ""}' else e end) from jsonb_array_elements(option) e)`)
})
beforeEach(() => billing.reset())
afterAll(() => billing.stop())

const report = (payment: unknown, more: Partial<PaymentReport> = {}): PaymentReport => ({
  kind: 'paid',
  reference: `test:${String(payment)}`,
  payment: Number(payment),
  amount: '42.00',
  currency: 'USD',
  at: billing.now(),
  ...more,
})
const refundOf = { kind: 'refund', reference: 'R', of: 'the payment' } as const
const disputeOf = { kind: 'dispute', reference: 'D', of: 'the payment' } as const
const confirm = (one: PaymentReport) => confirmPayment(billing.server.context, 'test', one)
const open = async (): Promise<number> => Number((await billing.change(2, 1))['payment_id'])
const outcomes = async () =>
  (await billing.server.database.asOwner<{ outcome: string }>('select outcome from payment_report order by 1')).map(
    ({ outcome }) => outcome,
  )

describe('bookings', () => {
  it('the database refuses to change or delete one, or to set a balance', async () => {
    await billing.set({ balance: '20.00' })
    const { db } = billing.server.context
    const { a } = billing.server.world
    for (const statement of [
      'update booking set amount = 1000',
      'delete from booking',
      'truncate booking',
      'update company set balance = 1000',
      'update company set balance = balance + 0.01',
    ])
      await expect(
        db.write({ company: a }, (tx) => tx.sql(statement)),
        statement,
      ).rejects.toMatchObject({ code: '42501' })
    expect((await billing.company())['balance']).toBe('20.00')
  })

  it('a correction needs a reason and a platform administrator, and is in the history', async () => {
    expect((await billing.owner('correct', { amount: '5.00', reason: 'please' })).code).toBe('forbidden')
    expect((await billing.owner('retryBilling', {})).code).toBe('forbidden')
    for (const input of [
      { amount: '5.00', reason: ' ' },
      { amount: '0.00', reason: 'x' },
      { amount: '1.001', reason: 'x' },
      { amount: '5.00' },
    ])
      expect((await billing.platform('correct', input)).code).toBe('invalid_value')
    expect((await billing.platform('correct', { amount: '-2.50', reason: 'Paid by bank' }))['data']).toEqual({
      status: 'OK',
      balance: '-2.50',
    })
    const { world, database } = billing.server
    expect(await database.asOwner('select kind, reason, "user"::int from booking')).toEqual([
      { kind: 'correction', reason: 'Paid by bank', user: world.platform },
    ])
    const [audit] = await database.asOwner(
      `select c.admin::int from audit_row r join change c using (change_id) where r.table_name = 'booking' order by r.change_id desc limit 1`,
    )
    expect(audit).toEqual({ admin: world.platform })
  })

  it('money is never lost and never booked twice, whatever happens in which order', async () => {
    const step = fc.record({
      act: fc.constantFrom('save', 'up', 'paid', 'refund', 'correct', 'cancel', 'round', 'later'),
      which: fc.nat(5),
      cents: fc.integer({ min: 1500, max: 20_000 }),
      again: fc.boolean(),
      tariff: fc.constantFrom(1, 2),
      period: fc.constantFrom(1, 2, 4),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await billing.reset()
        const payments: number[] = []
        let received = 0n
        const seen = new Set<string>()
        for (const { act, which, cents, again, tariff, period } of steps) {
          const payment = payments[which % Math.max(1, payments.length)]
          const amount = formatMoney(BigInt(cents))
          if (act === 'save') {
            const row = again ? { type: 1, bill: amount } : { type: 4, tariff, tariff_period: period, option: [] }
            const saved = await billing.save(row)
            if (saved.status === 'OK') payments.push(Number(saved.row['payment_id']))
          } else if (act === 'correct') {
            await billing.platform('correct', { amount: `-${amount}`, reason: 'test' })
            received -= BigInt(cents)
          } else if (act === 'round') await billCompanies(billing.server.context)
          else if (act === 'later') billing.setTime(new Date(billing.now().getTime() + which * 6 * 86_400_000).toISOString())
          else if (payment !== undefined && act === 'up') await billing.owner('TariffUp', { order_id: payment })
          else if (payment !== undefined && act === 'cancel') await billing.owner('cancelPayment', { payment_id: payment })
          else if (payment !== undefined) {
            const kind = act === 'paid' ? 'paid' : 'refund'
            const reference = `${kind}:${payment}:${again ? 0 : which}`
            const all = await Promise.all(
              Array.from({ length: again ? 3 : 1 }, () => confirm(report(payment, { kind, reference, amount }))),
            )
            expect(all.filter((one) => one === 'booked').length).toBe(seen.has(reference) ? 0 : 1)
            if (!seen.has(reference)) received += kind === 'paid' ? BigInt(cents) : -BigInt(cents)
            seen.add(reference)
          }
        }
        const bookings = await billing.bookings()
        const total = sum(bookings.map(({ amount }) => parseMoney(amount)))
        expect((await billing.company())['balance']).toBe(formatMoney(total))
        const outside = bookings.filter(({ kind }) => ['payment', 'refund', 'correction'].includes(kind))
        expect(sum(outside.map(({ amount }) => parseMoney(amount)))).toBe(received)
      }),
      { numRuns: 25 },
    )
  }, 300_000)
})

describe('reports of a payment provider', () => {
  it('are booked once, however often and at the same time they come (AMB-236)', async () => {
    const payment = await open()
    const all = await Promise.all(Array.from({ length: 8 }, () => confirm(report(payment))))
    expect(all.toSorted()).toEqual(['booked', ...Array.from({ length: 7 }, () => 'repeated')])
    expect(await billing.company()).toMatchObject({ base_tariff: 2, balance: '0.00' })
  })

  it.each<[string, Partial<PaymentReport>, string]>([
    ['another currency', { currency: 'EUR' }, 'wrong_currency'],
    ['no amount', { amount: '0.00' }, 'wrong_amount'],
    ['another company', { company: 999_999 }, 'foreign_company'],
    ['an unknown payment', { payment: 999_999 }, 'unknown_payment'],
    ['a refund of money that was never reported', { kind: 'refund', payment: undefined, of: 'test:none' }, 'unmatched'],
  ])('%s books nothing and is logged', async (_what, more, outcome) => {
    await billing.server.database.asOwner('truncate payment_report')
    const payment = await open()
    expect(await confirm(report(payment, more))).toBe(outcome)
    expect(await billing.bookings()).toEqual([])
    expect(await outcomes()).toEqual([outcome])
    expect(await billing.payment(payment)).toMatchObject({ state: 'open' })
  })

  it('an underpayment stays on the balance until the rest arrives; an overpayment stays there too', async () => {
    const payment = await open()
    await confirm(report(payment, { amount: '41.99' }))
    expect(await billing.company()).toMatchObject({ base_tariff: 1, balance: '41.99' })
    await confirm(report(payment, { amount: '10.00', reference: 'rest' }))
    expect(await billing.company()).toMatchObject({ base_tariff: 2, balance: '9.99' })
  })

  it('money for a cancelled or an expired payment stays on the balance (AMB-235)', async () => {
    const cancelled = await open()
    await billing.owner('cancelPayment', { payment_id: cancelled })
    await confirm(report(cancelled))
    expect(await billing.company()).toMatchObject({ base_tariff: 1, balance: '42.00' })
    await billing.reset()
    const expired = await open()
    billing.setTime('2026-11-10T12:31:00Z')
    await confirm(report(expired))
    expect(await billing.company()).toMatchObject({ base_tariff: 1, balance: '42.00' })
    expect(await billing.payment(expired)).toMatchObject({ state: 'cancelled', amount: '42.00' })
  })

  it('a payment made in time is applied as quoted, even if it is reported late', async () => {
    const payment = await open()
    const at = billing.now()
    billing.setTime('2026-11-13T12:00:00Z')
    await confirm(report(payment, { at }))
    expect(await billing.company()).toMatchObject({ base_tariff: 2, balance: '0.00' })
  })

  it('is booked even if it can not be applied; the company is parked, and a retry applies it (AMB-243)', async () => {
    const sql = (text: string) => billing.server.database.asOwner(text)
    const [change, topUp] = [await open(), Number((await billing.save({ type: 1, bill: '20.00' })).row['payment_id'])]
    await sql(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no charge today'; end $$`)
    await sql(
      `create trigger refuse before insert on booking for each row when (new.kind = 'subscription') execute function refuse()`,
    )
    expect(await Promise.all([confirm(report(change)), confirm(report(change))])).toEqual(
      expect.arrayContaining(['booked', 'repeated']),
    )
    const parked = { base_tariff: 1, balance: '42.00', billing_problem: 'no charge today' }
    expect(await billing.company()).toMatchObject(parked)
    expect(await billing.payment(change)).toMatchObject({ state: 'paid', amount: '42.00', date_paid: billing.now() })
    // Other money for the parked company arrives, too.
    expect(await confirm(report(topUp, { amount: '20.00' }))).toBe('booked')
    expect(await billing.payment(topUp)).toMatchObject({ state: 'applied' })
    await sql('drop trigger refuse on booking')
    await sql('drop function refuse')
    // Paid in time, so it is applied as quoted.
    billing.setTime('2026-11-11T12:00:00Z')
    expect((await billing.platform('retryBilling', {}))['data']).toEqual({ status: 'OK' })
    expect(await billing.company()).toMatchObject({ base_tariff: 2, balance: '20.00', billing_problem: '' })
    expect(await billing.payment(change)).toMatchObject({ state: 'applied' })
    expect((await billing.bookings()).map(({ amount }) => amount)).toEqual(['42.00', '20.00', '-42.00'])
  })

  describe('of a payment that could not be applied', () => {
    const sql = (text: string) => billing.server.database.asOwner(text)
    const noCharges = async (work: () => Promise<void>, problem = `exception 'no charge today'`) => {
      await sql(`create function refuse() returns trigger language plpgsql as $$ begin raise ${problem}; end $$`)
      await sql(
        `create trigger refuse before insert on booking for each row when (new.kind = 'subscription') execute function refuse()`,
      )
      try {
        await work()
      } finally {
        await sql('drop trigger refuse on booking')
        await sql('drop function refuse')
      }
    }
    const retry = async () => expect((await billing.platform('retryBilling', {}))['data']).toEqual({ status: 'OK' })

    it.each(['refund', 'dispute'] as const)('a %s of its money: a retry does not apply it', async (kind) => {
      const payment = await open()
      const back = { kind, reference: 'back', payment: undefined, of: `test:${payment}`, amount: '30.00' }
      await noCharges(async () => {
        await confirm(report(payment))
        expect(await confirm(report(undefined, back))).toBe('booked')
      })
      await retry()
      expect(await billing.company()).toMatchObject({ base_tariff: 1, balance: '12.00', billing_problem: '' })
      expect(await billing.payment(payment)).toMatchObject({ state: 'cancelled' })
    })

    it('a retry applies a payment as quoted that was made in time and reported late', async () => {
      const payment = await open()
      const at = billing.now()
      billing.setTime('2026-11-13T12:00:00Z')
      await noCharges(async () => void (await confirm(report(payment, { at }))))
      await retry()
      expect(await billing.company()).toMatchObject({ base_tariff: 2, balance: '0.00' })
      expect(await billing.payment(payment)).toMatchObject({ state: 'applied', date_paid: at })
    })

    it('a server that stops between the end of the parking and the retry: the next round applies it', async () => {
      const payment = await open()
      await noCharges(async () => void (await confirm(report(payment))))
      await billing.set({ billing_problem: '' })
      await billCompanies(billing.server.context)
      expect(await billing.payment(payment)).toMatchObject({ state: 'applied' })
    })

    it('an unavailable database parks no company: the provider repeats its report', async () => {
      const payment = await open()
      await noCharges(async () => {
        const unavailable = { code: 'database_unavailable' }
        await expect(confirm(report(payment))).rejects.toMatchObject(unavailable)
        await billing.set({ balance: '19.00' })
        billing.setTime('2026-12-01T00:00:00Z')
        await expect(billCompanies(billing.server.context)).rejects.toMatchObject(unavailable)
      }, `exception using errcode = '40001'`)
      expect(await billing.company()).toMatchObject({ billing_problem: '', balance: '19.00' })
      expect(await billing.payment(payment)).toMatchObject({ state: 'open', amount: '0.00' })
    })
  })

  describe('a refund by hand', () => {
    const refund = (payment: unknown, amount: string) =>
      billing.platform('refund', { payment_id: payment, amount, reason: 'Closed for a week' })

    it('is booked even if the company can not be settled, which is parked; so is a correction', async () => {
      const payment = await open()
      await confirm(report(payment))
      billing.setTime('2026-12-20T12:00:00Z')
      const sql = (text: string) => billing.server.database.asOwner(text)
      await sql(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not today'; end $$`)
      await sql(
        'create trigger refuse before update on company for each row when (new.suspended <> old.suspended) execute function refuse()',
      )
      const answers = [await refund(payment, '10.00'), await billing.platform('correct', { amount: '-1.00', reason: 'Fee' })]
      await sql('drop trigger refuse on company')
      await sql('drop function refuse')
      expect(answers.map(({ data }) => data)).toEqual([
        { status: 'OK', balance: '-10.00', returned: false },
        { status: 'OK', balance: '-11.00' },
      ])
      expect(await billing.company()).toMatchObject({ billing_problem: 'not today', balance: '-11.00' })
    })

    it.each([
      ['twice', '30.00', '30.00'],
      ['after a dispute', '42.00', '0.01'],
    ])('is limited to the remaining amount: %s', async (what, first, second) => {
      const payment = await open()
      await confirm(report(payment))
      if (what === 'twice') expect(await refund(payment, first)).toMatchObject({ status: 'OK' })
      else await confirm(report(undefined, { ...disputeOf, payment: undefined, of: `test:${payment}`, amount: first }))
      expect(await refund(payment, second)).toMatchObject({ code: 'refund_too_large' })
    })

    it('simultaneous ones add up to at most the rest', async () => {
      const payment = await open()
      await confirm(report(payment))
      const answers = await Promise.all([1, 2, 3].map(() => refund(payment, '30.00')))
      expect(answers.map(({ code = 'OK' }) => code).toSorted()).toEqual(['OK', 'refund_too_large', 'refund_too_large'])
    })

    it('of a credit is refused: no money was received', async () => {
      await billing.set({ paid_total: '900.00' })
      await billing.owner('TariffUp', { order_id: (await billing.change(2, 2))['payment_id'] })
      const [credit] = await billing.server.database.asOwner<{ payment_id: number; amount: string }>(
        'select payment_id, amount from payment where type = 3',
      )
      expect(Number(credit?.amount)).toBeGreaterThan(0)
      expect(await refund(credit?.payment_id, '0.01')).toMatchObject({ code: 'refund_too_large' })
    })

    it('of a payment of another company is not found', async () => {
      const payment = await open()
      await confirm(report(payment))
      const { server } = billing
      const token = await server.signIn('platform')
      const data = { payment_id: payment, amount: '1.00', reason: 'x' }
      const answer = await server.call('Company', 'refund', data, { token, company: server.world.b })
      expect(answer).toMatchObject({ code: 'not_found' })
      expect(await billing.owner('refund', data)).toMatchObject({ code: 'forbidden' })
    })

    it('repeated with the same key has the same answer, also of the whole payment', async () => {
      const payment = await open()
      await confirm(report(payment))
      const { server } = billing
      const token = await server.signIn('platform')
      const data = { payment_id: payment, amount: '42.00', reason: 'x' }
      const again = () => server.call('Company', 'refund', data, { token, company: server.world.a, key: 'one-refund-only' })
      const first = await again()
      expect(first).toMatchObject({ status: 'OK', data: { balance: '-42.00' } })
      // Not its headers, which tell the time.
      expect((await again())['data']).toEqual(first['data'])
    })
  })

  it.each<[string, Partial<PaymentReport>[], string[], string, object]>([
    [
      'a refund before its payment is reported, and again after it',
      [refundOf, {}, refundOf],
      ['unmatched', 'booked', 'booked'],
      '-42.00',
      { state: 'refunded' },
    ],
    ['a failure after the payment', [{}, { kind: 'failed' }], ['booked', 'failed'], '0.00', { state: 'applied' }],
    ['a payment after a failure', [{ kind: 'failed' }, {}], ['failed', 'booked'], '42.00', { state: 'failed' }],
    ['a dispute, its end, and the payment again', [{}, disputeOf, {}], ['booked', 'booked', 'repeated'], '-42.00', {}],
  ])('in any order: %s', async (_what, reports, expected, balance, payment) => {
    const id = await open()
    const seen: string[] = []
    for (const one of reports) {
      const isLater = one.of !== undefined
      seen.push(await confirm(report(id, isLater ? { ...one, payment: undefined, of: `test:${id}` } : one)))
    }
    expect(seen).toEqual(expected)
    expect(await billing.company()).toMatchObject({ balance })
    expect(await billing.payment(id)).toMatchObject(payment)
  })

  it('refunds and disputes are bookings', async () => {
    const payment = await open()
    await confirm(report(payment))
    const of = `test:${payment}`
    await confirm(report(undefined, { kind: 'refund', reference: 'r1', payment: undefined, of, amount: '10.00' }))
    await confirm(report(undefined, { kind: 'dispute', reference: 'd1', payment: undefined, of, amount: '32.00' }))
    expect((await billing.company())['balance']).toBe('-42.00')
    await confirm(report(undefined, { kind: 'reinstated', reference: 'd2', payment: undefined, of, amount: '32.00' }))
    expect((await billing.company())['balance']).toBe('-10.00')
  })
})
