import { platformSeeds } from '@tiffin/sdk/contract'
import type { StartOptions } from '../start-server.ts'
import { insertRow } from './seed.ts'
import { type Answer, startTestServer, type TestServer } from './test-server.ts'

type Row = Record<string, unknown>

/** A server with the seeded tariffs and a clock that tests move; companies change their subscription by calls. */
export interface BillingWorld {
  server: TestServer
  /** Sets the clock of the server; sessions don't use it. */
  setTime(moment: string): void
  now(): Date
  owner(method: string, data: unknown): Promise<Answer>
  platform(method: string, data: unknown): Promise<Answer>
  /** Saves a payment as the owner; the answer has its row in `row`. */
  save(payment: Row): Promise<Answer & { row: Row }>
  /** Saves a change of tariff, which must be accepted. */
  change(tariff: number, period: number, option?: string[], type?: number): Promise<Row>
  company(): Promise<Row>
  payment(id: unknown): Promise<Row>
  bookings(): Promise<{ kind: string; amount: string; reference: string }[]>
  /** Sets fields of the company; the balance by a booking. */
  set(fields: Row & { balance?: string }): Promise<void>
  /** Forgets payments and bookings, and sets the terms of a paid month of tariff 1. */
  reset(fields?: Row): Promise<void>
  /** Presses a button of the sandbox. */
  press(page: string, action: 'pay' | 'decline'): Promise<string>
  stop(): Promise<void>
}

export async function startBillingWorld(
  env: Record<string, string> = {},
  options: Pick<StartOptions, 'jobs'> = { jobs: false },
): Promise<BillingWorld> {
  let time = Date.parse('2026-11-10T12:00:00.000Z')
  const now = () => new Date(time)
  const server = await startTestServer({ TIFFIN_PAY_PROVIDER: 'sandbox', ...env }, { ...options, now })
  const { database, world } = server
  for (const tariff of platformSeeds().tariff ?? []) await insertRow(database, 'tariff', tariff)
  for (const period of platformSeeds().subscribe_period ?? []) await insertRow(database, 'subscribe_period', period)
  const [owner, platform] = [await server.signIn('owner'), await server.signIn('platform')]
  const sql = <R extends object = Row>(text: string, values: unknown[] = []) => database.asOwner<R>(text, values)
  const company = async () =>
    (await sql('select *, balance::text, paid_total::text from company where company_id = $1', [world.a]))[0] ?? {}

  const billing: BillingWorld = {
    server,
    now,
    setTime: (moment) => void (time = Date.parse(moment)),
    owner: (method, data) => server.call('Company', method, data, { token: owner, company: world.a }),
    platform: (method, data) => server.call('Company', method, data, { token: platform, company: world.a }),
    async save(row) {
      const tables = [{ table: 'payment', row }]
      const answer = await server.call('Reference', 'saveData', { tables }, { token: owner, company: world.a })
      return { ...answer, row: (answer['data'] as { payment?: { data: Row } }).payment?.data ?? {} }
    },
    async change(tariff, tariff_period, option = [], type = 4) {
      const answer = await billing.save({ type, tariff, tariff_period, option })
      if (answer.status !== 'OK') throw new Error(`${answer.code} ${answer.error}`)
      return answer.row
    },
    company,
    payment: async (id) => (await sql('select *, bill::text, amount::text from payment where payment_id = $1', [id]))[0] ?? {},
    bookings: () => sql('select kind, amount::text, reference from booking where company = $1 order by booking_id', [world.a]),
    async set({ balance, ...fields }) {
      const names = Object.keys(fields)
      if (names.length > 0)
        await sql(
          `update company set ${names.map((name, index) => `"${name}" = $${index + 2}`).join(', ')} where company_id = $1`,
          [world.a, ...Object.values(fields)],
        )
      if (balance === undefined) return
      const difference = (Number(balance) - Number((await company())['balance'])).toFixed(2)
      await sql(
        `insert into booking (company, kind, amount, reference, date) values ($1, 'opening', $2, gen_random_uuid()::text, $3)`,
        [world.a, difference, now()],
      )
    },
    async reset(fields = {}) {
      await sql('delete from invoice')
      await sql('delete from booking')
      await sql('delete from payment')
      await sql('delete from tariff_trial')
      await sql('alter table company disable trigger keep_balance')
      await sql('update company set balance = 0')
      await sql('alter table company enable trigger keep_balance')
      await billing.set({
        trial: 0,
        enable: 1,
        suspended: 0,
        base_tariff: 1,
        tariff_period: 1,
        paid_total: '19.00',
        deleted: null,
        allow_promocode: 0,
        allow_push: 0,
        timezone: 'UTC',
        billing_problem: '',
        reminder: null,
        suspended_for_bill: 0,
        blocked_for_bill: 0,
        limit_order: 500,
        overlimit_order_price: '0.10',
        order_limit_date: '2027-01-01T00:00:00Z',
        period_start: '2026-11-01T00:00:00Z',
        period_anchor: '2026-11-01T00:00:00Z',
        due_date: '2026-12-01T00:00:00Z',
        active: '2026-12-01T00:00:00Z',
        ...fields,
      })
      await sql('update tariff set status = 1, subscription = 1')
      time = Date.parse('2026-11-10T12:00:00.000Z')
    },
    async press(page, action) {
      const form = new URLSearchParams([...new URL(page, server.url).searchParams, ['action', action]])
      // As a browser does: the page's policy hides the origin from the form.
      const policy = (await fetch(new URL(page, server.url))).headers.get('referrer-policy')
      const headers = { origin: policy === 'no-referrer' ? 'null' : server.url }
      const answer = await fetch(`${server.url}/pay`, { method: 'POST', body: form, headers })
      return answer.text()
    },
    stop: () => server.stop(),
  }
  return billing
}
