import { escapeFormula } from '@tiffin/core/rules'
import { type Format, type GlobalOptions, readFormat } from '../global-options.ts'
import { suggestionOr, wrongUsage } from '../failure.ts'
import type { Io } from '../io.ts'
import { suggest } from '../suggest.ts'
import { formatValue, escapeLine, valueAt, escapeText } from './format-value.ts'
import type { Result, ResultRow } from './result.ts'
import { layoutTable } from './table.ts'
import type { CommandTranslate } from '../texts/command-key.ts'

/** Writes the data of a result to standard output in the chosen format, and remarks to standard error. */
export function printResult(result: Result, options: GlobalOptions, io: Io, lang: string, t: CommandTranslate): void {
  const requested = readFormat(options)
  const format: Format = requested.format ?? (io.outIsTerminal ? 'table' : 'tsv')
  if (requested.fields) checkFields(requested.fields, result)
  const fields = requested.fields ?? undefined
  // Row by row: all rows together could exceed the maximum string length.
  if (format === 'json' || format === 'ndjson') for (const text of asJson(result, fields, format)) io.out(escapeText(text))
  else if (result.rows.length > 0 || (format !== 'table' && result.columns !== undefined)) {
    const columns = fields ?? result.columns ?? allFields(result.rows)
    const texts = (row: ResultRow) => columns.map((column) => formatValue(valueAt(row, column), lang))
    const lines = (line: (cells: readonly string[]) => string, headings = columns): void => {
      io.out(line(headings))
      for (const row of result.rows) io.out(line(texts(row)))
    }
    if (format === 'csv')
      lines(
        csvLine,
        columns.map((column) => result.csvHeadings?.[column] ?? column),
      )
    else if (result.single === true) printRecord(result.rows[0] ?? {}, columns, format, io, lang)
    else if (format === 'tsv') lines(tsvLine)
    else {
      const { text, hidden } = layoutTable(columns, result.rows.map(texts), io.columns, io.bold)
      io.out(text)
      if (hidden.length > 0) io.err(`${t('Columns that do not fit: %1', [hidden.join(', ')])}\n`)
    }
  }
  for (const remark of result.remarks ?? []) io.err(`${escapeLine(remark)}\n`)
}

function printRecord(row: ResultRow, columns: readonly string[], format: Format, io: Io, lang: string): void {
  const lines = columns.map((column) => [column, formatValue(valueAt(row, column), lang)] as const)
  if (format === 'tsv') return io.out(lines.map(tsvLine).join(''))
  const widest = Math.max(...columns.map((column) => column.length))
  io.out(lines.map(([name, value]) => `${io.bold(name.padEnd(widest))}  ${escapeLine(value)}\n`).join(''))
}

const allFields = (rows: readonly ResultRow[]): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))]

/** A misspelt field must not look like an empty one. */
function checkFields(fields: readonly string[], { rows }: Result): void {
  if (rows.length === 0) return
  const known = allFields(rows)
  const unknown = fields.find((field) => !known.includes(field.split('.')[0] ?? field))
  if (unknown === undefined) return
  const suggestion = suggest(unknown, known)
  throw wrongUsage('Field not found here: %1', {
    params: [unknown],
    next: [suggestionOr(suggestion, { message: known.join(', ') })],
  })
}

function* asJson({ rows, single }: Result, fields: readonly string[] | undefined, format: 'json' | 'ndjson'): Generator<string> {
  const chosen = (row: ResultRow): ResultRow =>
    fields ? Object.fromEntries(fields.map((field) => [field, valueAt(row, field) ?? null])) : row
  if (format === 'ndjson') for (const row of rows) yield `${JSON.stringify(chosen(row))}\n`
  else if (single === true) yield `${JSON.stringify(rows[0] ? chosen(rows[0]) : null, null, 2)}\n`
  else if (rows.length === 0) yield '[]\n'
  else {
    for (const [at, row] of rows.entries())
      yield `${at === 0 ? '[' : ','}\n  ${JSON.stringify(chosen(row), null, 2).replaceAll('\n', '\n  ')}`
    yield '\n]\n'
  }
}

/** As in exported sheets, except that numbers stay readable to scripts. */
export const cellText = (text: string): string => (/^[+-]?\d+(\.\d+)?$/.test(text) ? text : escapeFormula(text))

const tsvLine = (cells: readonly string[]): string => `${cells.map((text) => escapeLine(cellText(text))).join('\t')}\n`

const csvLine = (cells: readonly string[]): string => csvRecord(cells.map((text) => escapeText(cellText(text))))

/** A record of a csv file (RFC 4180). */
export const csvRecord = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
