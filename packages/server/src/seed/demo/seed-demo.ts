import { Client } from 'pg'
import { addDays, companyToday, dayBounds } from '@tiffin/core/rules'
import { type Company, entities, type PayType } from '@tiffin/sdk/contract'
import { makeChange } from '#engine/change'
import { monthsAfter } from '#domains/billing/due-dates'
import { createCompany } from '#domains/companies/create-company'
import { insertRows } from '#db/insert-rows'
import { advanceSequence } from '#db/platform'
import { companyAAccess, SIMULATOR_LOGIN, seedAccounts, companyAStaff, simulatorRoutes } from './accounts.ts'
import { nextKey, type Place, seedCouriers, seedCustomers, seedMerchants, seedPayTypes, seedPromocodes } from './base-rows.ts'
import { type CompanyPlan, companyPlans } from './companies.ts'
import { copyRows } from './copy-rows.ts'
import { copyHistory } from './make-history.ts'
import { type GeneratedOrder, makeOrders } from './make-orders.ts'
import type { SeededCompany } from './seeded-company.ts'
import { withinTransaction } from './one-transaction.ts'
import { createRandom } from './random.ts'
import { seedShopfront } from './shopfront.ts'

/** If two processes start together, the second finds the companies of the first. */
const LOCK = 7_305_117_204
const DAY = 86_400_000

export type DemoStep = 'accounts' | 'company' | 'orders' | 'history' | 'indexes' | 'done'

export interface DemoOptions {
  /** Milliseconds; by default the current time. The same time and seed produce the same data. */
  now?: number
  seed?: number
  /** Overrides the row counts of the busy company, for smaller tests. */
  busy?: Partial<Pick<CompanyPlan, 'customers' | 'couriers' | 'days' | 'perDay' | 'open'>>
  onProgress?: (step: DemoStep, done: { orders: number; of: number }) => void
}

/**
 * Fills a database that has no company with the demo (DESIGN §6), completely or not at all.
 * @param ownerUrl connection of the role `tiffin_owner`, the only one that may bypass row-level security with COPY
 * @returns the number of created orders; null if there was already a company
 */
export async function seedDemo(ownerUrl: string, options: DemoOptions = {}): Promise<number | null> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'tiffin demo' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const { rowCount } = await client.query('select 1 from company limit 1')
    if (rowCount) return null
    const made = await seedAll(client, options)
    await client.query('commit')
    return made
  } finally {
    // Also ends an open transaction.
    await client.end()
  }
}

async function seedAll(client: Client, { now = Date.now(), seed = 20_261_121, busy, onProgress }: DemoOptions): Promise<number> {
  const plans = companyPlans.map((plan, index) => (index === 0 ? { ...plan, ...busy } : plan))
  const of = plans.reduce((sum, plan) => sum + plan.days * plan.perDay, 0)
  let orders = 0
  const progress = (step: DemoStep, more = 0) => onProgress?.(step, { orders: orders + more, of })
  progress('accounts')
  const admins = await seedAccounts(client)
  for (const [index, plan] of plans.entries()) {
    progress('company')
    const seeded = await seedCompany(client, plan, { admins, now, random: createRandom(seed + index) })
    orders += await seedOrders(client, seeded, { now, random: createRandom(seed + 100 + index) }, (made) =>
      progress('orders', made),
    )
    progress('history')
  }
  await backdateHistory(client)
  await client.query(`update app_settings set value = $1 where name = 'contact_links'`, ['mail mailto:support@tiffin.example'])
  progress('indexes')
  // The first boards are read before autovacuum has collected statistics.
  await client.query('analyze')
  progress('done')
  return orders
}

interface CompanySeed {
  now: number
  random: ReturnType<typeof createRandom>
}

async function seedCompany(
  client: Client,
  plan: CompanyPlan,
  { admins, now, random }: CompanySeed & { admins: Map<string, number> },
): Promise<SeededCompany> {
  const { town } = plan
  const today = companyToday(now, town.timezone)
  const owner = admins.get(plan.owner) as number
  const company = await makeCompany(client, plan, owner, now)
  const isCompanyA = plan.owner === 'owner'
  if (isCompanyA) {
    const members = companyAStaff.map((login) => ({
      company,
      admin: admins.get(login),
      company_role: 2,
      navigation: login === SIMULATOR_LOGIN ? simulatorRoutes : [],
      overrule: login === SIMULATOR_LOGIN ? 1 : 0,
    }))
    await insertRows(client, entities.membership, members)
    await client.query('update admin set company = $1 where admin_id = any($2)', [company, members.map((row) => row.admin)])
  }
  const city = await seedCity(client, plan)
  const place: Place = { client, random, plan, company, city, now, today }
  const merchants = await seedMerchants(place, { of: (index) => (isCompanyA ? companyAAccess(admins, index) : []) })
  const customers = await seedCustomers(place)
  const couriers = await seedCouriers(place)
  await seedPayTypes(place)
  const promocodes = await seedPromocodes(place, merchants, owner)
  await seedShopfront(place, { owner, customers })

  const row = (await client.query<Company>('select * from company where company_id = $1', [company])).rows[0] as Company
  const country = await client.query<{ code: string }>('select currency_code as code from country where country_id = $1', [
    row.country,
  ])
  const statuses = await client.query<{ status: number; key: number }>(
    'select status, order_status_id as key from order_status where company = $1',
    [company],
  )
  const payTypes = await client.query<PayType>('select * from pay_type where company = $1 order by "order"', [company])
  const weights = [4, 3, 5]
  return {
    plan,
    company: row,
    currency: country.rows[0]?.code ?? '',
    statuses: new Map(statuses.rows.map((entry) => [entry.status, entry.key])),
    merchants,
    customers,
    couriers,
    payTypes: payTypes.rows.map((payType, index) => ({ ...payType, weight: weights[index] ?? 1 })),
    promocodes,
    staff: isCompanyA ? ['owner', 'operator', 'lena', 'ivan', 'salma'].map((login) => admins.get(login) as number) : [owner],
    simulator: isCompanyA ? (admins.get(SIMULATOR_LOGIN) as number) : owner,
  }
}

async function makeCompany(client: Client, plan: CompanyPlan, owner: number, now: number): Promise<number> {
  const key = async (text: string, value: unknown) =>
    (await client.query<{ key: number }>(text, [value])).rows.map((row) => row.key)
  const [country = 0] = await key('select country_id as key from country where alpha2 = $1', plan.town.alpha2)
  const lang = await key('select global_lang_id as key from global_lang where code = any($1) order by 1', ['en', 'ru', 'ar'])
  const info = { admin: owner, company: 0, app: 'demo', device: '' }
  const { value: company } = await makeChange(withinTransaction(client), { published: () => {} }, info, (change) =>
    createCompany(change, { country, lang, name: plan.name, tariff: null, timezone: plan.town.timezone, owner }),
  )
  const paid = new Date(now + (plan.set.suspended === 1 ? -6 : 20) * DAY).toISOString()
  const began = monthsAfter(paid, -1, plan.town.timezone)
  const set = {
    ...plan.set,
    trial: 0,
    period_start: began,
    period_anchor: began,
    paid_total: '79.00',
    reminder: plan.set.suspended === 1 ? 3 : null,
    suspended_for_bill: plan.set.suspended ?? 0,
    due_date: paid,
    active: paid,
    order_limit_date: new Date(now + 12 * DAY).toISOString(),
    create: new Date(now - (plan.days + 40) * DAY).toISOString(),
    approxumate_courier_speed: 25,
    color_scheme: {},
  }
  const names = Object.keys(set) as (keyof typeof set)[]
  const list = names.map((name, index) => `"${name}" = $${index + 2}`).join(', ')
  const values = names.map((name) =>
    typeof set[name] === 'object' && set[name] !== null ? JSON.stringify(set[name]) : set[name],
  )
  await client.query(`update company set ${list} where company_id = $1`, [company, ...values])
  return company
}

async function seedCity(client: Client, { town }: CompanyPlan): Promise<number> {
  const city_id = await nextKey(client, entities.city)
  const { rows } = await client.query<{ key: number }>('select country_id as key from country where alpha2 = $1', [town.alpha2])
  await insertRows(client, entities.city, [{ city_id, country: rows[0]?.key, name: town.name, geo: town.centre }])
  await advanceSequence(client, entities.city)
  return city_id
}

async function seedOrders(
  client: Client,
  seeded: SeededCompany,
  { now, random }: CompanySeed,
  onMade: (count: number) => void,
): Promise<number> {
  const { plan } = seeded
  const company = seeded.company.company_id
  const today = companyToday(now, plan.town.timezone)
  const since = Date.parse(dayBounds(addDays(today, -1), plan.town.timezone)[0])
  const firstKey = await nextKey(client, entities.order)
  const recent: GeneratedOrder[] = []
  const names = Object.keys(entities.order.fields)
  function* rows() {
    let count = 0
    for (const made of makeOrders(random, seeded, { now, today, firstKey })) {
      if ((made.stages.at(-1)?.at ?? 0) >= since) recent.push(made)
      count += 1
      if (count % 1000 === 0) onMade(count)
      yield made.row
    }
  }
  const count = await copyRows(client, entities.order, names, rows())
  await advanceSequence(client, entities.order)
  await copyHistory(client, seeded, recent, since)
  await countUse(client, plan, company)
  return count
}

/** Sets counters as the orders would have left them, and marks couriers with orders as busy. */
async function countUse(client: Client, plan: CompanyPlan, company: number): Promise<void> {
  await client.query(
    `insert into ticket_counter (company, merchant, day, last)
     select company, merchant, ticket_day, max(ticket) from "order" where company = $1 group by 1, 2, 3`,
    [company],
  )
  if (plan.used !== undefined && plan.set.limit_order) {
    // The billing month starts with the oldest of the orders that count towards the limit.
    const counted = Math.round(plan.used * plan.set.limit_order)
    await client.query(
      `update company set order_limit_date = (select time_create from "order" where company = $1
         order by time_create desc, order_id desc offset $2 limit 1) + interval '1 month' where company_id = $1`,
      [company, counted - 1],
    )
  }
  await client.query(
    `insert into usage_counter (company, name, value) select $1, 'order', count(*) from "order" o, company c
     where o.company = $1 and c.company_id = $1 and o.time_create >= c.order_limit_date - interval '1 month'`,
    [company],
  )
  await client.query(
    `update courier set courier_status = 2, working = 1 where company = $1 and courier_id in (
       select o.courier from "order" o join order_status s on s.order_status_id = o.order_status
       where o.company = $1 and s.status in (6, 7))`,
    [company],
  )
}

/** The companies are older than today, and so is their history. */
async function backdateHistory(client: Client): Promise<void> {
  const created = `(select c."create" from company c where c.company_id = h.company)`
  await client.query(`update change h set at = ${created} where app = 'demo'`)
  const ours = `h.change_id in (select change_id from change where app = 'demo') and h.company > 0`
  await client.query(`update audit_row h set at = ${created} where ${ours}`)
  await client.query(`update company_feed h set at = ${created} where ${ours}`)
}
