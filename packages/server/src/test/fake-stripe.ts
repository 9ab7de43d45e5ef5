import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Row = Record<string, unknown>

export interface StripeEvent {
  id: string
  type: string
  created: number
  data: { object: Row }
  [field: string]: unknown
}

export interface FakeStripe {
  url: string
  key: string
  sessions: (Row & { id: string; url: string })[]
  /** Makes an event about an object, as Stripe does when something happens. */
  happen(type: string, object: Row): StripeEvent
  events(type: string): StripeEvent[]
  /** Lists the events of one second in another order. */
  shuffle(): void
  /** Posts an event to an endpoint until it responds with 2xx, with a new signature each time; returns the statuses. */
  deliver(event: StripeEvent, to: { url: string; secret: string }): Promise<number[]>
  /** Whether it answers nothing but errors. */
  isDown: boolean
  /** How many of the next requests are carried out without an answer. */
  answersLost: number
  forget(): void
  stop(): Promise<void>
}

const LOCALES =
  'auto bg cs da de el en en-GB es et fi fil fr hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh'

class Refusal extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** The part of Stripe's API that Checkout needs, with its rules; pages of the list of events have two. */
export async function startFakeStripe(now: () => Date): Promise<FakeStripe> {
  const key = 'sk_test_fake'
  const events: StripeEvent[] = []
  const sessions: FakeStripe['sessions'] = []
  const repeated = new Map<string, { body: string; answer: Row }>()
  let made = 0
  const seconds = () => Math.floor(now().getTime() / 1000)

  function createSession(form: URLSearchParams): Row {
    const field = (name: string): string => {
      const value = form.get(name)
      if (value === null) throw new Refusal(`parameter_missing ${name}`)
      return value
    }
    const price = 'line_items[0][price_data]'
    const amount = Number(field(`${price}[unit_amount]`))
    if (!Number.isInteger(amount) || amount < 50) throw new Refusal('amount_too_small')
    if (!LOCALES.split(' ').includes(form.get('locale') ?? 'auto')) throw new Refusal('parameter_invalid locale')
    const open = Number(field('expires_at')) - seconds()
    if (open < 30 * 60 || open > 24 * 3600) throw new Refusal('parameter_invalid expires_at')
    field(`${price}[product_data][name]`)
    field('success_url')
    if (field('mode') !== 'payment') throw new Refusal('parameter_invalid mode')
    made += 1
    const number = made
    const names = ['tiffin_payment', 'tiffin_company', 'tiffin_page']
    const session = {
      id: `cs_test_${number}`,
      object: 'checkout.session',
      url: `https://checkout.stripe.test/c/pay/cs_test_${number}`,
      amount_total: amount * Number(field('line_items[0][quantity]')),
      currency: field(`${price}[currency]`),
      client_reference_id: form.get('client_reference_id'),
      payment_intent: `pi_${number}`,
      payment_status: 'unpaid',
      status: 'open',
      locale: form.get('locale'),
      metadata: Object.fromEntries(names.map((name) => [name, field(`metadata[${name}]`)])),
    }
    sessions.push(session)
    return session
  }

  /** The money that was paid with an intent and is still here, in cents. */
  function paidWith(intent: string): number {
    const objects = events.filter(({ data }) => data.object['payment_intent'] === intent)
    const amounts = (type: string, field: string) =>
      objects.reduce((total, event) => total + (event.type === type ? Number(event.data.object[field]) : 0), 0)
    return amounts('checkout.session.completed', 'amount_total') - amounts('refund.created', 'amount')
  }

  function createRefund(form: URLSearchParams): Row {
    const payment_intent = form.get('payment_intent') ?? ''
    const amount = Number(form.get('amount'))
    if (amount > paidWith(payment_intent)) throw new Refusal('charge_already_refunded')
    made += 1
    const refund = { id: `re_${made}`, object: 'refund', amount, currency: 'usd', payment_intent, status: 'succeeded' }
    fake.happen('refund.created', refund)
    return refund
  }

  function listEvents(query: URLSearchParams): Row {
    const types = [...query].filter(([name]) => /^types\[\d*\]$/.test(name)).map(([, type]) => type)
    const since = Number(query.get('created[gte]') ?? 0)
    const found = events.filter(({ type, created }) => types.includes(type) && created >= since).toReversed()
    const start = found.findIndex(({ id }) => id === query.get('starting_after')) + 1
    return { object: 'list', url: '/v1/events', data: found.slice(start, start + 2), has_more: found.length > start + 2 }
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const send = (status: number, answer: Row) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      try {
        if (fake.isDown) return send(400, { error: { type: 'api_error', message: 'Out of order' } })
        if (request.headers.authorization !== `Bearer ${key}`)
          return send(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } })
        if (request.method === 'GET' && pathname === '/v1/events') return send(200, listEvents(searchParams))
        const session = sessions.find(({ id }) => pathname === `/v1/checkout/sessions/${id}`)
        if (request.method === 'GET' && session) return send(200, session)
        const create = { '/v1/checkout/sessions': createSession, '/v1/refunds': createRefund }[pathname]
        if (request.method !== 'POST' || !create)
          return send(404, { error: { type: 'invalid_request_error', message: 'Unrecognized request URL' } })
        if (request.headers['content-type'] !== 'application/x-www-form-urlencoded') throw new Refusal('content type')
        const id = String(request.headers['idempotency-key'] ?? '')
        const before = repeated.get(id)
        if (before && before.body !== body) throw new Refusal('idempotency_error')
        const answer = before?.answer ?? create(new URLSearchParams(body))
        repeated.set(id, { body, answer })
        if (fake.answersLost > 0) {
          fake.answersLost -= 1
          request.socket.destroy()
          return undefined
        }
        return send(200, answer)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return send(400, { error: { type: 'invalid_request_error', code: error.code, message: error.code } })
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fake: FakeStripe = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    sessions,
    happen(type, object) {
      const event = { id: `evt_${(made += 1)}`, object: 'event', type, created: seconds(), data: { object } }
      events.push(event)
      return event
    },
    events: (type) => events.filter((event) => event.type === type),
    shuffle: () => void events.splice(0, events.length, ...events.toReversed().toSorted((a, b) => a.created - b.created)),
    async deliver(event, { url, secret }) {
      const body = JSON.stringify(event, null, 2)
      const statuses: number[] = []
      while (statuses.length < 10 && !(statuses.at(-1) ?? 0).toString().startsWith('2')) {
        const time = seconds()
        const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
        // v0 signs events of the test mode only.
        const headers = {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': `t=${time},v1=${signature},v0=0`,
        }
        statuses.push((await fetch(url, { method: 'POST', body, headers })).status)
      }
      return statuses
    },
    isDown: false,
    answersLost: 0,
    forget() {
      events.length = 0
      sessions.length = 0
      repeated.clear()
      fake.isDown = false
      fake.answersLost = 0
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}
