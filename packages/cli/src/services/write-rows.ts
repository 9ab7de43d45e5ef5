import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { apiError, type Entity, type TableQuery } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'
import { formatValue, valueAt } from '../results/format-value.ts'
import { cellText, csvRecord } from '../results/print-result.ts'
import type { ResultRow } from '../results/result.ts'
import { readPages } from './read-rows.ts'

export const textFormats = ['csv', 'ndjson', 'json'] as const
export type TextFormat = (typeof textFormats)[number]

/** A column: its heading, and where its value is in a row. */
interface Column {
  name: string
  path: string
}

/** Where the value of a field, or of a field of a joined row such as `user.phone`, is in a row. */
export function valuePath(entity: Entity, name: string): Column {
  const [field = '', ...rest] = name.split('.')
  const path = rest.length === 0 ? name : [entity.joins[field]?.as ?? field, ...rest].join('.')
  return { name, path }
}

/** The heading of a field; that of texts names their language, so that an import in another does not take them for its own. */
export const csvHeading = ({ fields }: Entity, name: string, lang: string): string =>
  fields[name]?.kind === 'multilang' ? `${name}.${lang}` : name

/** The query with the fields and joined rows that the columns need; pages also need the key. */
export function withColumns(entity: Entity, query: TableQuery, columns: readonly string[]): TableQuery {
  const fields = columns.map((name) => name.split('.')[0] ?? name)
  const join = columns.filter((name) => name.includes('.')).map((name) => name.split('.')[0] ?? name)
  return { ...query, include: [...new Set([entity.key, ...fields])], ...(join.length > 0 ? { join: [...new Set(join)] } : {}) }
}

interface Source {
  connection: Connection
  query: TableQuery
  columns: readonly Column[]
  /** Leaves csv cells that look like a formula as they are (AMB-230). */
  raw: boolean
  signal: AbortSignal
  report: (now: { rows: number; bytes: number }) => void
}

/** Streams the rows of a query as text, a page at a time. */
export async function writeRows(out: Writable, format: TextFormat, source: Source): Promise<void> {
  try {
    await pipeline(Readable.from(lines(format, source)), out, { signal: source.signal })
  } catch (error) {
    throw source.signal.aborted ? apiError('cancelled') : error
  }
}

async function* lines(format: TextFormat, source: Source): AsyncGenerator<string> {
  const { connection, query, columns, report } = source
  const lineOf = format === 'csv' ? csvLines(source, connection.lang) : jsonLines(format, columns)
  const done = { rows: 0, bytes: 0 }
  const counted = (text: string): string => {
    done.bytes += Buffer.byteLength(text)
    return text
  }
  if (format === 'csv') yield counted(csvRecord(columns.map(({ name }) => name)))
  for await (const { rows } of readPages(connection, query, source.signal)) {
    yield counted(rows.map((row, at) => lineOf(row, done.rows + at)).join(''))
    done.rows += rows.length
    report({ ...done })
  }
  if (format === 'json') yield counted(done.rows === 0 ? '[]\n' : '\n]\n')
  report({ ...done })
}

const csvLines =
  ({ columns, raw }: Source, lang: string) =>
  (row: ResultRow): string => {
    const texts = columns.map(({ path }) => formatValue(valueAt(row, path), lang))
    return csvRecord(raw ? texts : texts.map(cellText))
  }

const jsonLines =
  (format: TextFormat, columns: readonly Column[]) =>
  (row: ResultRow, at: number): string => {
    const chosen = Object.fromEntries(columns.map(({ name, path }) => [name, valueAt(row, path) ?? null]))
    return format === 'ndjson' ? `${JSON.stringify(chosen)}\n` : `${at === 0 ? '[\n' : ',\n'}${JSON.stringify(chosen)}`
  }
