import { type Calls, type Input, reportNames } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import { changePersonSettings, readPersonSettings, type StoredSettings } from '#session/person-settings'
import { ordersReport } from './declared/orders.ts'
import { readListState } from './list-address.ts'
import { reportGrain, reportInput } from './report-input.ts'
import type { Today } from './screen.ts'

/** A named view of the orders report. */
export interface SavedReport {
  name: string
  /** Its part of the console's address: report, filters, chart and comparison. */
  query: string
  columns?: readonly string[] | undefined
}

const MAX_REPORTS = 100

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === 'string')

function isSavedReport(value: unknown): value is SavedReport {
  const { name, query, columns } = (value ?? {}) as Partial<SavedReport>
  return typeof name === 'string' && name !== '' && typeof query === 'string' && (columns === undefined || isTexts(columns))
}

const reportsOf = ({ reports }: StoredSettings): SavedReport[] => (Array.isArray(reports) ? reports.filter(isSavedReport) : [])

/** The reports that this user has saved; invalid entries are dropped. */
export const readSavedReports = async (client: Client, admin: number): Promise<SavedReport[]> =>
  reportsOf(await readPersonSettings(client, admin))

/** Applies a change to the stored reports, so that those saved on other devices are kept. Returns all of them. */
export async function changeSavedReports(
  client: Client,
  admin: number,
  change: (stored: readonly SavedReport[]) => readonly SavedReport[],
): Promise<readonly SavedReport[]> {
  const stored = await changePersonSettings(client, admin, (settings) => ({
    ...settings,
    reports: change(reportsOf(settings)).slice(0, MAX_REPORTS),
  }))
  return reportsOf(stored)
}

/** The input of a saved report, with the current period. */
export function savedReportInput({ query }: SavedReport, today: Today): Input<Calls['Report']['read']> {
  const params = new URLSearchParams(query)
  const report = reportNames.find((name) => name === params.get('report')) ?? 'orders'
  const by = reportGrain(report, params)
  const compare = params.get('compare') === '1'
  return reportInput(ordersReport, readListState(params, ordersReport, 'platform'), today, {
    report,
    compare,
    ...(by ? { by } : {}),
  })
}
