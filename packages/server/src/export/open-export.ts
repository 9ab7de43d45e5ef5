import { pipeline, type Readable, Transform } from 'node:stream'
import type { Actor } from '@tiffin/core/rules'
import { apiError, type ParsedExportParams } from '@tiffin/sdk/contract'
import type { Database, Tx } from '#db/database'
import { timeoutCode } from '#engine/read-timeout'
import { readOptions, scopeOf } from '#engine/read-tables'
import { readTimezone } from '#tenant/read-timezone'
import { checkSet } from '#engine/row-set'
import { streamValues, type TextRow } from '#engine/stream-rows'
import { type CellKind, columnWidth, createCells, type WriteCell } from './cells.ts'
import { countSheet, type PlannedColumn, type PlannedSheet, planSheet, type ReferencedRows } from './plan-sheet.ts'
import { createLines, lineCells } from './lines.ts'
import { readReportSheet, writeReportSheet } from './report-sheet.ts'
import { createWorkbook, type Workbook } from './workbook.ts'

const defaultLimits = {
  /** Rows of one export, all its tables together. */
  rows: 2_000_000,
  /** Maximum duration of an export, even for a slow reader, because it holds a connection and a snapshot. */
  ms: 10 * 60_000,
  /** While there is data to read, its reader must take this many bytes in this time: 16 kB/s. */
  stalledMs: 30_000,
  stalledBytes: 480_000,
  /** Simultaneous exports of one user in all companies, of one company, and of all. */
  ofPerson: 2,
  ofCompany: 2,
  ofAll: 8,
}
export type ExportLimits = Partial<typeof defaultLimits>

export interface ExportContext {
  db: Database
  lang: string
  /** Aborts the export if the server stops or the reader disconnects. */
  stopping: AbortSignal
  limits?: ExportLimits
}

/**
 * Checks an export and counts its rows.
 * @throws what `planSheet` throws, and `too_many`
 */
export function checkExport(actor: Actor, params: ParsedExportParams, context: ExportContext): Promise<number> {
  const { rows: max } = { ...defaultLimits, ...context.limits }
  return context.db.read(
    scopeOf(actor),
    async (tx) => {
      if (params.report) return (await readReportSheet(tx, actor, params.report, params, context.lang)).rows.length
      const sheets = await planSheets(tx, actor, params, context.lang)
      await checkFirst(tx, params, sheets)
      return countSheets(tx, sheets, max)
    },
    { workers: params.report !== undefined, late: params.report ? 'period_too_long' : timeoutCode(params.tables) },
  )
}

export interface OpenedExport {
  stream: Readable
  /** Number of rows to report to the reader. Lists that keep growing may have more by then. */
  rows?: number
}

/**
 * Opens the file of an export: a stream that reads all tables in one snapshot, as fast as its reader takes it. If the
 * reader disconnects, the query is cancelled; if something fails, the stream is aborted.
 * @throws what `planSheet` throws, `export_busy`, `exports_full`, and what the first rows throw
 */
export function openExport(actor: Actor, params: ParsedExportParams, context: ExportContext): Promise<OpenedExport> {
  const { db, lang, stopping } = context
  const limits = { ...defaultLimits, ...context.limits }
  const left = new AbortController()
  const signal = AbortSignal.any([left.signal, stopping, AbortSignal.timeout(limits.ms)])
  const isLines = params.format === 'ndjson'
  const workbook = isLines ? createLines(signal) : createWorkbook(signal)
  workbook.output.once('close', () => left.abort())
  const taken = abortOnStall(workbook.output, limits)
  const opened = Promise.withResolvers<OpenedExport>()
  const work = async (tx: Tx): Promise<void> => {
    await acquireSlot(tx, actor, limits)
    if (params.report) {
      const sheet = await readReportSheet(tx, actor, params.report, params, lang)
      opened.resolve({ stream: taken, rows: sheet.rows.length })
      await writeReportSheet(workbook, sheet, params, isLines ? lineCells : createCells('UTC'))
      return workbook.end()
    }
    const sheets = await planSheets(tx, actor, params, lang)
    const rows = params.set === undefined ? {} : { rows: await countSheets(tx, sheets, limits.rows) }
    const result = { stream: taken, ...rows }
    const cells = isLines ? lineCells : createCells(params.timezone ?? (await readTimezone(tx, actor.company)))
    let max = limits.rows
    for (const [index, sheet] of sheets.entries()) {
      const top = index === 0 ? [params.title ?? sheet.compiled.name, ...(params.filters ?? [])] : [sheet.compiled.name]
      max -= await writeSheet(tx, workbook, sheet, top, cells, max, () => opened.resolve(result))
    }
    workbook.end()
    opened.resolve(result)
  }
  db.read(
    scopeOf(actor),
    async (tx) => {
      // The timeout of a cursor includes all the time between its first and last row.
      await tx.sql(`select set_config('statement_timeout', $1, true)`, [String(limits.ms)])
      await cancelWith(signal, db, tx, () => work(tx))
    },
    { late: params.report ? 'period_too_long' : timeoutCode(params.tables) },
  ).catch((error: unknown) => {
    opened.reject(error)
    workbook.output.destroy(error as Error)
  })
  return opened.promise
}

/** How often the reader's rate is checked within the time that it is measured over. */
const CHECKS = 10

/**
 * Passes on data. A reader that takes too little is treated as gone, so that it no longer holds a slot and a snapshot. Checks
 * at intervals, because waiting for each part would also include the time in which rows are written.
 */
function abortOnStall(source: Readable, { stalledMs, stalledBytes }: typeof defaultLimits): Readable {
  let passed = 0
  const taken = new Transform({
    transform(part: Buffer, _encoding, done) {
      passed += part.length
      done(null, part)
    },
  })
  /** Bytes taken up to each of the last checks; empty if no data was waiting for the reader at a check. */
  let takenBytes: number[] = []
  const timer = setInterval(() => {
    const waiting = taken.readableLength
    takenBytes = waiting > 0 ? [...takenBytes, passed - waiting].slice(-CHECKS - 1) : []
    const [before = 0] = takenBytes
    if (takenBytes.length > CHECKS && passed - waiting - before < stalledBytes) taken.destroy(apiError('export_broken'))
  }, stalledMs / CHECKS)
  // Errors are reported by the promise or seen by the reader.
  pipeline(source, taken, () => clearInterval(timer))
  return taken
}

async function planSheets(tx: Tx, actor: Actor, params: ParsedExportParams, lang: string): Promise<PlannedSheet[]> {
  const options = await readOptions(tx, params.tables, { lang })
  return params.tables.map((query, index) => planSheet(actor, query, index === 0 ? params.columns : undefined, options))
}

/** @throws `selection_changed` if the first table has other rows than those the reader was shown */
async function checkFirst(tx: Tx, { set, tables }: ParsedExportParams, [sheet]: readonly PlannedSheet[]): Promise<void> {
  const [query] = tables
  if (set !== undefined && query && sheet) await checkSet(tx, query, sheet.compiled, set)
}

async function countSheets(tx: Tx, sheets: readonly PlannedSheet[], max: number): Promise<number> {
  let rows = 0
  for (const sheet of sheets) rows += await countSheet((sql, values) => countOf(tx, sql, values), sheet, max - rows)
  return rows
}

async function countOf(tx: Tx, sql: string, values: readonly unknown[]): Promise<number> {
  const [row] = await tx.rows<{ count: number }>({ sql, parameters: values })
  return row?.count ?? 0
}

/** Slots are locks of the transaction: all processes share them, and none can leak. */
async function acquireSlot(tx: Tx, { admin_id, company }: Actor, limits: typeof defaultLimits): Promise<void> {
  for (const [name, places, refusal] of [
    [`export of ${admin_id}`, limits.ofPerson, 'export_busy'],
    [`export ${company ?? 0}`, limits.ofCompany, 'export_busy'],
    ['export', limits.ofAll, 'exports_full'],
  ] as const) {
    const [place] = await tx.sql(
      `select n from generate_series(1, $2::int) n where pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || n, 7305117)) limit 1`,
      [name, places],
    )
    if (!place) throw apiError(refusal)
  }
}

/** @returns the number of rows written */
async function writeSheet(
  tx: Tx,
  workbook: Workbook,
  { compiled, columns, referenced, page }: PlannedSheet,
  top: readonly string[],
  cells: Record<CellKind, WriteCell>,
  max: number,
  onRows: () => void,
): Promise<number> {
  const head = columns.map((column) => ({
    title: column.title,
    width: columnWidth(column),
    kind: column.kind,
    write: cellOf(column, cells, workbook),
  }))
  const sheet = await workbook.sheet({ name: top[0] ?? '', top, columns: head })
  let written = 0
  for await (const { names, rows } of streamValues(tx, compiled, { ...page, count: Math.min(page.count, max + 1) })) {
    onRows()
    written += rows.length
    // Rows may have been added since they were counted.
    if (written > max) throw apiError('too_many', { table: compiled.name, params: [max] })
    for (const target of referenced) await fetchReferenced(tx, target, rows, names.indexOf(target.from))
    const places = columns.map(({ from }) => names.indexOf(from))
    await sheet.add(rows, places)
  }
  await sheet.end()
  return written
}

/** Cells of repeated values are cached; the limit bounds the memory. */
const CACHE_SIZE = 20_000

function cellOf({ kind, show }: PlannedColumn, cells: Record<CellKind, WriteCell>, { recurring }: Workbook): WriteCell {
  const write: WriteCell = show && kind === 'text' ? (value) => (value === null ? '' : recurring(String(value))) : cells[kind]
  // Amounts are often repeated too.
  if (!show && kind !== 'money') return write
  const made = new Map<string, string>()
  return (value) => {
    if (value === null) return ''
    const text = String(value)
    let cell = made.get(text)
    if (cell === undefined) {
      if (made.size >= CACHE_SIZE) made.clear()
      cell = write(show ? show(text) : text)
      made.set(text, cell)
    }
    return cell
  }
}

/** Reads rows that these rows refer to and that are not cached yet. */
async function fetchReferenced(tx: Tx, { sql, known }: ReferencedRows, rows: readonly TextRow[], place: number): Promise<void> {
  if (known.size >= CACHE_SIZE) known.clear()
  const keys = new Set<string>()
  for (const row of rows) {
    const key = row[place]
    if (key !== null && key !== undefined && !known.has(key)) keys.add(key)
  }
  if (keys.size === 0) return
  for (const { key, row } of await tx.rows<{ key: string; row: string }>({ sql, parameters: [[...keys]], recurs: true }))
    known.set(key, JSON.parse(row) as Record<string, unknown>)
}

/** Cancels the query of this transaction when the signal fires, but no query that the connection runs afterwards. */
async function cancelWith(signal: AbortSignal, db: Database, tx: Tx, work: () => Promise<void>): Promise<void> {
  const [own] = await tx.sql<{ pid: number }>('select pg_backend_pid() as pid')
  let cancelled: Promise<unknown> | undefined
  const cancel = (): void => {
    cancelled = db.pool.query('select pg_cancel_backend($1)', [own?.pid]).catch(() => {})
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    signal.throwIfAborted()
    await work()
  } finally {
    signal.removeEventListener('abort', cancel)
    await cancelled
  }
}
