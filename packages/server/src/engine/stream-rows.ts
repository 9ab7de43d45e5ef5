import type { Actor } from '@tiffin/core/rules'
import { apiError, type ParsedTableQuery } from '@tiffin/sdk/contract'
import Cursor from 'pg-cursor'
import type { Tx } from '#db/database'
import { type CompiledTable, compileTable, type ReadOptions } from './compile-table.ts'

const BATCH = 500

/** Rows as JSON texts, finally the end marker; a stream that ends without it was interrupted. */
export type RowBatch = { rows: string[] } | { end: true; total: number }

/**
 * Streams all rows of a query in batches of 500. Each batch is fetched when the reader asks for it, so that a slow reader
 * slows down the database instead of filling the memory. Ignores limit and statistic of the query.
 * @throws like `readTables`, before the first batch
 */
export async function* streamRows(
  tx: Tx,
  actor: Actor,
  query: ParsedTableQuery,
  options: ReadOptions,
): AsyncGenerator<RowBatch, void, undefined> {
  yield* streamTable(tx, compileTable(actor, query, options))
}

/** The rows of a page in batches, like `streamRows`. */
export const streamCompiled = (
  tx: Tx,
  table: CompiledTable,
  { offset, count }: { offset: number; count: number },
): AsyncGenerator<RowBatch, void, undefined> => streamTable(tx, table, ` limit ${count} offset ${offset}`)

async function* streamTable(tx: Tx, table: CompiledTable, page = ''): AsyncGenerator<RowBatch, void, undefined> {
  const text = `select row_to_json(x)::text as j from (
    select ${table.columns} from (${table.found}) t ${table.joins} order by ${table.order}${page}) x`
  const client = await tx.exclusiveClient()
  const cursor = client.query(new Cursor<{ j: string }>(text, [...table.values]))
  let total = 0
  let usable = true
  try {
    for (;;) {
      const rows = await cursor.read(BATCH).catch((error: unknown) => {
        usable = false
        throw error
      })
      if (rows.length > 0) yield { rows: rows.map(({ j }) => j) }
      total += rows.length
      if (rows.length < BATCH) break
    }
    yield { end: true, total }
  } finally {
    // Closing waits for a response, which never comes on a broken connection.
    if (usable) await cursor.close()
  }
}

/** The values of a row as written by the database, in the order of the columns. */
export type TextRow = readonly (string | null)[]

const SHEET_BATCH = 500
const asText = { getTypeParser: () => (value: string) => value }

/**
 * The values of a page in batches of 500 rows; while one is processed, the database fetches the next. A row costs a sixth of
 * its cost as JSON, and other statements can run in between, which a protocol-level cursor does not allow.
 */
export async function* streamValues(
  tx: Tx,
  table: CompiledTable,
  { offset, count }: { offset: number; count: number },
): AsyncGenerator<{ names: readonly string[]; rows: TextRow[] }, void, undefined> {
  const client = await tx.exclusiveClient()
  await client.query(
    `declare sheet no scroll cursor for select ${table.columns} from (${table.found}) t ${table.joins}
     order by ${table.order} limit ${count} offset ${offset}`,
    [...table.values],
  )
  const fetch = async () => {
    const { fields, rows } = await client.query<(string | null)[]>({
      text: `fetch ${SHEET_BATCH} from sheet`,
      rowMode: 'array',
      types: asText,
    })
    return { names: fields.map(({ name }) => name), rows }
  }
  let batch = await fetch()
  while (batch.rows.length > 0) {
    const next = fetch()
    // A reader that stopped does not need its error.
    next.catch(() => {})
    yield batch
    batch = await next
  }
  await client.query('close sheet')
}

/** All rows of a page, read in batches. `spend` gets the rows and characters of each batch and may throw. */
export async function collectRows(
  tx: Tx,
  table: CompiledTable,
  page: { offset: number; count: number },
  spend: (rows: number, size: number) => void,
): Promise<{ rows: string[]; total: number }> {
  const rows: string[] = []
  for await (const batch of streamCompiled(tx, table, page)) {
    if ('end' in batch) return { rows, total: batch.total }
    spend(
      batch.rows.length,
      batch.rows.reduce((sum, row) => sum + row.length, 0),
    )
    rows.push(...batch.rows)
  }
  throw apiError('server_error')
}
