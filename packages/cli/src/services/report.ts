import { addDays, companyToday, type DayPeriod, reports } from '@tiffin/core/rules'
import { reportSheet } from '@tiffin/core/screens'
import type { ReportAnswer, ReportGrain, ReportInput, ReportName, ReportRow, TableQuery } from '@tiffin/sdk/contract'
import type { Call } from '../call.ts'
import type { Connection } from '../connection.ts'
import { suggestionOr, wrongUsage } from '../failure.ts'
import { readList } from '../global-options.ts'
import type { Result, ResultRow } from '../results/result.ts'
import { suggest } from '../suggest.ts'
import { checkTarget, saveSheet } from './export-rows.ts'
import { findEntity, readKey } from './find-entity.ts'
import { findStatus, readStatuses } from './find-status.ts'
import { readCondition } from './read-condition.ts'

export interface ReportOptions {
  from?: string
  to?: string
  merchant?: string
  status?: string
  where?: string[]
  by?: ReportGrain
  compare?: boolean
  out?: string
}

const order = findEntity('order')
/** The default period is today and the seven days before it (AMB-122). */
const DAYS_BEFORE = 7

/** The rows of a report and a row of totals; with `compare` also those of the preceding period. With `out`, as a sheet. */
export async function report(call: Call<ReportOptions>): Promise<Result | void> {
  const { options, args, t } = call
  const { out } = options
  if (out !== undefined) checkTarget(call, out, 'report')
  const connection = await call.connect()
  const input = await readInput(connection, readName(args[0] ?? ''), options)
  if (out === undefined) return readReport(connection, input)
  const { from, to } = input.period
  const filters = [`${from} – ${to}`, ...(options.where ?? [])]
  return saveSheet(call, connection, out, { ...reportSheet(input, t), filters })
}

type Input = ReportInput & { period: DayPeriod }

async function readInput(connection: Connection, report: ReportName, options: ReportOptions): Promise<Input> {
  const { by, compare } = options
  return {
    report,
    period: await readPeriod(connection, options),
    search: await readSearch(connection, options),
    ...(by ? { by } : {}),
    ...(compare === true ? { compare } : {}),
  }
}

async function readReport({ client }: Connection, input: Input): Promise<Result> {
  const { report, by, period } = input
  const { data } = await client.Report.read(input)
  const { group, columns } = reports[report]
  const key = by ?? group
  const isNamed = key === 'merchant' || key === 'courier'
  const lines = ({ rows, totals }: Pick<ReportAnswer, 'rows' | 'totals'>, days: DayPeriod): ResultRow[] =>
    rows.length === 0
      ? []
      : [...rows, { key: 'total', name: null, figures: totals } satisfies ReportRow].map((row) => ({
          ...(data.before ? { period: `${days.from}..${days.to}` } : {}),
          [key]: row.key,
          ...(isNamed ? { name: row.name } : {}),
          ...row.figures,
        }))
  return {
    rows: [...lines(data, period), ...(data.before ? lines(data.before, data.before.period) : [])],
    columns: [...(data.before ? ['period'] : []), key, ...(isNamed ? ['name'] : []), ...columns],
  }
}

function readName(name: string): ReportName {
  const names = Object.keys(reports) as ReportName[]
  const found = names.find((one) => one === name)
  if (found) return found
  throw wrongUsage('There is no report %1', {
    params: [name],
    next: [suggestionOr(suggest(name, names), { message: names.join(', ') })],
  })
}

async function readPeriod(connection: Connection, { from, to }: ReportOptions): Promise<DayPeriod> {
  const last = to === undefined ? await today(connection) : readDay('--to', to)
  const first = from === undefined ? addDays(last, -DAYS_BEFORE) : readDay('--from', from)
  if (first > last) throw wrongUsage('The period ends before it begins: %1 to %2', { params: [first, last] })
  return { from: first, to: last }
}

/** Today in the company's time zone; in UTC for the whole platform, as the server counts days then. */
async function today(connection: Connection): Promise<string> {
  const { company } = await connection.user()
  return companyToday(Date.now(), connection.company === 0 ? 'UTC' : company?.timezone || 'UTC')
}

function readDay(option: string, text: string): string {
  const at = Date.parse(`${text}T00:00:00Z`)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
  if (!isDay) throw wrongUsage('%1: invalid date %2. Example: 2026-11-21', { params: [option, text] })
  return text
}

async function readSearch(connection: Connection, options: ReportOptions): Promise<NonNullable<TableQuery['search']>> {
  const { merchant, status, where = [] } = options
  const statuses = status === undefined ? [] : await readStatuses(connection)
  const chosen = readList(status ?? '').map((given) => findStatus(statuses, given, connection.lang).order_status_id)
  return [
    ...where.map((text) => readCondition(order, text)),
    ...(merchant === undefined
      ? []
      : [{ key: 'merchant', op: 'in' as const, prm: readList(merchant).map((id) => readKey(order, id)) }]),
    ...(status === undefined ? [] : [{ key: 'order_status', op: 'in' as const, prm: chosen }]),
  ]
}
