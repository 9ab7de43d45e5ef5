import type { FastifyInstance, FastifyReply } from 'fastify'
import { apiError, isApiError, type Multilang, type Payment } from '@tiffin/sdk/contract'
import { isHeld } from '#domains/billing/apply-tariff'
import { payPageKey } from '#domains/billing/pay-page'
import { confirmPayment, type Outcome } from '#domains/billing/confirm-payment'
import { equalsInConstantTime } from '#sessions/credentials'
import { pageHash } from '#providers/payments/payment-provider'
import type { Context } from '#server/context'
import { pageLang } from './page-html.ts'
import { type PageState, payPageHtml } from './pay-page-html.ts'

const CALLBACK_BYTES = 256 * 1024

type Fields = Record<string, unknown>

interface PayablePayment extends Payment {
  page_key: string
  /** Of the address of the page. */
  key: string
  name: Multilang
  due_date: string | null
  period_start: string | null
}

/** The payment page, which leads to the provider's, and the callbacks of providers (AMB-171, AMB-236, AMB-244). */
export async function servePayments(fastify: FastifyInstance, context: Context): Promise<void> {
  const { payments } = context
  const show = (reply: FastifyReply, state: PageState, lang: unknown) =>
    reply
      .code(state.state === 'missing' ? 404 : state.state === 'unavailable' ? 502 : 200)
      .header('Cache-Control', 'no-store')
      // The address has the key. With `no-referrer`, browsers would send the form with `Origin: null`, which is refused.
      .header('Referrer-Policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(payPageHtml(state, pageLang(lang)))

  fastify.get<{ Querystring: Fields }>('/pay', async (request, reply) => {
    const { lang } = request.query
    const payment = await findPayment(context, request.query)
    const page = stateOf(payment, context.now())
    if (page.state !== 'open' || !payment) return show(reply, page, lang)
    const { payment_id, company, bill } = payment
    try {
      const url = await payments.pageFor({
        payment: payment_id,
        company,
        bill,
        description: `Tiffin ${payment_id}`,
        lang: pageLang(lang),
        pageHash: pageHash(payment.page_key),
        now: context.now(),
      })
      if (url !== null) return await reply.header('Referrer-Policy', 'no-referrer').redirect(url, 303)
    } catch (error) {
      request.log.warn({ err: error }, 'the payment provider made no page')
      return show(reply, { state: 'unavailable' }, lang)
    }
    return show(reply, page, lang)
  })

  fastify.post<{ Body: Fields | undefined }>('/pay', async (request, reply) => {
    const fields = request.body ?? {}
    const { lang, action } = fields
    if (payments.name !== 'sandbox') throw apiError('unknown_call')
    const payment = await findPayment(context, fields)
    const page = stateOf(payment, context.now())
    if (page.state !== 'open' || !payment || (action !== 'pay' && action !== 'decline')) return show(reply, page, lang)
    await confirmPayment(context, payments.name, {
      kind: action === 'pay' ? 'paid' : 'failed',
      reference: `sandbox:${payment.payment_id}`,
      payment: payment.payment_id,
      amount: payment.bill,
      currency: 'USD',
      at: context.now(),
    })
    return show(reply, stateOf(await findPayment(context, fields), context.now()), lang)
  })

  // Only this route reads any body, and as bytes, because the signature covers them.
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: CALLBACK_BYTES },
      async (_request: unknown, body: Buffer) => body,
    )
    scope.post<{ Body: Buffer }>('/pay/callback', { bodyLimit: CALLBACK_BYTES }, async (request, reply) => {
      try {
        const reports = await payments.readCallback(Buffer.from(request.body ?? ''), request.headers, context.now())
        const outcomes: Outcome[] = []
        for (const report of reports) outcomes.push(await confirmPayment(context, payments.name, report))
        // Reports that nothing can be booked for are acknowledged too: sending them again would not help.
        return await reply.send({ outcomes })
      } catch (error) {
        if (!isApiError(error) || error.code !== 'invalid_value') throw error
        request.log.warn({ err: error.cause ?? error, field: error.field }, 'a callback of a payment provider was refused')
        return reply.code(400).send({ error: error.field })
      }
    })
  })
}

/** A payment by its number and the key of its page. */
async function findPayment(context: Context, { payment_id, key }: Fields): Promise<PayablePayment | null> {
  if (typeof payment_id !== 'string' || !/^\d{1,15}$/.test(payment_id) || typeof key !== 'string') return null
  const [payment] = await context.db.read({ platform: true }, (tx) =>
    tx.sql<PayablePayment>(
      `select p.payment_id, p.company, p.type, p.state, p.page_key, p.bill::text, c.name,
         to_json(p.priced_at at time zone 'UTC')#>>'{}' || 'Z' as priced_at,
         to_json(c.due_date at time zone 'UTC')#>>'{}' || 'Z' as due_date,
         to_json(c.period_start at time zone 'UTC')#>>'{}' || 'Z' as period_start
       from payment p join company c on c.company_id = p.company where p.payment_id = $1 and c.deleted is null`,
      [Number(payment_id)],
    ),
  )
  if (!payment || payment.page_key === '') return null
  return equalsInConstantTime(await payPageKey(context, payment.page_key), key) ? { ...payment, key } : null
}

function stateOf(payment: PayablePayment | null, now: Date): PageState {
  if (!payment) return { state: 'missing' }
  const { payment_id, state, bill, key, name } = payment
  if (state === 'applied' || state === 'paid') return { state: 'paid' }
  const isOpen = state === 'open' && (payment.type === 1 || isHeld(payment, payment as never, now))
  if (!isOpen) return { state: 'closed' }
  return { state: 'open', payment: payment_id, bill, key, company: name }
}
