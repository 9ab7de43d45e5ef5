import { type Calls, type Input, type ReportGrain, reportGrains, type ReportName } from '@tiffin/sdk/contract'
import type { DayPeriod } from '#rules/index'
import { filterName, initialFilter, type ListState, NO_FILTER, readPeriod, searchOf } from './list-query.ts'
import type { Screen, Today } from './screen.ts'

type ReportInput = Input<Calls['Report']['read']>

/** The field that limits a report to days, and by which reports are grouped by day. */
const DUE = 'time_finish'

/** The days that the filters limit a report to. */
export function reportPeriod(screen: Screen, filters: ListState['filters'], today: Today): DayPeriod | undefined {
  const filter = screen.filters.find((item) => filterName(item) === DUE)
  return readPeriod(filters[DUE] ?? (filter ? initialFilter(filter, today) : ''), today)
}

/** Parameter of an address that names the rows of a report: the list of orders has them in a chart. */
export const grainParam = (report: ReportName): 'chart' | 'by' => (report === 'orders' ? 'chart' : 'by')

/** The rows that an address asks for instead of the report's own. */
export const reportGrain = (report: ReportName, params: URLSearchParams): ReportGrain | undefined =>
  reportGrains.find((grain) => grain === params.get(grainParam(report)))

/** The input of a report, so that it covers the same orders as the list with this search and these filters. */
export function reportInput(
  screen: Screen,
  { search, filters }: Pick<ListState, 'search' | 'filters'>,
  today: Today,
  asked: Pick<ReportInput, 'report' | 'by' | 'compare'>,
): ReportInput {
  const period = reportPeriod(screen, filters, today)
  return {
    ...asked,
    compare: asked.compare === true && period !== undefined,
    search: searchOf(screen, { search, filters: { ...filters, [DUE]: NO_FILTER } }, today),
    timezone: today.timezone,
    ...(period ? { period } : {}),
  }
}

/** List filters that show the orders of one row of a report; undefined if no filter finds them. */
export function rowFilters(filters: ListState['filters'], group: string, key: number | string): ListState['filters'] | undefined {
  if (group === 'day') return { ...filters, [DUE]: `${key}..${key}` }
  return group === 'hour' || group === 'merchant' || group === 'courier' ? { ...filters, [group]: String(key) } : undefined
}
