import { periodName } from '@tiffin/core/command-line'
import { addDays, companyToday, type DayPeriod, quickPeriods, reports } from '@tiffin/core/rules'
import { readPeriod, readSavedReports, savedReportInput, type Today } from '@tiffin/core/screens'
import type { ReportGrain, ReportInput, ReportName, TableQuery } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'
import { notFound, suggestionOr, wrongUsage } from '../failure.ts'
import { readList } from '../global-options.ts'
import { suggest } from '../suggest.ts'
import { findEntity, readKey } from './find-entity.ts'
import { findStatus, readStatuses } from './find-status.ts'
import { readFilter } from './read-condition.ts'
import { searchOf } from './read-rows.ts'

/** Options that select the orders of a report. */
export interface RequestOptions {
  saved?: string
  from?: string
  to?: string
  /** Days as in the console's filter, or `all`. */
  period?: string
  merchant?: string
  status?: string
  where?: string[]
  search?: string
  by?: ReportGrain
  compare?: boolean
}

const order = findEntity('order')
/** The default period is today and the seven days before it (AMB-122). */
const DAYS_BEFORE = 7

/** Reads the input of a report at a time in ms: of the named one, or of a saved one with these options on top. */
export type ReadRequest = (now: number) => ReportInput

/** @throws wrong usage, or not found for a saved report */
export async function prepareRequest(
  connection: Connection,
  name: string | undefined,
  options: RequestOptions,
): Promise<ReadRequest> {
  const { saved, by, compare } = options
  if (name !== undefined && saved !== undefined) throw wrongUsage("%1 can't be used with %2", { params: ['--saved', name] })
  if (name === undefined && saved === undefined)
    throw wrongUsage('Specify a report, or a saved one with --saved', {
      next: [{ message: Object.keys(reports).join(', ') }],
    })
  const report = name === undefined ? undefined : readName(name)
  readDays(options, { now: Date.UTC(9999, 11, 31), timezone: 'UTC' })
  const timezone = await timezoneOf(connection)
  const stored = saved === undefined ? undefined : await findSaved(connection, saved)
  const search = await readSearch(connection, options)
  return (now) => {
    const days = readDays(options, { now, timezone })
    const input: ReportInput = stored
      ? savedReportInput(stored, { now, timezone })
      : { report: report ?? 'orders', ...(days ? { period: days } : {}) }
    return {
      ...input,
      search: [...(input.search ?? []), ...search],
      ...(stored && (options.from ?? options.to ?? options.period) !== undefined ? { period: days } : {}),
      ...(by ? { by } : {}),
      ...(compare === true ? { compare } : {}),
    }
  }
}

/** @throws not found */
export async function findSaved({ client, user }: Pick<Connection, 'client' | 'user'>, name: string) {
  const { admin_id, device } = await user()
  // A device has no saved reports.
  const all = device ? [] : await readSavedReports(client, admin_id)
  const found = all.find((item) => item.name === name)
  if (found) return found
  const names = all.map((item) => item.name)
  const advice = names.length > 0 ? { message: names.join(', ') } : ('Save one in the console: Reports, Views' as const)
  throw notFound('Saved report not found: %1', { params: [name], next: [suggestionOr(suggest(name, names), advice)] })
}

function readName(name: string): ReportName {
  const names = Object.keys(reports) as ReportName[]
  const found = names.find((item) => item === name)
  if (found) return found
  throw wrongUsage('Report not found: %1', {
    params: [name],
    next: [suggestionOr(suggest(name, names), { message: names.join(', ') })],
  })
}

/** The days of the options; undefined for all of them. */
export function readDays({ from, to, period }: RequestOptions, today: Today): DayPeriod | undefined {
  if (period !== undefined) return readNamed(period, from ?? to, today)
  const last = to === undefined ? companyToday(today.now, today.timezone) : readDay('--to', to)
  const first = from === undefined ? addDays(last, -DAYS_BEFORE) : readDay('--from', from)
  if (first > last) throw wrongUsage('The period ends before it begins: %1 to %2', { params: [first, last] })
  return { from: first, to: last }
}

function readNamed(period: string, other: string | undefined, today: Today): DayPeriod | undefined {
  if (other !== undefined) throw wrongUsage("%1 can't be used with %2", { params: ['--period', '--from, --to'] })
  const days = readPeriod(periodName(period), today)
  if (days || period.toLowerCase() === 'all') return days
  throw wrongUsage('%1 must be one of: %2', {
    params: ['--period', [...quickPeriods, '2026-11-01..2026-11-30', 'all'].join(', ')],
  })
}

/** The company's time zone; UTC for the whole platform, as the server counts days then. */
async function timezoneOf(connection: Connection): Promise<string> {
  const { company } = await connection.user()
  return connection.company === 0 ? 'UTC' : company?.timezone || 'UTC'
}

function readDay(option: string, text: string): string {
  const at = Date.parse(`${text}T00:00:00Z`)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
  if (!isDay) throw wrongUsage('%1: invalid date %2. Example: 2026-11-21', { params: [option, text] })
  return text
}

async function readSearch(connection: Connection, options: RequestOptions): Promise<NonNullable<TableQuery['search']>> {
  const { merchant, status, where = [], search } = options
  const filters = where.map((text) => readFilter(order, text))
  const statuses = status === undefined ? [] : await readStatuses(connection)
  const chosen = readList(status ?? '').map((given) => findStatus(statuses, given, connection.lang).order_status_id)
  return [
    ...(await searchOf(connection, filters)),
    ...(merchant === undefined
      ? []
      : [{ key: 'merchant', op: 'in' as const, prm: readList(merchant).map((id) => readKey(order, id)) }]),
    ...(status === undefined ? [] : [{ key: 'order_status', op: 'in' as const, prm: chosen }]),
    ...(search === undefined ? [] : [{ text: search }]),
  ]
}
