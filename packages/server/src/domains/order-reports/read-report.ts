import {
  type Actor,
  type DayPeriod,
  isMoneyFigure,
  isCancelled,
  joinedFields,
  type Measure,
  type OrderSet,
  periodBefore,
  periodBounds,
  type Report,
  reportColumns,
  type ReportGroup,
  reports,
} from '@tiffin/core/rules'
import {
  apiError,
  entities,
  type Figures,
  type OrderStatus,
  type ParsedReportInput,
  type ReportAnswer,
  type ReportRow,
} from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import { quote } from '#db/columns'
import { compileOrderDays, summedAmounts } from '#domains/orders/order-days'
import { compileRows } from '#engine/compile-table'
import { rulesOf } from '#engine/table-rules'
import { readTimezone } from '#tenant/read-timezone'

/** A report without the status of a call. */
export type ReportFigures = Omit<ReportAnswer, 'status'>

/** Rows of one response. */
const MAX_ROWS = 20_000

interface Line {
  key: string | number
  name: ReportRow['name']
  /** `row`, or what is summed: the orders of one currency, or all. */
  of: 'row' | 'currency' | 'all'
  /** The only currency of the orders; null if there are several. Undefined in reports of one company. */
  currency?: string | null
  /** 1 for the period before. */
  before: number
  figures: Figures
}

/**
 * Reads a report in the snapshot of the transaction, in one statement built from its declaration.
 * @throws `option_required`, `forbidden`, `invalid_value`, `unknown_field`, `unknown_operator`, `too_many`
 */
export async function readReport(tx: Tx, actor: Actor, input: ParsedReportInput): Promise<ReportFigures> {
  const { period, search = [], compare = false } = input
  const report = reports[input.report]
  if (period ? period.from > period.to : compare)
    throw apiError('invalid_value', { table: 'order', field: 'period', params: ['period'] })
  const timezone = actor.company === null ? (input.timezone ?? 'UTC') : await readTimezone(tx, actor.company)
  const before = period && compare ? periodBefore(period) : null
  const covered = period && { from: before?.from ?? period.from, to: period.to }
  const group = input.by ?? report.group
  const due = covered ? [dueIn(covered, timezone)] : []
  const query = { table: 'order', mode: 'report' as const, search: [...search, ...report.where, ...due] }
  // Validates the search even if the sums by day are read instead.
  const orders = compileRows(actor, query, { languages: [] })
  const days = isSummedByDay(report, group) ? await compileOrderDays(tx, actor, { search, period: covered, timezone }) : null
  const { binder, open, rows } = days ?? orders
  const { bind } = binder
  const cancelled = bind(await readCancelled(tx), 'bigint[]')
  const key = days && group === 'day' ? `to_char(t.day, 'YYYY-MM-DD')` : groupKey(group, actor, () => bind(timezone, 'text'))
  const firstDay = (of: DayPeriod): string =>
    days ? `t.day < ${bind(of.from, 'date')}` : `t.time_finish < ${bind(periodBounds(of, timezone)[0], 'timestamptz')}`
  const isBefore = before && period ? `(${firstDay(period)})::int` : '0'
  for (const field of [...fieldsOf[group], ...report.columns.flatMap((name) => measured(reportColumns[name].measure))])
    open(field)
  const terms = days ? summedByDay : ofOrders
  const money = actor.company === null ? ofCompanies : ofOneCompany
  const figures = report.columns
    .map((name) => {
      const sql = figure(reportColumns[name].measure, cancelled, terms)
      return `'${name}', ${isMoneyFigure(name) ? money.amount(sql) : sql}`
    })
    .join(', ')
  const lines = await tx.rows<Line>({
    sql: `select g.*, ${nameOf(actor, group)} as name from (
      select "~key" as key, "~before" as before, ${money.columns}, json_build_object(${figures}) as figures
      from (select t.*, ${key} as "~key", ${isBefore} as "~before"${money.currency} from (${rows}) t${money.join}) t
      group by grouping sets (("~before", "~key"), ("~before")${money.set}) having ${terms.count('')} > 0
    ) g order by before, ${group === 'day' || group === 'hour' ? 'key' : `(figures ->> '${report.columns[0]}')::numeric desc, key`}
    limit ${MAX_ROWS + 1}`,
    parameters: binder.values,
  })
  if (lines.length > MAX_ROWS) throw apiError('too_many', { params: [MAX_ROWS] })
  const part = (requested: number): Pick<ReportFigures, 'rows' | 'totals' | 'currencies'> => {
    const own = lines.filter((line) => line.before === requested)
    const currencies = own
      .filter(({ of }) => of === 'currency')
      .map(({ currency, figures: totals }) => ({ currency: currency ?? '', totals }))
      .toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
    return {
      rows: own
        .filter(({ of }) => of === 'row')
        .map(({ key, name, figures, currency }) => ({ key, name, figures, ...(currency == null ? {} : { currency }) })),
      totals: own.find(({ of }) => of === 'all')?.figures ?? noFigures(report.columns),
      ...(actor.company === null ? { currencies } : {}),
    }
  }
  return { ...part(0), ...(before ? { before: { period: before, ...part(1) } } : {}) }
}

/** SQL of the currencies of the orders `t`: amounts of several currencies are null, because their sum would be wrong. */
const ofCompanies = {
  columns: `case when grouping("~key") = 0 then 'row' when grouping("~currency") = 0 then 'currency' else 'all' end as of,
    case when min("~currency") = max("~currency") then min("~currency") end as currency`,
  currency: ', coalesce(m.currency, \'\') as "~currency"',
  join: ` left join (
      select c.company_id, coalesce(nullif(n.currency_code, ''), n.currency_symbol) as currency
      from company c left join country n on n.country_id = c.country
    ) m on m.company_id = t.company`,
  set: ', ("~before", "~currency")',
  amount: (sql: string) => `case when min("~currency") = max("~currency") then ${sql} end`,
}

const ofOneCompany: typeof ofCompanies = {
  columns: `case when grouping("~key") = 0 then 'row' else 'all' end as of`,
  currency: '',
  join: '',
  set: '',
  amount: (sql) => sql,
}

const dueIn = (period: DayPeriod, timezone: string) => ({
  key: 'time_finish',
  op: 'between' as const,
  prm: [...periodBounds(period, timezone)],
})

/** The statuses of cancelled orders, of all companies that the transaction reads. */
async function readCancelled(tx: Tx): Promise<number[]> {
  const statuses = await tx.sql<Pick<OrderStatus, 'order_status_id' | 'status' | 'merchant' | 'value' | 'done'>>(
    'select order_status_id, status, merchant, value, done from order_status where done = 0',
  )
  return statuses.filter(isCancelled).map(({ order_status_id }) => order_status_id)
}

/** The fields that a group's key is computed from. */
const fieldsOf: Readonly<Record<ReportGroup, readonly string[]>> = {
  day: ['time_finish'],
  hour: ['time_finish'],
  merchant: ['merchant'],
  courier: ['courier'],
  promocode: ['promocode'],
}

/**
 * SQL of the value that rows are grouped by. Across companies the hour is computed as in the filter by hour: in the time of the
 * order's company.
 */
function groupKey(group: ReportGroup, { company }: Actor, timezone: () => string): string {
  switch (group) {
    case 'day':
      return `to_char(t.time_finish at time zone ${timezone()}, 'YYYY-MM-DD')`
    case 'hour':
      return company === null
        ? (rulesOf(entities.order).read?.searchOnly?.['hour']?.('t') ?? '')
        : `extract(hour from t.time_finish at time zone ${timezone()})::int`
    case 'courier':
      return 'coalesce(t.courier, 0)'
    default:
      return `t.${quote(group)}`
  }
}

/** SQL of the name of a row; a user's name only if the reader sees it on orders. */
function nameOf(actor: Actor, group: ReportGroup): string {
  if (group !== 'merchant' && group !== 'courier') return 'null'
  const entity = entities[group]
  if (!joinedFields(actor, entity).has('name')) return 'null'
  return `(select to_json(n.name) from ${quote(group)} n where n.${quote(entity.key)} = g.key)`
}

const measured = (measure: Measure): readonly string[] => {
  if ('sum' in measure) return [measure.sum]
  if ('average' in measure) return [measure.average]
  return 'minutes' in measure ? measure.minutes : []
}

/** SQL of a number and an average of rows `t`, limited by a filter. */
interface Terms {
  count: (filter: string) => string
  average: (amount: string, filter: string) => string
}

const ofOrders: Terms = {
  count: (filter) => `count(*)${filter}`,
  average: (amount, filter) => `avg(${amount})${filter}`,
}

/** Rows that are sums of orders by day. */
const summedByDay: Terms = {
  count: (filter) => `coalesce(sum(t.orders)${filter}, 0)`,
  average: (amount, filter) => `sum(${amount})${filter} / nullif(sum(t.orders)${filter}, 0)`,
}

/** Whether the sums by day, merchant and status have all that a report shows. */
const isSummedByDay = ({ columns, where }: Report, group: ReportGroup): boolean =>
  where.length === 0 &&
  (group === 'day' || group === 'merchant') &&
  columns.every((name) => {
    const { measure } = reportColumns[name]
    const of = 'count' in measure ? measure.count : measure.of
    const isCounted = of === 'found' || of === 'kept' || of === 'cancelled'
    return (
      isCounted &&
      !('minutes' in measure) &&
      !('share' in measure) &&
      measured(measure).every((amount) => summedAmounts.has(amount))
    )
  })

function figure(measure: Measure, cancelled: string, terms: Terms): string {
  const filter = (set: OrderSet): string => (set === 'found' ? '' : ` filter (where ${inSet(set, cancelled)})`)
  const count = (set: OrderSet): string => terms.count(filter(set))
  if ('count' in measure) return count(measure.count)
  const of = filter(measure.of)
  if ('sum' in measure) return `coalesce(sum(t.${quote(measure.sum)})${of}, 0.00)::text`
  if ('average' in measure) return `round(${terms.average(`t.${quote(measure.average)}`, of)}, 2)::text`
  if ('share' in measure) return `round(100.0 * ${count(measure.share)} / nullif(${count(measure.of)}, 0), 1)::text`
  const [from, to] = measure.minutes
  return `round(avg(greatest(extract(epoch from t.${quote(to)} - t.${quote(from)}), 0) / 60)${of}, 1)::text`
}

function inSet(set: Exclude<OrderSet, 'found'>, cancelled: string): string {
  const kept = `t.order_status <> all(${cancelled})`
  switch (set) {
    case 'cancelled':
      return `t.order_status = any(${cancelled})`
    case 'kept':
      return kept
    case 'delivered':
      return `${kept} and t.time_delivery is not null and t.time_finish is not null`
    case 'late':
      return `${inSet('delivered', cancelled)} and t.time_delivery > t.time_finish`
  }
}

const noFigures = (columns: readonly (keyof typeof reportColumns)[]): Figures =>
  Object.fromEntries(
    columns.map((name) => {
      const { measure } = reportColumns[name]
      return [name, 'count' in measure ? 0 : 'sum' in measure ? '0.00' : null]
    }),
  )
