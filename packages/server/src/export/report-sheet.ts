import { type Actor, isMoneyFigure, localized, type ReportColumnName, type ReportGroup, reports } from '@tiffin/core/rules'
import {
  apiError,
  type ParsedExportParams,
  type ParsedReportInput,
  type ReportAnswer,
  type ReportRow,
} from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import { readReport } from '#domains/order-reports/read-report'
import { type CellKind, columnWidth, type WriteCell } from './cells.ts'
import type { Values, Workbook } from './workbook.ts'

interface ReportSheet {
  columns: readonly { title: string; kind: CellKind }[]
  rows: readonly Values[]
  /** The last rows. */
  sums: readonly Values[]
}

/** Texts of a column by value. */
type Words = Readonly<Record<string, string>>

/**
 * The rows and sums of a report as a sheet, with the headings and words of the reader.
 * @throws what `readReport` throws, and `unknown_field`
 */
export async function readReportSheet(
  tx: Tx,
  actor: Actor,
  input: ParsedReportInput,
  { columns: given }: Pick<ParsedExportParams, 'columns'>,
  lang: string,
): Promise<ReportSheet> {
  const { group: defaultGroup, columns } = reports[input.report]
  const group = input.by ?? defaultGroup
  const requested = (given ?? [group, ...columns]).map((item) => (typeof item === 'string' ? { field: item } : item))
  const unknown = requested.find(({ field }) => field !== group && !columns.some((name) => name === field))
  if (unknown) throw apiError('unknown_field', { table: 'order', field: unknown.field, params: ['order', unknown.field] })
  const words: Words = requested.find(({ field }) => field === group)?.words ?? {}
  const { before, ...current } = await readReport(tx, actor, input)
  const values = (name: string | number, figures: ReportRow['figures']): Values =>
    requested.map(({ field }) => (field === group ? name : (figures[field] ?? null)))
  const sums = (name: string, { totals, currencies = [] }: Pick<ReportAnswer, 'totals' | 'currencies'>): Values[] => [
    values(name, totals),
    ...(currencies.length > 1 ? currencies.map((one) => values(`${name}, ${one.currency}`, one.totals)) : []),
  ]
  return {
    columns: requested.map(({ field, title = field }) => ({
      title,
      kind: field === group ? groupKinds[group] : figureKind(field),
    })),
    rows: current.rows.map((row) => values(rowName(group, row, words, lang), row.figures)),
    sums: [...sums(words['total'] ?? 'total', current), ...(before ? sums(words['before'] ?? 'before', before) : [])],
  }
}

export async function writeReportSheet(
  workbook: Workbook,
  { columns, rows, sums }: ReportSheet,
  { title = 'report', filters = [] }: Pick<ParsedExportParams, 'title' | 'filters'>,
  cells: Record<CellKind, WriteCell>,
): Promise<void> {
  const head = columns.map((column) => ({ ...column, width: columnWidth(column), write: cells[column.kind] }))
  const sheet = await workbook.sheet({ name: title, top: [title, ...filters], columns: head, sums: sums.length })
  await sheet.add(
    [...rows, ...sums],
    columns.map((_, at) => at),
  )
  await sheet.end()
}

/** A text in a column of days is written as text: the rows of sums. */
const groupKinds: Readonly<Record<ReportGroup, CellKind>> = {
  day: 'date',
  hour: 'text',
  merchant: 'text',
  courier: 'text',
  promocode: 'text',
}

const figureKind = (name: string): CellKind => (isMoneyFigure(name as ReportColumnName) ? 'money' : 'number')

function rowName(group: ReportGroup, { key, name }: ReportRow, words: Words, lang: string): string | number {
  if (group === 'hour' || (group === 'courier' && key === 0)) return words[String(key)] ?? key
  return (typeof name === 'string' ? name : name && localized(name, lang)) || key
}
