import { apiError, type Entity } from '@tiffin/sdk/contract'
import { formatDay, formatMoment } from '#i18n/format-moment'
import { formatNumber } from '#rules/format-number'
import { formatAmount, formatMoney, type Minor, parseMoney } from '#rules/index'
import type { Screen } from './screen.ts'

/** A column of an ndjson export. */
export interface PrintedColumn {
  title: string
  kind: 'text' | 'number' | 'money' | 'date' | 'moment'
  /** Text of an empty cell. */
  blank: string
  /** Whether its amounts are summed. */
  sum: boolean
}

/** Browsers print some thousands of rows at once; 50,000 in one document took gigabytes (AMB-223). */
export const ROWS_PER_DOCUMENT = 5000
/** Maximum number of printed rows, because rows are kept in memory while they are printed. */
export const MAX_PRINTED_ROWS = 200_000

/** All rows of a list as one snapshot, to be printed (REPORT-20, REPORT-21). */
export interface PrintedRows {
  columns: readonly PrintedColumn[]
  rows: readonly (readonly string[])[]
  /** How many of the last rows are sums, in a report. */
  sums?: number | undefined
}

/** One of the documents that a long list is split into: its rows, and running totals up to its last row. */
export interface PrintedDocument {
  /** Numbers of its first and last row. */
  first: number
  last: number
  rows: PrintedRows['rows']
  /** Sums by column before the document; empty for the first, and if nothing is summed. */
  before: readonly string[]
  sums: readonly string[]
  /** Further rows of sums, each with its label in the first column. */
  more?: PrintedRows['rows']
}

type Place = Pick<Screen, 'sums' | 'blank'> & {
  entity: Pick<Entity, 'key'>
  /** The field of each column. */
  fields: readonly string[]
  t: (text: NonNullable<Screen['blank'][string]>) => string
}

/**
 * Reads an ndjson export.
 * @throws `export_broken` for an incomplete export, and errors of the stream
 */
export async function readPrintedRows(
  stream: ReadableStream<Uint8Array>,
  { entity, sums, blank, fields, t }: Place,
  onRows: (rows: number) => void = () => {},
): Promise<PrintedRows> {
  let columns: PrintedColumn[] | undefined
  let summed: number | undefined
  const rows: string[][] = []
  let rest = ''
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  const line = (text: string): void => {
    if (columns) return void rows.push(JSON.parse(text) as string[])
    const head = JSON.parse(text) as { columns: Pick<PrintedColumn, 'title' | 'kind'>[]; sums?: number }
    summed = head.sums
    columns = head.columns.map((column, at) => {
      const field = fields[at] ?? ''
      // The number of an order is a name, not an amount.
      const kind = field === entity.key ? 'text' : column.kind
      return { ...column, kind, blank: blank[field] === undefined ? '' : t(blank[field]), sum: sums.includes(field) }
    })
  }
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(line)
    onRows(rows.length)
  }
  if (!columns || rest !== '') throw apiError('export_broken')
  return { columns, rows, sums: summed }
}

/** The rows in documents that a browser can print, each with the sums carried forward to it (AMB-223). */
export function printedDocuments({ columns, rows }: PrintedRows, size = ROWS_PER_DOCUMENT): PrintedDocument[] {
  const isSummed = columns.some(({ sum }) => sum)
  const texts = (sums: readonly Minor[]): string[] => columns.map(({ sum }, at) => (sum ? formatMoney(sums[at] ?? 0n) : ''))
  const documents: PrintedDocument[] = []
  let sums: readonly Minor[] = columns.map(() => 0n)
  for (let first = 0; first === 0 || first < rows.length; first += size) {
    const part = rows.slice(first, first + size)
    const before = first === 0 || !isSummed ? [] : texts(sums)
    sums = sums.map((sum, at) => (columns[at]?.sum ? part.reduce((all, row) => all + parseMoney(row[at]), sum) : sum))
    documents.push({ first: first + 1, last: first + part.length, rows: part, before, sums: isSummed ? texts(sums) : [] })
  }
  return documents
}

/**
 * The rows of an exported report without its rows of sums, and these in documents. The sums are below the last document only,
 * because averages can't be carried forward.
 */
export function reportDocuments(
  { columns, rows, sums = 0 }: PrintedRows,
  size = ROWS_PER_DOCUMENT,
): { found: PrintedRows; documents: PrintedDocument[] } {
  const count = rows.length - sums
  const [total = [], ...more] = rows.slice(count)
  const documents: PrintedDocument[] = []
  for (let first = 0; first === 0 || first < count; first += size) {
    const last = Math.min(first + size, count)
    const below = last === count ? { sums: total, more } : { sums: [] }
    documents.push({ first: first + 1, last, rows: rows.slice(first, last), before: [], ...below })
  }
  const found = {
    columns: columns.map((column, at) => (at === 0 ? column : { ...column, blank: '–', sum: true })),
    rows: rows.slice(0, count),
  }
  return { found, documents }
}

/** The words and formats of the reader. */
export interface PrintFormat {
  lang: string
  timezone: string
  country: string
  currency?: string | undefined
  decimals?: 0 | 2 | undefined
}

/** Formats a value of an ndjson export as lists show it. */
export function printedText(value: string, { kind, blank }: PrintedColumn, format: PrintFormat): string {
  if (value === '') return blank
  switch (kind) {
    case 'money':
      return [formatAmount(value, format), format.currency].filter(Boolean).join(' ')
    case 'number':
      return formatNumber(value, format.lang)
    case 'date':
      return formatDay(value, format.lang)
    case 'moment':
      return formatMoment(value, format)
    default:
      return value
  }
}

const special: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (item) => special[item] ?? item)

interface Page {
  title: string
  /** Chosen filters, and the rows of the document. */
  notes: readonly string[]
  dir: 'ltr' | 'rtl'
  format: PrintFormat
  labels: { total: string; before: string; after: string }
}

/** With more, a smaller font keeps all of them on the page; columns that don't fit would be cut off. */
const MANY_COLUMNS = 12

/** Amounts stay on one line; dates and times may be broken. */
const classes: Readonly<Record<PrintedColumn['kind'], string>> = {
  text: '',
  number: ' class="n w"',
  money: ' class="n w"',
  date: ' class="n"',
  moment: ' class="n"',
}

/** A document as an HTML page: filters above the table, sums below it, headings on each sheet (REPORT-20). */
export function printedPage(
  { columns, rows }: PrintedRows,
  { first, last, rows: part, before, sums, more = [] }: PrintedDocument,
  { title, notes, dir, format, labels }: Page,
): string {
  const cell = (text: string, { kind }: PrintedColumn): string => `<td${classes[kind]}><bdi>${escape(text)}</bdi></td>`
  const row = (texts: readonly string[]): string =>
    `<tr>${columns.map((column, at) => cell(printedText(texts[at] ?? '', column, format), column)).join('')}</tr>`
  const summed = (label: string, texts: readonly string[]): string => {
    const cells = columns.map((column, at) =>
      at === 0 ? `<th>${escape(label)}</th>` : cell(column.sum ? printedText(texts[at] ?? '', column, format) : '', column),
    )
    return `<tr class="sum">${cells.join('')}</tr>`
  }
  const below = [
    ...(sums.length === 0 ? [] : [summed(last === rows.length ? labels.total : labels.after, sums)]),
    ...more.map((texts) => summed(texts[0] ?? '', texts)),
  ]
  return `<!doctype html><html lang="${escape(format.lang)}" dir="${dir}"><head><meta charset="utf-8"><title>${escape(title)} ${first}–${last}</title><style>
@page{size:landscape;margin:10mm}body{font:${columns.length > MANY_COLUMNS ? 7 : 9}pt system-ui,sans-serif;color:#000;margin:0}h1{font-size:13pt;margin:0 0 1mm}p{margin:0 0 1mm}
table{border-collapse:collapse;width:100%;margin-top:3mm}th,td{border-bottom:.2mm solid #bbb;padding:.6mm 1.2mm;text-align:start;vertical-align:top}td{overflow-wrap:anywhere}td:first-child{min-width:8ch}.w{white-space:nowrap}
thead{display:table-header-group}tr{break-inside:avoid}.n{text-align:end;font-variant-numeric:tabular-nums}.sum>*{font-weight:600;border-top:.3mm solid #000}
</style></head><body><h1>${escape(title)}</h1>${notes.map((note) => `<p>${escape(note)}</p>`).join('')}<table><thead><tr>${columns
    .map(({ title: heading, kind }) => `<th${kind === 'text' ? '' : ' class="n"'}>${escape(heading)}</th>`)
    .join(
      '',
    )}</tr></thead><tbody>${before.length === 0 ? '' : summed(labels.before, before)}${part.map(row).join('')}${below.join('')}</tbody></table></body></html>`
}
