import { formatMoney, max, monthlyBill, parseMoney, periodTotal } from '@tiffin/core/rules'
import {
  apiError,
  type BillingReport,
  type Calls,
  type Company,
  companyOptions,
  type SubscribePeriod,
  type Tariff,
} from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import type { Handler } from '#server/context'

const LISTED = 200
const DUE_WITHIN_DAYS = 14

/** Revenue, churn, trials, companies that are due, and parked ones; for platform administrators. */
export const readBilling: Handler<Calls['Report']['billing']> = async ({ months }, call) => {
  if (call.session.actor.role !== 1) throw apiError('forbidden')
  const now = call.now()
  const data = await call.db.read({ platform: true }, async (tx) => ({
    status: 'OK' as const,
    months: await readMonths(tx, months, now),
    trials: await readTrials(tx, now),
    due: await readDue(tx, now),
    parked: await readParked(tx),
  }))
  return { data }
}

/**
 * A charge that began a period pays for its months. A company that renews within 31 days after them has not left. A period that was
 * bought during a trial begins when that ends, so the last one lasts until the company's due date.
 */
async function readMonths(tx: Tx, months: number, now: Date): Promise<BillingReport['months']> {
  const rows = await tx.sql<Omit<BillingReport['months'][number], 'churn'> & { before: number }>(
    `with month as (
       select begin, begin + interval '1 month' as next, least(begin + interval '1 month', $2::timestamp) as until
       from generate_series(date_trunc('month', $2::timestamp) - make_interval(months => $1 - 1), $2::timestamp, interval '1 month') begin
     ), money as (
       select date_trunc('month', date at time zone 'UTC') as begin,
         -coalesce(sum(amount) filter (where kind in ('subscription', 'credit', 'order')), 0) as revenue,
         coalesce(sum(amount) filter (where kind in ('payment', 'refund', 'dispute')), 0) as received
       from booking where date >= (select min(begin) from month) at time zone 'UTC' group by 1
     ), charge as (
       select b.company, b.date at time zone 'UTC' as begin, b.date at time zone 'UTC' + make_interval(months => s.month) as ends,
         lead(b.date at time zone 'UTC') over (partition by b.company order by b.date, b.booking_id) as renewed
       from booking b join payment p on p.company = b.company and p.payment_id = b.payment
         join subscribe_period s on s.subscribe_period_id = p.tariff_period
         left join payment c on c.company = b.company and b.reference = 'change:' || c.payment_id
       where b.kind in ('subscription', 'credit') and coalesce(c.set_period, 1) = 1
     ), period as (
       select p.company, p.begin, case when next.begin between p.ends and p.ends + interval '31 days' then next.begin else p.ends end as until
       from charge p join company c on c.company_id = p.company
         cross join lateral (select coalesce(p.renewed, c.due_date at time zone 'UTC') as begin) next
     ), company_month as (
       select m.begin, p.company,
         bool_or(p.begin < m.begin and p.until >= m.begin) as at_begin,
         bool_or(p.begin < m.until and p.until >= m.until) as at_end
       from month m join period p on p.begin < m.until and p.until >= m.begin group by 1, 2
     )
     select to_char(m.begin, 'YYYY-MM') as month,
       coalesce(a.revenue, 0)::numeric(14, 2)::text as revenue, coalesce(a.received, 0)::numeric(14, 2)::text as received,
       count(*) filter (where c.at_end)::int as paying, count(*) filter (where c.at_end and not c.at_begin)::int as came,
       count(*) filter (where c.at_begin and not c.at_end)::int as left, count(*) filter (where c.at_begin)::int as before
     from month m left join money a using (begin) left join company_month c using (begin)
     group by m.begin, a.revenue, a.received order by m.begin desc`,
    [months, now.toISOString().slice(0, -1)],
  )
  return rows.map(({ before, ...month }) => ({
    ...month,
    churn: before === 0 ? null : Math.round((month.left * 1000) / before) / 10,
  }))
}

const LISTED_FIELDS = 'company_id as company, name, logo, count(*) over ()::int as total'
const shown = `deleted is null and base_tariff is not null`

/** Each row has the number of all. */
const countOf = ([first]: readonly { total: number }[]): number => first?.total ?? 0

interface Listed {
  company: number
  name: Company['name']
  logo: string
  total: number
}

async function readTrials(tx: Tx, now: Date): Promise<BillingReport['trials']> {
  const rows = await tx.sql<Listed & { ends: string }>(
    `select ${LISTED_FIELDS}, to_char(due_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ends from company
     where ${shown} and trial = 1 and due_date > $1 order by due_date, company_id limit ${LISTED}`,
    [now],
  )
  return { count: countOf(rows), rows: rows.map(({ company, name, logo, ends }) => ({ company, name, logo, ends })) }
}

async function readParked(tx: Tx): Promise<BillingReport['parked']> {
  const rows = await tx.sql<Listed & { problem: string }>(
    `select ${LISTED_FIELDS}, billing_problem as problem from company
     where deleted is null and billing_problem <> '' order by company_id limit ${LISTED}`,
  )
  return { count: countOf(rows), rows: rows.map(({ company, name, logo, problem }) => ({ company, name, logo, problem })) }
}

type Due = Listed &
  Pick<Company, 'balance' | 'base_tariff' | 'tariff_period'> & {
    due: string
    suspended: number
    quoted: string | null
    options: object
  }

/** With the price that the round will charge: that of a waiting change, or the current one. */
async function readDue(tx: Tx, now: Date): Promise<BillingReport['due']> {
  const options = companyOptions.map((name) => `'${name}', ${name}`).join(', ')
  const rows = await tx.sql<Due>(
    `select ${LISTED_FIELDS}, to_char(due_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as due, suspended,
       balance::text, base_tariff, tariff_period, jsonb_build_object(${options}) as options,
       (select p.total::text from payment p where p.company = company_id and p.type = 5 and p.state = 'waiting'
        order by p.payment_id desc limit 1) as quoted
     from company where ${shown} and due_date < $1::timestamptz + make_interval(days => ${DUE_WITHIN_DAYS})
     order by due_date, company_id limit ${LISTED}`,
    [now],
  )
  const tariffs = new Map((await tx.sql<Tariff>('select * from tariff')).map((tariff) => [tariff.tariff_id, tariff]))
  const periods = new Map(
    (await tx.sql<SubscribePeriod>('select * from subscribe_period')).map((period) => [period.subscribe_period_id, period]),
  )
  const priceOf = ({ quoted, base_tariff, tariff_period, options: chosen }: Due): string => {
    const [tariff, period] = [tariffs.get(base_tariff ?? 0), periods.get(tariff_period ?? 0)]
    if (quoted !== null || !tariff || !period) return quoted ?? '0.00'
    const addOns = companyOptions.filter((name) => (chosen as Partial<Company>)[name] === 1)
    return formatMoney(periodTotal(monthlyBill({ tariff, addOns }), period))
  }
  return {
    count: countOf(rows),
    rows: rows.map((row) => {
      const { company, name, logo, due, balance, suspended } = row
      const price = priceOf(row)
      const missing = formatMoney(max(0n, parseMoney(price) - parseMoney(balance)))
      return { company, name, logo, due, price, balance, missing, suspended: suspended === 1 }
    }),
  }
}
