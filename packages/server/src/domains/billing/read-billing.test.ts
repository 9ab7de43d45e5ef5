import type { BillingReport } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type BillingWorld, startBillingWorld } from '#server/test/billing-world'

let billing: BillingWorld
beforeAll(async () => void (billing = await startBillingWorld()))
beforeEach(async () => {
  await billing.reset()
  await sql(`update company set due_date = null, base_tariff = null, trial = 0 where company_id <> $1`, [billing.server.world.a])
})
afterAll(() => billing.stop())

const sql = <R extends object = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  billing.server.database.asOwner<R>(text, values)

async function read(login = 'platform', months = 3): Promise<BillingReport> {
  const token = await billing.server.signIn(login)
  const { company } = login === 'platform' ? { company: undefined } : { company: billing.server.world.a }
  const answer = await billing.server.call('Report', 'billing', { months }, { token, ...(company ? { company } : {}) })
  if (answer.code !== undefined) throw new Error(answer.code)
  return answer['data'] as BillingReport
}

let references = 0
async function book(company: number, day: string, kind: string, amount: string, period: number | null = null) {
  const [payment] = await sql<{ payment_id: number }>(
    `insert into payment (company, "user", type, tariff_period, date) values ($1, $4, 3, $2, $3) returning payment_id`,
    [company, period, day, billing.server.world.platform],
  )
  await sql(`insert into booking (company, kind, amount, payment, reference, date) values ($1, $2, $3, $4, $5, $6)`, [
    company,
    kind,
    amount,
    payment?.payment_id,
    `period:${(references += 1)}`,
    `${day}T12:00:00Z`,
  ])
}

it('adds up the ledger by month, and counts new and lost companies', async () => {
  const { a, b } = billing.server.world
  // Monthly until the subscription ends in November.
  await billing.set({ due_date: '2026-11-15T12:00:00Z' })
  await book(a, '2026-09-15', 'subscription', '-19.00', 1)
  await book(a, '2026-10-15', 'subscription', '-19.00', 1)
  await book(a, '2026-10-20', 'order', '-0.30')
  await book(a, '2026-10-15', 'payment', '30.00')
  await book(a, '2026-10-31', 'refund', '-5.00')
  await book(a, '2026-10-31', 'correction', '99.00')
  // A year.
  await book(b, '2026-11-01', 'subscription', '-400.00', 4)
  await book(b, '2026-11-02', 'credit', '50.00', 4)
  billing.setTime('2027-01-10T00:00:00Z')
  expect((await read('platform', 5)).months).toEqual([
    { month: '2027-01', revenue: '0.00', received: '0.00', paying: 1, came: 0, left: 0, churn: 0 },
    { month: '2026-12', revenue: '0.00', received: '0.00', paying: 1, came: 0, left: 0, churn: 0 },
    { month: '2026-11', revenue: '350.00', received: '0.00', paying: 1, came: 1, left: 1, churn: 100 },
    { month: '2026-10', revenue: '19.30', received: '25.00', paying: 1, came: 0, left: 0, churn: 0 },
    { month: '2026-09', revenue: '19.00', received: '0.00', paying: 1, came: 1, left: 0, churn: null },
  ])
})

it('a change within a period does not begin another one', async () => {
  const { a } = billing.server.world
  await book(a, '2026-09-01', 'subscription', '-19.00', 1)
  const [change] = await sql<{ payment_id: number }>(
    `insert into payment (company, "user", type, set_period, tariff_period, date) values ($1, $2, 4, 0, 4, now()) returning payment_id`,
    [a, billing.server.world.platform],
  )
  await sql(
    `insert into booking (company, kind, amount, payment, reference, date)
     values ($1, 'subscription', -5, $2::bigint, 'change:' || $2::bigint, '2026-09-20T00:00:00Z')`,
    [a, change?.payment_id],
  )
  billing.setTime('2026-12-10T00:00:00Z')
  expect((await read()).months.map(({ paying, left }) => [paying, left])).toEqual([
    [0, 0],
    [0, 0],
    [0, 1],
  ])
})

it.each([
  [
    'renewed two weeks late has not left',
    ['2026-09-15', '2026-10-29'],
    '2026-11-29',
    [
      [0, 1],
      [1, 0],
      [1, 0],
      [0, 0],
    ],
  ],
  [
    'renewed after months left and came back',
    ['2026-07-15', '2026-10-29'],
    '2026-11-29',
    [
      [0, 1],
      [1, 0],
      [0, 0],
      [0, 1],
    ],
  ],
  [
    'bought during a trial ends on its due date',
    ['2026-10-10'],
    '2026-12-01',
    [
      [1, 0],
      [1, 0],
      [0, 0],
      [0, 0],
    ],
  ],
])('a subscription %s', async (_what, charges, due_date, expected) => {
  const { a } = billing.server.world
  for (const day of charges) await book(a, day, 'subscription', '-19.00', 1)
  await billing.set({ due_date: `${due_date}T12:00:00Z` })
  billing.setTime('2026-11-30T00:00:00Z')
  expect((await read('platform', 4)).months.map(({ paying, left }) => [paying, left])).toEqual(expected)
})

it('lists trials, due companies with their missing amounts, and parked ones', async () => {
  const { a, b } = billing.server.world
  const at = { company: a, name: expect.anything() as object, logo: expect.anything() as string }
  await billing.set({ due_date: '2026-11-20T00:00:00Z', balance: '12.50' })
  await sql(
    `update company set trial = 1, base_tariff = 2, tariff_period = 1, due_date = '2026-12-05T00:00:00Z', billing_problem = 'No rate'
     where company_id = $1`,
    [b],
  )
  const report = await read()
  expect(report.due).toEqual({
    count: 1,
    rows: [{ ...at, due: '2026-11-20T00:00:00Z', price: '19.00', balance: '12.50', missing: '6.50', suspended: false }],
  })
  expect(report.trials).toMatchObject({ count: 1, rows: [{ company: b, ends: '2026-12-05T00:00:00Z' }] })
  expect(report.parked).toMatchObject({ count: 1, rows: [{ company: b, problem: 'No rate' }] })
  // A change that waits is charged as quoted.
  await sql(`insert into payment (company, "user", type, state, total, date) values ($1, $2, 5, 'waiting', 42, now())`, [
    a,
    billing.server.world.platform,
  ])
  expect((await read()).due.rows[0]).toMatchObject({ price: '42.00', missing: '29.50' })
  await sql(`update company set deleted = now() where company_id = any($1)`, [[a, b]])
  const { due, trials, parked } = await read()
  expect([due.count, trials.count, parked.count]).toEqual([0, 0, 0])
  await sql(`update company set deleted = null, billing_problem = '' where company_id = $1`, [b])
})

it.each(['owner', 'operator'])('is refused to %s', async (login) => {
  await expect(read(login)).rejects.toThrow('forbidden')
})
