import { type Actor, companyToday, type DayPeriod, periodBounds, visibleRows } from '@tiffin/core/rules'
import { entities, type ParsedTableQuery } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import { type CompiledRows, compileRows } from '#engine/compile-table'
import type { ReadSums } from '#engine/table-rules'
import { readTimezone } from '#tenant/read-timezone'

/** The amounts that are kept as sums by day, merchant and status. */
export const summedAmounts: ReadonlySet<string> = new Set(['total', 'discount', 'bonus', 'promocode_amount', 'delivery'])
const searched: ReadonlySet<string> = new Set(['merchant', 'order_status'])

type Search = NonNullable<ParsedTableQuery['search']>

/**
 * The orders that a reader of the report finds, as rows `t` of sums by `day`, `merchant` and `order_status`, with their number in `orders`. They
 * are exact in the snapshot of the transaction (AMB-216). Null if the search needs the orders themselves, or if the company's sums
 * are not built for this time zone.
 */
export async function compileOrderDays(
  tx: Tx,
  actor: Actor,
  { search, period, timezone }: { search: Search; period: DayPeriod | undefined; timezone: string },
): Promise<CompiledRows | null> {
  const { company } = actor
  if (
    company === null ||
    visibleRows(actor, entities.order).self ||
    !search.every((part) => 'key' in part && searched.has(part.key))
  )
    return null
  const [built] = await tx.sql<{ timezone: string }>('select timezone from order_day_build where company = $1', [company])
  if (built?.timezone !== timezone) return null
  return compileRows(actor, { table: 'order', mode: 'report', search }, { languages: [] }, ({ bind }) => {
    const columns = `merchant, order_status, orders, ${[...summedAmounts].join(', ')}`
    const days = period ? ` where day between ${bind(period.from, 'date')} and ${bind(period.to, 'date')}` : ''
    return `(select * from (
      select company, 0 as "delete", day, ${columns} from order_day
      union all
      select company, 0, (time_finish at time zone ${bind(timezone, 'text')})::date, ${columns} from order_day_delta
    ) d${days})`
  })
}

/** Number and sums of the orders found, from the sums by day if they suffice (REPORT-19). */
export const readOrderSums: ReadSums = async (tx, actor, { mode, search = [], statistic = [] }) => {
  if (mode !== 'report' || actor.company === null || !statistic.every((name) => summedAmounts.has(name))) return null
  const timezone = await readTimezone(tx, actor.company)
  const due = search.filter((part) => 'key' in part && part.key === 'time_finish')
  const period = due[0] && wholeDays(due[0], timezone)
  if (due.length > 1 || (due.length === 1 && !period)) return null
  const found = await compileOrderDays(tx, actor, { search: search.filter((part) => !due.includes(part)), period, timezone })
  if (!found) return null
  const sums = statistic.map((name) => `'${name}', coalesce(sum(t."${name}"), 0.00)::text`).join(', ')
  const [row] = await tx.rows<{ count: number; statistic: string }>({
    sql: `select coalesce(sum(t.orders), 0)::int as count, json_build_object(${sums})::text as statistic from (${found.rows}) t`,
    parameters: found.binder.values,
  })
  return row ?? null
}

/** The days that a condition covers from the first moment to the last one; undefined if it covers parts of days. */
function wholeDays(condition: Search[number], timezone: string): DayPeriod | undefined {
  if (!('key' in condition) || condition.op !== 'between' || !Array.isArray(condition.prm)) return undefined
  const times = condition.prm.map((time) => Date.parse(String(time)))
  const [from = NaN, to = NaN] = times
  if (times.length !== 2 || !(from <= to)) return undefined
  const period = { from: companyToday(from, timezone), to: companyToday(to, timezone) }
  return periodBounds(period, timezone).every((bound, at) => Date.parse(bound) === times[at]) ? period : undefined
}
