import type { Translate } from '@tiffin/core/i18n'
import { type Format, type GlobalOptions, readFormat } from '../global-options.ts'
import { meantOr, wrongUsage } from '../failure.ts'
import type { Io } from '../io.ts'
import { suggest } from '../suggest.ts'
import { formatValue, onOneLine, valueAt, withBreaks } from './format-value.ts'
import type { Result, ResultRow } from './result.ts'
import { layOut } from './table.ts'

/** Writes the data of a result to standard output in the wanted format, and what else there is to say to standard error. */
export function printResult(result: Result, options: GlobalOptions, io: Io, lang: string, t: Translate): void {
  const wanted = readFormat(options)
  const format: Format = wanted.format ?? (io.outIsTerminal ? 'table' : 'tsv')
  if (wanted.fields) checkFields(wanted.fields, result)
  const fields = wanted.fields ?? undefined
  if (format === 'json' || format === 'ndjson') io.out(withBreaks(asJson(result, fields, format)))
  else if (result.rows.length > 0 || (format !== 'table' && result.columns !== undefined)) {
    const columns = fields ?? result.columns ?? allFields(result.rows)
    const texts = (row: ResultRow) => columns.map((column) => formatValue(valueAt(row, column), lang))
    if (format === 'csv') io.out([columns, ...result.rows.map(texts)].map(csvLine).join(''))
    else if (result.single === true) printRecord(result.rows[0] ?? {}, columns, format, io, lang)
    else if (format === 'tsv') io.out([columns, ...result.rows.map(texts)].map(tsvLine).join(''))
    else {
      const { text, hidden } = layOut(columns, result.rows.map(texts), io.columns, io.bold)
      io.out(text)
      if (hidden.length > 0) io.err(`${t('Not enough room for: %1', [hidden.join(', ')])}\n`)
    }
  }
  for (const remark of result.remarks ?? []) io.err(`${onOneLine(remark)}\n`)
}

function printRecord(row: ResultRow, columns: readonly string[], format: Format, io: Io, lang: string): void {
  const lines = columns.map((column) => [column, formatValue(valueAt(row, column), lang)] as const)
  if (format === 'tsv') return io.out(lines.map(tsvLine).join(''))
  const widest = Math.max(...columns.map((column) => column.length))
  io.out(lines.map(([name, value]) => `${io.bold(name.padEnd(widest))}  ${onOneLine(value)}\n`).join(''))
}

const allFields = (rows: readonly ResultRow[]): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))]

/** A misspelt field must not read as an empty one. */
function checkFields(fields: readonly string[], { rows }: Result): void {
  if (rows.length === 0) return
  const known = allFields(rows)
  const unknown = fields.find((field) => !known.includes(field.split('.')[0] ?? field))
  if (unknown === undefined) return
  const meant = suggest(unknown, known)
  throw wrongUsage('There is no field %1 here', {
    params: [unknown],
    next: [meantOr(meant, known.join(', '))],
  })
}

function asJson({ rows, single }: Result, fields: readonly string[] | undefined, format: 'json' | 'ndjson'): string {
  const chosen = fields
    ? rows.map((row) => Object.fromEntries(fields.map((field) => [field, valueAt(row, field) ?? null])))
    : rows
  if (format === 'ndjson') return chosen.map((row) => `${JSON.stringify(row)}\n`).join('')
  return `${JSON.stringify(single === true ? (chosen[0] ?? null) : chosen, null, 2)}\n`
}

const tsvLine = (cells: readonly string[]): string => `${cells.map(onOneLine).join('\t')}\n`

const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`
function csvCell(text: string): string {
  const clean = withBreaks(text)
  return /[",\r\n]/.test(clean) ? `"${clean.replaceAll('"', '""')}"` : clean
}
