import { type DayPeriod, reports } from '@tiffin/core/rules'
import { reportSheet } from '@tiffin/core/screens'
import type { ReportAnswer, ReportInput, ReportRow } from '@tiffin/sdk/contract'
import type { Call } from '../call.ts'
import { exitCodes, wrongUsage } from '../failure.ts'
import type { Result, ResultRow } from '../results/result.ts'
import { checkTarget, saveSheet } from './export-rows.ts'
import { readReportCondition } from './report-condition.ts'
import { prepareRequest, type RequestOptions } from './report-request.ts'

export interface ReportOptions extends RequestOptions {
  failIf?: string[]
  /** Seconds between two reads; `true` for the usual ones. */
  watch?: true | string
  out?: string
}

/** Writes a report as a sheet. */
export async function reportToSheet(call: Call<ReportOptions>, out: string): Promise<Result | void> {
  const { options, args, t } = call
  for (const [name, given] of [
    ['--watch', options.watch],
    ['--fail-if', options.failIf],
  ] as const)
    // prettier-ignore
    if (given !== undefined) throw wrongUsage("%1 can't be used with %2", { params: [name, '--out'] })
  checkTarget(call, out, 'report')
  const connection = await call.connect()
  const input = (await prepareRequest(connection, args[0], options))(Date.now())
  const { saved, where = [], search } = options
  const filters = [
    ...(saved === undefined ? [] : [saved]),
    ...(input.period ? [daysText(input.period, ' – ')] : []),
    ...where,
    ...(search === undefined ? [] : [search]),
  ]
  return saveSheet(call, connection, out, { ...reportSheet(input, t), filters })
}

/**
 * Prepares a report. Each call of the response reads it again: its rows and a row of totals; with `compare` also those of the
 * preceding period. A condition that holds sets the exit code.
 */
export async function prepareReport({ options, args, t, connect }: Call<ReportOptions>): Promise<() => Promise<Result>> {
  const connection = await connect()
  const request = await prepareRequest(connection, args[0], options)
  const { columns } = reports[request(Date.now()).report]
  const conditions = (options.failIf ?? []).map((text) => readReportCondition(text, columns))
  return async () => {
    const input = request(Date.now())
    const { data } = await connection.client.Report.read(input)
    const met = conditions.filter(({ holds }) => holds(data.totals))
    const result = reportResult(input, data)
    return {
      ...result,
      remarks: [
        ...(result.rows.length === 0 ? [t('No results')] : []),
        ...(isOfCurrencies(data) ? [t('Amounts in several currencies are not added up.')] : []),
        ...met.map(({ text, figure }) => t('Condition met: %1 (%2)', [text, `${figure} ${data.totals[figure]}`])),
      ],
      ...(met.length > 0 ? { exit: exitCodes.conditionMet } : {}),
    }
  }
}

const daysText = ({ from, to }: DayPeriod, dots = '..'): string => `${from}${dots}${to}`

type Figured = Pick<ReportAnswer, 'rows' | 'totals' | 'currencies'>

/** Whether its orders are of several currencies, which are not added up. */
const isOfCurrencies = (data: ReportAnswer): boolean => [data, data.before].some((part) => (part?.currencies?.length ?? 0) > 1)

function reportResult({ report, by, period }: ReportInput, data: ReportAnswer): Result {
  const { group, columns } = reports[report]
  const key = by ?? group
  const isMixed = isOfCurrencies(data)
  const isNamed = key === 'merchant' || key === 'courier'
  const lines = ({ rows, totals, currencies = [] }: Figured, days: DayPeriod | undefined): ResultRow[] => {
    if (rows.length === 0) return []
    const sums: ReportRow[] = [{ key: 'total', name: null, figures: totals }]
    if (isMixed)
      for (const { currency, totals: figures } of currencies) sums.push({ key: 'total', name: null, currency, figures })
    return [...rows, ...sums].map((row) => ({
      ...(data.before && days ? { period: daysText(days) } : {}),
      [key]: row.key,
      ...(isNamed ? { name: row.name } : {}),
      ...(isMixed ? { currency: row.currency ?? null } : {}),
      ...row.figures,
    }))
  }
  return {
    rows: [...lines(data, period), ...(data.before ? lines(data.before, data.before.period) : [])],
    columns: [
      ...(data.before ? ['period'] : []),
      key,
      ...(isNamed ? ['name'] : []),
      ...(isMixed ? ['currency'] : []),
      ...columns,
    ],
  }
}
