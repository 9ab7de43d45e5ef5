import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { reconcilePayments } from '#domains/billing/reconcile-payments'
import { type BillingWorld, startBillingWorld } from '#server/test/billing-world'
import { type FakeStripe, startFakeStripe, type StripeEvent } from '#server/test/fake-stripe'

const NOON = '2026-11-10T12:00:00.000Z'
const SECONDS = Date.parse(NOON) / 1000

let billing: BillingWorld
const number = (row: Record<string, unknown>) => Number(row['payment_id'])
const allowMerchants = () =>
  billing.server.database.asOwner(`update tariff set option = (
    select jsonb_agg(case when e->>'field' = 'limit_merchant' then e || '{"value": ""}' else e end) from jsonb_array_elements(option) e)`)

/** Opens the page of a payment, as a browser does, and returns where it leads. */
async function leadsTo(payment: unknown, lang = 'en'): Promise<{ status: number; to: string }> {
  const { data } = await billing.owner('TariffUp', { order_id: payment })
  const page = new URL((data as { page: string }).page, billing.server.url)
  page.searchParams.set('lang', lang)
  const answer = await fetch(`${billing.server.url}${page.pathname}${page.search}`, { redirect: 'manual' })
  return { status: answer.status, to: answer.headers.get('location') ?? '' }
}

async function post(body: string, headers: Record<string, string>) {
  const answer = await fetch(`${billing.server.url}/pay/callback`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  })
  return { status: answer.status, ...((await answer.json()) as object) }
}

const outcome = (one: string) => ({ status: 200, outcomes: [one] })
const refused = (error: string) => ({ status: 400, error })
const sums = async () => (await billing.bookings()).map(({ kind, amount }) => `${kind} ${amount}`)

describe('a provider with a page and a signed callback', () => {
  const SECRET = 'a secret of at least 24 characters'
  let payment: number
  beforeAll(async () => {
    billing = await startBillingWorld({
      TIFFIN_PAY_PROVIDER: 'link',
      TIFFIN_PAY_URL: 'https://pay.example/{lang}/order?id={payment_id}&sum={bill}&shop={company}',
      TIFFIN_PAY_SECRET: SECRET,
    })
    await allowMerchants()
  })
  beforeEach(async () => {
    await billing.reset()
    payment = number(await billing.change(2, 1))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOON) })
  })
  afterEach(() => void vi.useRealTimers())
  afterAll(() => billing.stop())

  const paid = (more: object = {}) => ({
    kind: 'paid',
    reference: 'A-1',
    payment_id: payment,
    amount: '42.00',
    currency: 'USD',
    ...more,
  })
  const sign = (body: string, { time = SECONDS, secret = SECRET, id = 'm1' } = {}) => ({
    'webhook-id': id,
    'webhook-timestamp': String(time),
    'webhook-signature': `v1,${createHmac('sha256', secret).update(`${id}.${time}.${body}`).digest('base64')}`,
  })
  const send = (report: object, options = {}) => {
    const body = JSON.stringify(report)
    return post(body, sign(body, options))
  }

  it('our page leads to theirs, with the payment in the address', async () => {
    const { a } = billing.server.world
    expect(await leadsTo(payment, 'ru')).toEqual({
      status: 303,
      to: `https://pay.example/ru/order?id=${payment}&sum=42.00&shop=${a}`,
    })
  })

  it('a signed callback is booked once and applied, however often it comes', async () => {
    expect(await send(paid())).toEqual(outcome('booked'))
    expect(await send(paid())).toEqual(outcome('repeated'))
    const later = await Promise.all([1, 2, 3].map((id) => send(paid(), { id: `again ${id}` })))
    expect(later).toEqual([1, 2, 3].map(() => outcome('repeated')))
    expect(await sums()).toEqual(['payment 42.00', 'subscription -42.00'])
    expect(await billing.company()).toMatchObject({ base_tariff: 2, balance: '0.00' })
    expect(await billing.payment(payment)).toMatchObject({ state: 'applied', amount: '42.00' })
  })

  it('the same callback several times at once is booked once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(paid())))
    expect(answers.filter((answer) => 'outcomes' in answer && String(answer.outcomes) === 'booked')).toHaveLength(1)
    expect(await sums()).toEqual(['payment 42.00', 'subscription -42.00'])
  })

  it('a callback that was changed after signing is refused', async () => {
    const body = JSON.stringify(paid())
    const headers = sign(body)
    const cases: [string, Record<string, string>][] = [
      [body, {}],
      [body, sign(body, { secret: 'another secret of 24 characters' })],
      [body, { ...headers, 'webhook-signature': 'v1,' }],
      [body, { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') }],
      [body, { ...headers, 'webhook-id': 'm2' }],
      [body, { ...headers, 'webhook-timestamp': String(SECONDS + 1) }],
      [body.replace('42.00', '42.01'), headers],
      // The same values in other bytes.
      [JSON.stringify(paid(), null, 1), headers],
      [`${body} `, headers],
      ['', sign('')],
    ]
    for (const [sent, signed] of cases)
      expect(await post(sent, signed), JSON.stringify([sent, signed])).toMatchObject({ status: 400 })
    expect(await sums()).toEqual([])
  })

  it.each([
    ['five minutes old', -300, outcome('booked')],
    ['older', -301, refused('signature')],
    ['five minutes early', 300, outcome('booked')],
    ['from the future', 301, refused('signature')],
    ['not a time', Number.NaN, refused('signature')],
  ])('the time of the signature: %s', async (_what, seconds, expected) => {
    expect(await send(paid(), { time: SECONDS + seconds })).toEqual(expected)
    expect(await sums()).toHaveLength(expected.status === 200 ? 2 : 0)
  })

  it.each([
    ['another currency', { currency: 'EUR' }, outcome('wrong_currency')],
    ['nothing', { amount: '0.00' }, outcome('wrong_amount')],
    ['a negative amount', { amount: '-42.00' }, refused('amount')],
    ['parts of a cent', { amount: '42.001' }, refused('amount')],
    ['a number instead of a decimal', { amount: 42 }, refused('amount')],
    ['an unknown payment', { payment_id: 999_999 }, outcome('unknown_payment')],
    ['an impossible payment', { payment_id: '1 or 1=1' }, refused('payment_id')],
    ['another company', { company: 999_999 }, outcome('foreign_company')],
    ['an unknown kind', { kind: 'gift' }, refused('kind')],
    ['no reference', { reference: '' }, refused('reference')],
  ])('books nothing for %s', async (_what, more, expected) => {
    expect(await send(paid(more))).toEqual(expected)
    expect(await sums()).toEqual([])
    expect(await billing.payment(payment)).toMatchObject({ state: 'open', amount: '0.00' })
  })

  it('an underpayment stays on the balance, and so does an overpayment', async () => {
    expect(await send(paid({ amount: '41.99' }))).toEqual(outcome('booked'))
    expect(await billing.company()).toMatchObject({ base_tariff: 1, balance: '41.99' })
    expect(await send(paid({ amount: '5.01', reference: 'A-2' }))).toEqual(outcome('booked'))
    expect(await billing.company()).toMatchObject({ base_tariff: 2, balance: '5.00' })
  })

  it('its references cannot be mistaken for ours', async () => {
    expect(await send(paid({ reference: `change:${payment}` }))).toEqual(outcome('booked'))
    expect(await sums()).toEqual(['payment 42.00', 'subscription -42.00'])
  })

  it('a failure closes the payment; a refund takes money back', async () => {
    await send(paid())
    expect(await send(paid({ kind: 'refund', reference: 'R-1', amount: '10.00' }))).toEqual(outcome('booked'))
    expect((await billing.company())['balance']).toBe('-10.00')
    const other = number(await billing.save({ type: 1, bill: '20.00' }).then(({ row }) => row))
    expect(await send(paid({ kind: 'failed', reference: 'F-1', payment_id: other }))).toEqual(outcome('failed'))
    expect(await billing.payment(other)).toMatchObject({ state: 'failed' })
  })
})

const loaded = vi.hoisted(() => ({ stripe: 0 }))
vi.mock('stripe', async (original) => {
  loaded.stripe += 1
  return original()
})

describe('Stripe', () => {
  const SECRET = 'whsec_a_secret_of_stripe'
  let stripe: FakeStripe
  beforeAll(async () => {
    stripe = await startFakeStripe(() => billing.now())
    billing = await startBillingWorld({
      TIFFIN_PAY_PROVIDER: 'stripe',
      TIFFIN_STRIPE_URL: stripe.url,
      TIFFIN_STRIPE_KEY: stripe.key,
      TIFFIN_STRIPE_WEBHOOK_SECRET: SECRET,
      TIFFIN_PUBLIC_URL: 'http://localhost:4400',
    })
    await allowMerchants()
  })
  beforeEach(async () => {
    await billing.reset()
    await billing.server.database.asOwner('truncate payment_report')
    stripe.forget()
  })
  afterAll(async () => {
    await billing.stop()
    await stripe.stop()
  })

  const seconds = () => Math.floor(billing.now().getTime() / 1000)
  const topUp = async (bill = '20.00') => number((await billing.save({ type: 1, bill })).row)
  const change = async () => number(await billing.change(2, 1))
  /** Opens the page of a payment; the session that Stripe made for it. */
  async function open(payment: number) {
    const { status, to } = await leadsTo(payment)
    expect(status).toBe(303)
    const session = stripe.sessions.find(({ url }) => url === to)
    if (!session) throw new Error(`No session has the address ${to}`)
    return session
  }
  type Session = Awaited<ReturnType<typeof open>>
  const completed = (session: Session, payment_status = 'paid') =>
    stripe.happen('checkout.session.completed', { ...session, payment_status, status: 'complete' })
  const refund = (session: Session, id: string, amount: number, status = 'succeeded') => {
    const { payment_intent, currency } = session
    return stripe.happen('refund.created', { id, object: 'refund', amount, currency, payment_intent, status })
  }
  const dispute = (session: Session, type: string, status = 'needs_response') => {
    const { payment_intent, currency, amount_total: amount } = session
    return stripe.happen(`charge.dispute.${type}`, { id: 'du_1', object: 'dispute', amount, currency, payment_intent, status })
  }
  /** As Stripe describes it: HMAC of time and raw body, in hex. */
  const sign = (payload: string, timestamp = seconds(), secret = SECRET) => ({
    'stripe-signature': `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')}`,
  })
  async function send(event: StripeEvent, timestamp?: number, secret?: string) {
    const body = JSON.stringify(event, null, 2)
    return post(body, sign(body, timestamp, secret))
  }
  const nothing = { status: 200, outcomes: [] }
  const reconcile = () => reconcilePayments(billing.server.context, billing.server.context.payments)

  it('its library is loaded with the first payment, not when the server starts', async () => {
    expect(loaded.stripe).toBe(0)
    await open(await change())
    expect(loaded.stripe).toBe(1)
  })

  it('our page redirects to a session with the bill, in a language that Stripe supports; a second visit gets the same session', async () => {
    const payment = await change()
    const session = await open(payment)
    expect(session).toMatchObject({
      amount_total: 4200,
      currency: 'usd',
      locale: 'en',
      client_reference_id: String(payment),
      metadata: { tiffin_payment: String(payment), tiffin_company: String(billing.server.world.a) },
    })
    billing.setTime('2026-11-10T12:29:00Z')
    expect(await open(payment)).toBe(session)
    expect((await leadsTo(payment, 'ar')).status).toBe(303)
    expect((await leadsTo(payment, 'ru')).status).toBe(303)
    expect(stripe.sessions.map(({ locale }) => locale)).toEqual(['en', 'auto', 'ru'])
  })

  it('a top-up can be paid hours later', async () => {
    const payment = await topUp()
    const first = await open(payment)
    billing.setTime('2026-11-10T17:59:59Z')
    expect(await open(payment)).not.toBe(first)
  })

  it('a lost answer of Stripe is asked for again, and makes no second session', async () => {
    stripe.answersLost = 2
    await open(await change())
    expect(stripe.sessions).toHaveLength(1)
  })

  it('Stripe repeats an event until it is booked, with a new time and signature', async () => {
    const event = completed(await open(await change()))
    const { database, url } = billing.server
    const endpoint = { url: `${url}/pay/callback`, secret: SECRET }
    // The database refuses bookings for a while.
    await database.asOwner(`create function fail_booking() returns trigger language plpgsql as $$
      begin if nextval('failures') <= 6 then raise exception 'down'; end if; return new; end $$`)
    await database.asOwner('create sequence failures')
    await database.asOwner('grant usage on failures to public')
    await database.asOwner('create trigger fail_booking before insert on booking for each row execute function fail_booking()')
    try {
      // Each event is tried twice.
      expect(await stripe.deliver(event, endpoint)).toEqual([500, 500, 500, 200])
    } finally {
      await database.asOwner('drop trigger fail_booking on booking')
    }
    // Three days later it comes once more.
    billing.setTime('2026-11-13T12:00:00Z')
    expect(await stripe.deliver(event, endpoint)).toEqual([200])
    expect(await sums()).toEqual(['payment 42.00', 'subscription -42.00'])
  })

  it('if Stripe makes no session, our page says so', async () => {
    const payment = await change()
    stripe.isDown = true
    expect((await leadsTo(payment)).status).toBe(502)
  })

  it('a paid session is booked once and applied, however often it comes', async () => {
    const event = completed(await open(await change()))
    expect(await send(event)).toEqual(outcome('booked'))
    expect(await Promise.all([send(event), send(event)])).toEqual([outcome('repeated'), outcome('repeated')])
    expect(await sums()).toEqual(['payment 42.00', 'subscription -42.00'])
    expect(await billing.company()).toMatchObject({ base_tariff: 2, balance: '0.00' })
  })

  it('a slow method: nothing until it succeeds, then once', async () => {
    const session = await open(await change())
    expect(await send(completed(session, 'unpaid'))).toEqual(nothing)
    expect(await sums()).toEqual([])
    const succeeded = stripe.happen('checkout.session.async_payment_succeeded', { ...session, payment_status: 'paid' })
    expect(await send(succeeded)).toEqual(outcome('booked'))
    expect(await send(succeeded)).toEqual(outcome('repeated'))
    expect(await billing.company()).toMatchObject({ base_tariff: 2, balance: '0.00' })
  })

  it('a slow method that takes days: the bill is no longer held, so the money stays on the balance', async () => {
    const session = await open(await change())
    await send(completed(session, 'unpaid'))
    billing.setTime('2026-11-13T12:00:00Z')
    const late = stripe.happen('checkout.session.async_payment_succeeded', { ...session, payment_status: 'paid' })
    expect(await send(late)).toEqual(outcome('booked'))
    expect(await billing.company()).toMatchObject({ base_tariff: 1, balance: '42.00' })
  })

  it('a slow method that fails closes the payment', async () => {
    const payment = await change()
    const session = await open(payment)
    await send(completed(session, 'unpaid'))
    const failed = stripe.happen('checkout.session.async_payment_failed', { ...session, payment_status: 'unpaid' })
    expect(await send(failed)).toEqual(outcome('failed'))
    expect(await billing.payment(payment)).toMatchObject({ state: 'failed', amount: '0.00' })
    expect(await sums()).toEqual([])
  })

  it('reordered: success before completion, and a refund before its payment', async () => {
    const session = await open(await change())
    const first = completed(session, 'unpaid')
    const succeeded = stripe.happen('checkout.session.async_payment_succeeded', { ...session, payment_status: 'paid' })
    const back = refund(session, 're_1', 1000)
    expect(await send(back)).toEqual(outcome('unmatched'))
    expect(await send(succeeded)).toEqual(outcome('booked'))
    expect(await send(first)).toEqual(nothing)
    await reconcile()
    expect(await sums()).toEqual(['payment 42.00', 'subscription -42.00', 'refund -10.00'])
  })

  it('a callback that was changed after signing, or not signed by Stripe, is refused', async () => {
    const event = completed(await open(await change()))
    const body = JSON.stringify(event, null, 2)
    const header = sign(body)
    const cases: [string, Record<string, string>][] = [
      [body, {}],
      [body, { 'stripe-signature': 't=1,v1=' }],
      [body, sign(body, seconds(), 'whsec_of_another')],
      [JSON.stringify(event), header],
      [body.replace('4200', '9900'), header],
      ['', sign('')],
    ]
    for (const [sent, signed] of cases) expect(await post(sent, signed)).toEqual(refused('signature'))
    expect(await sums()).toEqual([])
  })

  it.each([
    ['five minutes old', -300, outcome('booked')],
    ['older', -301, refused('signature')],
    ['five minutes early', 300, outcome('booked')],
    ['from the future', 301, refused('signature')],
  ])('the time of the signature: %s', async (_what, more, expected) => {
    const event = completed(await open(await change()))
    expect(await send(event, seconds() + more)).toEqual(expected)
  })

  it('a bill below the minimum is charged with 0.50, and the rest stays on the balance (AMB-244)', async () => {
    await billing.set({ balance: '41.70' })
    const payment = await billing.change(2, 1)
    expect(payment['bill']).toBe('0.30')
    const session = await open(number(payment))
    expect(session['amount_total']).toBe(50)
    expect(await send(completed(session))).toEqual(outcome('booked'))
    expect(await billing.company()).toMatchObject({ base_tariff: 2, balance: '0.20' })
  })

  it('partial refunds are booked once each, even if charge.refunded repeats them', async () => {
    const payment = await change()
    const session = await open(payment)
    await send(completed(session))
    for (const [id, amount] of [
      ['re_1', 1000],
      ['re_2', 3200],
    ] as const) {
      const created = refund(session, id, amount, 'pending')
      expect(await send(created)).toEqual(nothing)
      const updated = stripe.happen('refund.updated', { ...created.data.object, status: 'succeeded' })
      expect(await send(updated)).toEqual(outcome('booked'))
      expect(await send(updated)).toEqual(outcome('repeated'))
      const { payment_intent } = session
      const charge = { id: 'ch_1', object: 'charge', amount: 4200, amount_refunded: amount, payment_intent, refunded: false }
      expect(await send(stripe.happen('charge.refunded', charge))).toEqual(nothing)
      if (id === 're_1') expect(await billing.payment(payment)).toMatchObject({ state: 'applied', amount: '32.00' })
    }
    expect((await billing.company())['balance']).toBe('-42.00')
    expect(await billing.payment(payment)).toMatchObject({ state: 'refunded', amount: '0.00' })
  })

  it('a refund that fails later is reversed; one that never succeeded books nothing', async () => {
    const payment = await change()
    const session = await open(payment)
    await send(completed(session))
    const back = refund(session, 're_1', 4200)
    const failed = stripe.happen('refund.failed', { ...back.data.object, status: 'failed' })
    expect(await send(failed)).toEqual(outcome('unmatched'))
    expect(await send(back)).toEqual(outcome('booked'))
    expect(await billing.payment(payment)).toMatchObject({ state: 'refunded', amount: '0.00' })
    expect(await send(failed)).toEqual(outcome('booked'))
    expect(await send(failed)).toEqual(outcome('repeated'))
    const pending = refund(session, 're_2', 100, 'pending')
    expect(await send(stripe.happen('refund.failed', { ...pending.data.object, status: 'failed' }))).toEqual(outcome('unmatched'))
    expect((await billing.company())['balance']).toBe('0.00')
    expect(await billing.payment(payment)).toMatchObject({ state: 'applied', amount: '42.00' })
  })

  describe('a refund by a platform administrator', () => {
    const refunds = (payment: number, amount: string) =>
      billing.platform('refund', { payment_id: payment, amount, reason: 'Closed for a week' })

    it('is made at Stripe and booked once, with its reason', async () => {
      const payment = await change()
      await send(completed(await open(payment)))
      stripe.answersLost = 1
      expect(await refunds(payment, '12.50')).toMatchObject({ data: { status: 'OK', balance: '-12.50', returned: true } })
      const event = stripe.events('refund.created')[0]
      expect(event?.data.object).toMatchObject({ amount: 1250 })
      expect(event && (await send(event))).toEqual(outcome('repeated'))
      await reconcile()
      expect(stripe.events('refund.created')).toHaveLength(1)
      expect(await sums()).toEqual(['payment 42.00', 'subscription -42.00', 'refund -12.50'])
      expect(await billing.payment(payment)).toMatchObject({ state: 'applied', amount: '29.50' })
    })

    it('that Stripe refuses books nothing', async () => {
      const payment = await change()
      const session = await open(payment)
      await send(completed(session))
      // Given back at Stripe itself, and not reported yet.
      refund(session, 're_other', 4000)
      expect(await refunds(payment, '10.00')).toMatchObject({ code: 'refund_refused' })
      expect(await sums()).toEqual(['payment 42.00', 'subscription -42.00'])
      expect(await refunds(payment, '42.01')).toMatchObject({ code: 'refund_too_large' })
    })
  })

  it('a dispute takes the money when Stripe does, and gives it back if it is won', async () => {
    const session = await open(await change())
    await send(completed(session))
    // A mere inquiry takes nothing.
    expect(await send(dispute(session, 'created', 'warning_needs_response'))).toEqual(nothing)
    const withdrawn = dispute(session, 'funds_withdrawn')
    expect(await send(withdrawn)).toEqual(outcome('booked'))
    expect(await send(withdrawn)).toEqual(outcome('repeated'))
    expect((await billing.company())['balance']).toBe('-42.00')
    expect(await send(dispute(session, 'funds_reinstated', 'won'))).toEqual(outcome('booked'))
    expect((await billing.company())['balance']).toBe('0.00')
  })

  it('other sales of the same account are ignored', async () => {
    const payment = await change()
    const session = await open(payment)
    const other = { ...session, id: 'cs_other', payment_intent: 'pi_other', metadata: {} }
    expect(await send(completed(other))).toEqual(nothing)
    expect(await send(completed({ ...other, client_reference_id: 'cart-7' }))).toEqual(nothing)
    expect(await send(refund(other, 're_other', 100))).toEqual(outcome('unmatched'))
    // Another installation with the same account has a payment with this number and this bill, too.
    await billing.server.database.asOwner(`update payment set page_key = 'of the other' where payment_id = $1`, [payment])
    const { payments } = billing.server.context
    const request = { payment, company: billing.server.world.a, bill: '42.00', description: 'Tiffin 1', lang: 'en' }
    expect(await payments.pageFor({ ...request, pageHash: 'e'.repeat(32), now: billing.now() })).not.toBe(session.url)
    const metadata = { ...(session['metadata'] as object), tiffin_page: 'f'.repeat(32) }
    expect(await send(completed({ ...session, metadata }))).toEqual(outcome('unknown_payment'))
    await reconcile()
    expect(await sums()).toEqual([])
    expect(await billing.payment(payment)).toMatchObject({ state: 'open' })
  })

  it('books nothing in another currency or for another company', async () => {
    const session = await open(await change())
    expect(await send(completed({ ...session, currency: 'eur' }))).toEqual(outcome('wrong_currency'))
    const metadata = { ...(session['metadata'] as object), tiffin_company: String(billing.server.world.b) }
    expect(await send(completed({ ...session, metadata }))).toEqual(outcome('foreign_company'))
    expect(await sums()).toEqual([])
  })

  describe('when all callbacks are lost', () => {
    it('one run of the job books everything, in time and in order; another one nothing', async () => {
      const applied = await change()
      const session = await open(applied)
      completed(session)
      billing.setTime('2026-11-10T13:00:00Z')
      const second = await topUp()
      completed(await open(second))
      const failing = await topUp('30.00')
      const slow = await open(failing)
      completed(slow, 'unpaid')
      stripe.happen('checkout.session.async_payment_failed', { ...slow, payment_status: 'unpaid' })
      // Events of the same second are listed in any order.
      refund(session, 're_1', 500)
      stripe.happen('refund.failed', { ...refund(session, 're_2', 700).data.object, status: 'failed' })
      stripe.shuffle()
      dispute(session, 'created')
      dispute(session, 'funds_withdrawn')
      dispute(session, 'funds_reinstated', 'won')
      billing.setTime('2026-11-13T12:00:00Z')
      for (const _ of [1, 2]) {
        await reconcile()
        expect(await sums()).toEqual([
          'payment 42.00',
          'subscription -42.00',
          'payment 20.00',
          'refund -7.00',
          'refund -5.00',
          'dispute -42.00',
          'dispute 42.00',
          'refund 7.00',
        ])
        // It was paid in time, however late that is known.
        expect(await billing.company()).toMatchObject({ base_tariff: 2, balance: '15.00' })
        expect(await billing.payment(applied)).toMatchObject({ state: 'applied', amount: '37.00' })
        expect(await billing.payment(failing)).toMatchObject({ state: 'failed' })
        expect(await billing.server.database.asOwner('select from payment_report')).toHaveLength(8)
      }
    })

    it('a callback that arrives during or after the job books nothing twice', async () => {
      const event = completed(await open(await change()))
      const [answer] = await Promise.all([send(event), reconcile()])
      expect(answer).toMatchObject({ status: 200 })
      expect(await send(event)).toEqual(outcome('repeated'))
      expect(await sums()).toEqual(['payment 42.00', 'subscription -42.00'])
    })

    it('a report that fails does not keep the others from being booked', async () => {
      const session = await open(await change())
      completed({ ...session, amount_total: 1e17 })
      completed(await open(await topUp()))
      await reconcile()
      expect(await sums()).toEqual(['payment 20.00'])
    })
  })
})
