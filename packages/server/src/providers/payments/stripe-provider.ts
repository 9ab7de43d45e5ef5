import { apiError } from '@tiffin/sdk/contract'
import { formatMoney, max, parseMoney } from '@tiffin/core/rules'
import type { Stripe } from 'stripe'
import type { Config } from '#server/config'
import type { PaymentProvider, PaymentReport } from './payment-provider.ts'

/** Cents; Stripe charges no less, and the rest stays on the balance (AMB-244). */
const SMALLEST_CHARGE = 50n
const TOLERANCE_SECONDS = 300
/** Stripe keeps a session open for at least 30 minutes. */
const SESSION_SECONDS = 30 * 60
const SPARE_SECONDS = 60
const TIMEOUT_MS = 10_000

/**
 * Events about money that moved. `charge.refunded` and `charge.dispute.created` say nothing more: the first has only the sum of
 * all refunds, and the second comes also when no money is taken.
 */
const events = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const

/** Keeps its references apart from our own. */
const PREFIX = 'stripe:'

type StripeConfig = Pick<Config, 'TIFFIN_STRIPE_KEY' | 'TIFFIN_STRIPE_WEBHOOK_SECRET' | 'TIFFIN_STRIPE_URL' | 'TIFFIN_PUBLIC_URL'>

/** Stripe Checkout. The library is loaded with the first payment: it is 23 MB. */
export function createStripeProvider(config: StripeConfig): PaymentProvider {
  let opened: Promise<Stripe> | undefined
  const open = (): Promise<Stripe> => (opened ??= connect(config))
  const home = `${config.TIFFIN_PUBLIC_URL ?? 'http://localhost'}/Company/Tariff`
  return {
    name: 'stripe',
    async pageFor({ payment, company, bill, description, lang, pageHash, now }) {
      const stripe = await open()
      const metadata = { tiffin_payment: String(payment), tiffin_company: String(company), tiffin_page: pageHash }
      const slot = Math.floor(now.getTime() / 1000 / SESSION_SECONDS)
      const expires_at = (slot + 2) * SESSION_SECONDS + SPARE_SECONDS
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: String(payment),
          metadata,
          payment_intent_data: { metadata },
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: 'usd',
                unit_amount: Number(max(SMALLEST_CHARGE, parseMoney(bill))),
                product_data: { name: description },
              },
            },
          ],
          // Its pages don't exist in Arabic.
          locale: lang === 'en' || lang === 'ru' ? lang : 'auto',
          success_url: home,
          cancel_url: home,
          expires_at,
        },
        // Opening the page again leads to the same session, for a while. Another installation with this account has payments
        // of the same number.
        { idempotencyKey: `tiffin ${pageHash} ${bill} ${expires_at} ${lang}` },
      )
      return session.url
    },
    async readCallback(raw, headers, now) {
      const header = String(headers['stripe-signature'] ?? '')
      const stripe = await open()
      let event: Stripe.Event
      try {
        // The library accepts any time in the future.
        for (const [, sent] of header.matchAll(/(?:^|,)t=(\d+)/g))
          if (Number(sent) > now.getTime() / 1000 + TOLERANCE_SECONDS) throw new Error('The signature is from the future')
        event = await stripe.webhooks.constructEventAsync(
          raw,
          header,
          config.TIFFIN_STRIPE_WEBHOOK_SECRET ?? '',
          TOLERANCE_SECONDS,
          undefined,
          now.getTime(),
        )
      } catch (error) {
        throw Object.assign(apiError('invalid_value', { field: 'signature', params: ['signature'] }), { cause: error })
      }
      return reportOf(event)
    },
    async reportsSince(since) {
      const stripe = await open()
      const found: Stripe.Event[] = []
      const created = { gte: Math.floor(since.getTime() / 1000) }
      for await (const event of stripe.events.list({ types: [...events], created, limit: 100 })) found.push(event)
      return found.toReversed().flatMap(reportOf)
    },
    async refund({ of, amount, key }) {
      const stripe = await open()
      try {
        const { id, status } = await stripe.refunds.create(
          { payment_intent: of.slice(PREFIX.length), amount: Number(parseMoney(amount)) },
          { idempotencyKey: `tiffin refund ${key}` },
        )
        if (status !== 'failed' && status !== 'canceled') return PREFIX + id
        throw new Error(`The refund is ${status}`)
      } catch (error) {
        const message = error instanceof Error ? error.message : ''
        throw Object.assign(apiError('refund_refused', { params: [message] }), { cause: error })
      }
    },
  }
}

async function connect({ TIFFIN_STRIPE_KEY: key = '', TIFFIN_STRIPE_URL: url }: StripeConfig): Promise<Stripe> {
  const { default: Library } = await import('stripe')
  const base = { maxNetworkRetries: 2, timeout: TIMEOUT_MS, telemetry: false }
  if (url === undefined) return new Library(key, base)
  const { hostname, port, protocol } = new URL(url)
  return new Library(key, { ...base, host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https' })
}

const idOf = (part: string | { id: string } | null | undefined): string => (typeof part === 'string' ? part : (part?.id ?? ''))

/** Our key in the metadata; undefined for objects created by another seller with the same account. */
const keyOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

/** The movements of money in an event. A payment's reference is its intent, so its events are booked only once. */
function reportOf(event: Stripe.Event): PaymentReport[] {
  const at = new Date(event.created * 1000)
  const amountOf = (cents: number | null) => formatMoney(BigInt(cents ?? 0))
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed': {
      const session = event.data.object
      const failed = event.type === 'checkout.session.async_payment_failed'
      // With a slow method, the money is confirmed by a later event.
      if (!failed && session.payment_status !== 'paid') return []
      const { tiffin_payment, tiffin_company, tiffin_page: pageHash } = session.metadata ?? {}
      const [payment, company] = [keyOf(tiffin_payment), keyOf(tiffin_company)]
      if (payment === undefined || company === undefined || pageHash === undefined) return []
      return [
        {
          kind: failed ? 'failed' : 'paid',
          reference: PREFIX + (idOf(session.payment_intent) || session.id),
          payment,
          company,
          pageHash,
          amount: amountOf(session.amount_total),
          currency: (session.currency ?? '').toUpperCase(),
          at,
        },
      ]
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const { id, status, payment_intent, amount, currency, reason } = event.data.object
      const reference = PREFIX + id
      const money = { amount: amountOf(amount), currency: currency.toUpperCase(), at }
      if (status === 'succeeded')
        return [{ ...money, kind: 'refund', reference, of: PREFIX + idOf(payment_intent), reason: reason ?? undefined }]
      // Unless the refund was booked, nothing can come back.
      if (status === 'failed' || status === 'canceled')
        return [{ ...money, kind: 'failed_refund', reference: `${reference}:failed`, of: reference }]
      return []
    }
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const { id, payment_intent, amount, currency, reason } = event.data.object
      const kind = event.type === 'charge.dispute.funds_withdrawn' ? 'dispute' : 'reinstated'
      const of = PREFIX + idOf(payment_intent)
      const money = { amount: amountOf(amount), currency: currency.toUpperCase(), at }
      return [{ ...money, kind, reference: `${PREFIX}${id}:${kind}`, of, reason }]
    }
    default:
      return []
  }
}
