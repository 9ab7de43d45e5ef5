import type { Actor } from '@tiffin/core/rules'
import { apiError, type ParsedTableQuery } from '@tiffin/sdk/contract'
import { startEarly, type Scope, timeoutError, type Tx } from '#db/database'
import { type CompiledTable, compileTable, type ReadOptions } from './compile-table.ts'
import { findSet, type RowSet } from './row-set.ts'
import { collectRows } from './stream-rows.ts'
import { rulesOf } from './table-rules.ts'
import { readLanguages } from '#tenant/languages'

const MAX_TABLES = 20
/** No further statement is started after this time. */
const MAX_MS = 5000
const ROWS = 1000
const BOARD_ROWS = 5000
/** Up to this many rows, one generic plan is used; for more, the best plan differs. */
const MAX_GENERIC_PLAN_ROWS = 100
/** More rows than this require an export. */
const MAX_ROWS = 20_000

/** Thresholds of the read strategy; tests lower them, so that a few rows reach them. */
const defaultLimits = {
  /** Rows are counted up to this number. */
  counted: 10_000,
  /** If more than this many of the newest thousand rows contain a text, rows are scanned instead of searched by index. */
  frequent: 4,
  /** Matches of such a frequent text are counted up to this number. */
  countedFrequent: 100,
  /** Maximum number of rows in a response. */
  rows: MAX_ROWS,
  /** Maximum size of a response, in megabytes. */
  megabytes: 64,
}

export interface ReadContext {
  /** Language of the reader. */
  lang: string
  now: Date
  limits?: Partial<typeof defaultLimits>
  /** Whether the transaction reads nothing else. */
  isAll?: boolean
}

/** The scope in which a reader's statements run. */
export const scopeOf = (actor: Actor): Scope =>
  actor.company !== null ? { company: actor.company } : actor.role === 1 ? { platform: true } : { global: true }

/**
 * Reads tables for one reader in the snapshot of the transaction, which must be in `scopeOf(actor)`.
 * Without a limit, returns at most 1000 rows of a table, or 5000 of one in board mode.
 * @returns the JSON text of all tables by name, as written by the database, and the feed number of the snapshot
 * @throws `unknown_table`, `unknown_field`, `unknown_operator`, `invalid_value`, `too_many`, `forbidden` (API-10 to API-14)
 */
export async function readTables(
  tx: Tx,
  actor: Actor,
  queries: readonly ParsedTableQuery[],
  context: ReadContext,
): Promise<{ json: string; feed: number }> {
  if (queries.length > MAX_TABLES) throw apiError('too_many', { params: [MAX_TABLES] })
  const feed = startEarly(feedNumber(tx, actor.company ?? 0))
  const options = await readOptions(tx, queries, context)
  const limits = { ...defaultLimits, ...context.limits }
  const tables: { query: ParsedTableQuery; compiled: CompiledTable; counted: number }[] = []
  for (const query of queries) {
    const compiled = compileTable(actor, query, options)
    const isFrequent = await estimateMatches(tx, compiled, limits.frequent)
    tables.push({
      query,
      compiled: isFrequent ? compileTable(actor, query, { ...options, scanRows: true }) : compiled,
      counted: isFrequent ? limits.countedFrequent : limits.counted,
    })
  }
  const names = tables.map(({ compiled }) => compiled.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw apiError('invalid_value', { table: twice, field: 'as', params: ['as'] })
  const spend = budgetOf(limits)
  const maxBytes = limits.megabytes * 1e6
  const until = Date.now() + MAX_MS
  const parts: string[] = []
  for (const [index, { query, compiled, counted }] of tables.entries()) {
    if (Date.now() > until) throw timeoutError()
    const [offset, count] = query.limit ?? [0, query.mode === 'board' ? BOARD_ROWS : ROWS]
    if (count > MAX_ROWS) throw apiError('too_many', { table: query.table, params: [MAX_ROWS] })
    const set = query.count === 'set' ? await findSet(tx, query, compiled) : null
    // Sums may take several statements next to those of the page.
    const isLast = context.isAll === true && index === tables.length - 1 && compiled.sums.length === 0
    const sums = async (table: CompiledTable): Promise<Sums> => (await findSums(tx, actor, query)) ?? readSums(tx, table)
    const page = { offset, count, set, max: maxCounted(query, counted), maxBytes, spend, until, isLast, sums }
    parts.push(`${JSON.stringify(compiled.name)}:${await readPage(tx, compiled, page)}`)
  }
  return { json: `{${parts.join(',')}}`, feed: await feed }
}

/** Whether a read checks every matching row, so that the transaction should use parallel workers. */
export const scansAllRows = (queries: readonly ParsedTableQuery[]): boolean => queries.some((query) => maxCounted(query, 0) > 0)

export async function readOptions(
  tx: Tx,
  queries: readonly Pick<ParsedTableQuery, 'table'>[],
  { lang }: Pick<ReadContext, 'lang'>,
): Promise<ReadOptions> {
  const languages = queries.some(({ table }) => rulesOf({ name: table }).read?.languages) ? await readLanguages(tx) : []
  return { lang, languages }
}

/** Number of the last change in this transaction's snapshot. */
export async function feedNumber(tx: Tx, company: number): Promise<number> {
  const [row] = await tx.sql<{ last: number }>(`select last from feed_counter where company = $1`, [company])
  return row?.last ?? 0
}

/**
 * Whether the texts are frequent: an index would return much of the table. Samples the newest rows, because
 * row-level security hides the planner's statistics.
 */
async function estimateMatches(tx: Tx, { probe }: CompiledTable, frequent: number): Promise<boolean> {
  if (probe === null) return false
  const [row] = await tx.rows<{ hits: number }>(probe)
  return (row?.hits ?? 0) > frequent
}

/** Sums read every row, so counting them all costs nothing extra. */
const maxCounted = ({ count, group, statistic }: ParsedTableQuery, max: number): number => {
  if (count === 'none') return 0
  return count === 'exact' || count === 'set' || (group?.length ?? 0) > 0 || (statistic?.length ?? 0) > 0
    ? Number.POSITIVE_INFINITY
    : max
}

/** Responses are assembled in memory, so the tables of a call share one limit (API-10). */
function budgetOf({ rows, megabytes }: Pick<typeof defaultLimits, 'rows' | 'megabytes'>): Page['spend'] {
  let count = 0
  let size = 0
  return (more, bytes) => {
    count += more
    size += bytes
    if (count > rows) throw apiError('too_many', { params: [rows] })
    if (size > megabytes * 1e6) throw apiError('too_many', { params: [`${megabytes} MB`] })
  }
}

interface Page {
  offset: number
  count: number
  /** The set of all rows found, if requested. */
  set: RowSet | null
  /** Maximum number of rows to count. */
  max: number
  /** Maximum size of one table. */
  maxBytes: number
  /** Adds to the rows and bytes of the response. */
  spend: (rows: number, bytes: number) => void
  /** Time after which nothing further is started. */
  until: number
  /** Whether the transaction reads nothing after this page. */
  isLast: boolean
  sums: (table: CompiledTable) => Promise<Sums>
}

async function readPage(tx: Tx, table: CompiledTable, page: Page): Promise<string> {
  const { offset, count, set, max } = page
  // Sums read every row, so they do not wait for the page.
  const summing = table.sums.length > 0 ? startEarly(page.sums(table)) : null
  const { data, rows, total, hasMore }: PageRows = count === 0 ? { data: '', rows: 0 } : await readRows(tx, table, page)
  const summed = await summing
  /** Whether the rows of the page determine the count. */
  const isKnown = (rows < count && (rows > 0 || offset === 0)) || (table.oneKey !== null && rows > 0)
  const knownTotal = set?.count ?? summed?.count ?? (isKnown ? offset + rows : total) ?? null
  const min = hasMore ? max : rows > 0 ? offset + rows : 0
  const statistic = summed ? `,"statistic":${summed.statistic}` : ''
  const end = set ? `,"set":"${set.set}"` : ''
  return `{"data":[${data}],${await countText(tx, table, knownTotal, { min, max })}${statistic}${end}}`
}

function readRows(tx: Tx, table: CompiledTable, page: Page): Promise<PageRows> {
  if (!table.keyed) return readDerived(tx, table, page)
  const isFirst = page.offset === 0 && page.count <= MAX_GENERIC_PLAN_ROWS
  return table.usesOnePlan && isFirst ? readWithOnePlan(tx, table, page) : readKeyed(tx, table, table.keyed, page)
}

interface PageRows {
  /** The JSON texts of the rows, separated by commas. */
  data: string
  rows: number
  /** Number of all rows found, if known. */
  total?: number
  /** Whether more rows were found than are counted. */
  hasMore?: boolean
}

/** If one plan serves all values, the rows need not be found first: the same statement recurs, so nothing is planned. */
async function readWithOnePlan(tx: Tx, table: CompiledTable, page: Page): Promise<PageRows> {
  const first = `select t.* from (${table.found}) t order by ${table.order} limit ${page.count}`
  const rows = rowTexts(table, { ordered: first, order: table.order }, page)
  const [part] = await tx.rows<RowTexts & { total: number | null }>({
    sql: `select page.*, ${totalOfFull('page.rows', table, page)} as total from (${rows}) page`,
    parameters: table.values,
    recurs: true,
    isSmall: true,
    isLast: page.isLast,
  })
  return { data: part?.data ?? '', rows: chargeBudget(part, page), ...pageTotal(part?.total, table, page) }
}

/**
 * Finds the keys of the rows first. The second statement, which reads them, is then the same for every search, so the database
 * need not plan its many joins each time, which takes longer than executing it. Reads a thousand rows at a time, so that the
 * database never holds a large response as one text.
 */
async function readKeyed(
  tx: Tx,
  table: CompiledTable,
  { name, key, type }: NonNullable<CompiledTable['keyed']>,
  page: Page,
): Promise<PageRows> {
  const hits = await tx.rows<{ key: number | string; total: number | null }>({
    sql: findingKeys(table, key, page),
    parameters: table.values,
  })
  const ordered = `select r.*, h.n as "~n" from unnest($1::${type}[]) with ordinality h(key, n) join ${name} r on r.${key} = h.key order by h.n`
  const sql = rowTexts(table, { ordered, order: BY_NUMBER }, page)
  const parts: string[] = []
  let rows = 0
  for (let start = 0; start < hits.length; start += ROWS) {
    if (Date.now() > page.until) throw timeoutError()
    const keys = hits.slice(start, start + ROWS).map((hit) => hit.key)
    const isLast = page.isLast && start + ROWS >= hits.length
    const [part] = await tx.rows<RowTexts>({
      sql,
      parameters: [keys],
      recurs: true,
      isSmall: keys.length <= MAX_GENERIC_PLAN_ROWS,
      isLast,
    })
    rows += chargeBudget(part, page)
    if (part?.data) parts.push(part.data)
  }
  return { data: parts.join(','), rows, ...pageTotal(hits.at(-1)?.total, table, page) }
}

/** The keys of a page. The last one includes the count if the page does not determine it. */
function findingKeys(table: CompiledTable, key: string, page: Page): string {
  const { found, order, collectsFirst } = table
  const keys = (more: string): string =>
    `select t.${key} as key${more} from (${found}) t order by ${order} limit ${page.count} offset ${page.offset}`
  // If all rows are found before the page is known, they are counted in the same statement.
  if (collectsFirst) return keys(', count(*) over ()::int as total')
  return `select p.key, ${totalOfFull('row_number() over ()', table, page)} as total from (${keys('')}) p`
}

/** SQL of the count, evaluated only if the page is full: `rows` is the number of its rows. */
function totalOfFull(rows: string, { found, sums, oneKey }: CompiledTable, { offset, count, max, set }: Page): string {
  if (set || sums.length > 0 || oneKey !== null || offset + count >= max) return 'null::int'
  return `case when ${rows} = ${count} then (${countStatement(found, max)}) end`
}

function pageTotal(
  total: number | null | undefined,
  { collectsFirst }: CompiledTable,
  { max }: Page,
): Pick<PageRows, 'total' | 'hasMore'> {
  if (total === null || total === undefined) return {}
  return total > max && !collectsFirst ? { hasMore: true } : { total }
}

/** Groups and derived tables have no keys to read again by; a large response is read in batches. */
async function readDerived(tx: Tx, table: CompiledTable, page: Page): Promise<PageRows> {
  const { offset, count, spend } = page
  if (count > ROWS) {
    const { rows, total } = await collectRows(tx, table, { offset, count }, spend)
    return { data: rows.join(','), rows: total }
  }
  const { found, order, values } = table
  const ordered = `select t.*, row_number() over () as "~n" from (select t.* from (${found}) t order by ${order} limit ${count} offset ${offset}) t`
  const [part] = await tx.rows<RowTexts>({ sql: rowTexts(table, { ordered, order: BY_NUMBER }, page), parameters: values })
  return { data: part?.data ?? '', rows: chargeBudget(part, page) }
}

interface RowTexts {
  /** Null if it is too large. */
  data: string | null
  size: number
  rows: number
}

const BY_NUMBER = 't."~n"'

/**
 * Rows in the order of the subquery `ordered`, so that the database sorts no rows in text form. Rows over the limit
 * stay in the database, because another call may be collecting as many at the same time. `offset 0` keeps the planner
 * from writing each row twice, once for its size.
 */
const rowTexts = (
  { columns, joins }: CompiledTable,
  { ordered, order }: { ordered: string; order: string },
  { maxBytes }: Page,
): string =>
  `select case when coalesce(sum(octet_length(j)), 0) <= ${maxBytes} then coalesce(string_agg(j, ','), '') end as data,
    coalesce(sum(octet_length(j)), 0)::float8 as size, count(*)::int as rows from (
      select row_to_json(x)::text as j from (select ${columns} from (${ordered}) t ${joins} order by ${order}) x offset 0
    ) page`

function chargeBudget(part: RowTexts | undefined, { spend }: Page): number {
  const { rows, size } = part ?? { rows: 0, size: 0 }
  spend(rows, size)
  return rows
}

interface Sums {
  statistic: string
  count: number | null
}

/** Sums that a table's rules know without reading every row. */
const findSums = async (tx: Tx, actor: Actor, query: ParsedTableQuery): Promise<Sums | null> =>
  (query.group?.length ?? 0) > 0 ? null : ((await rulesOf({ name: query.table }).read?.sums?.(tx, actor, query)) ?? null)

/** Sums over all rows found, in one pass with their number. For groups, the number is counted separately. */
async function readSums(tx: Tx, { sums, summed, found, foundValues }: CompiledTable): Promise<Sums> {
  const values = sums.map(({ name, sql }) => `'${name}', ${sql}`).join(', ')
  const [row] = await tx.rows<{ count: number; statistic: string }>({
    sql: `select count(*)::int as count, json_build_object(${values})::text as statistic from (${summed}) t`,
    parameters: foundValues,
  })
  if (!row) throw apiError('server_error')
  return { statistic: row.statistic, count: found === summed ? row.count : null }
}

/** `known` is the count if the page determined it, `min` a lower bound; at most `max` rows are counted. */
async function countText(
  tx: Tx,
  { found, foundValues }: CompiledTable,
  known: number | null,
  { min, max }: { min: number; max: number },
): Promise<string> {
  if (known !== null) return `"count":${known}`
  if (min >= max) return `"count":${min},"count_is":"at_least"`
  const [row] = await tx.rows<{ count: number }>({ sql: countStatement(found, max), parameters: foundValues })
  const count = row?.count ?? 0
  return count > max ? `"count":${max},"count_is":"at_least"` : `"count":${count}`
}

/** Counts the rows found, up to one more than `max`. */
const countStatement = (found: string, max: number): string =>
  `select count(*)::int as count from (${max === Number.POSITIVE_INFINITY ? found : `select from (${found}) t limit ${max + 1}`}) t`
