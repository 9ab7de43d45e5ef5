import type { Actor } from '@tiffin/core/rules'
import { apiError, type ParsedTableQuery } from '@tiffin/sdk/contract'
import { quote } from '#db/columns'
import { startEarly, type Scope, timedOut, type Tx } from '#db/database'
import { type CompiledTable, compileTable, type ReadOptions } from './compile-table.ts'
import { findSet, type RowSet } from './row-set.ts'
import { collectRows } from './stream-rows.ts'
import { rulesOf } from './table-rules.ts'
import { readLanguages } from '#tenant/languages'

const MOST_TABLES = 20
/** Nothing further is begun after this long. */
const MOST_MS = 5000
const ROWS = 1000
const BOARD_ROWS = 5000
/** Up to so many rows are read with one plan for all of them; of more the best plan differs. */
const FEW = 100
/** More rows than this are for exports. */
const MOST_ROWS = 20_000

/** Where reads change their way; tests set them to what a few rows reach. */
const usual = {
  /** Rows are counted up to here. */
  counted: 10_000,
  /** A text that stands in more of the newest thousand rows than this is looked for in the rows themselves … */
  frequent: 4,
  /** … and what it finds is counted up to here. */
  countedFrequent: 100,
  /** What the answer of a call may hold: rows … */
  rows: MOST_ROWS,
  /** … and millions of bytes. */
  megabytes: 64,
}

export interface ReadContext {
  /** Language of the reader. */
  lang: string
  now: Date
  limits?: Partial<typeof usual>
}

/** The scope in which a reader's statements run. */
export const scopeOf = (actor: Actor): Scope =>
  actor.company !== null ? { company: actor.company } : actor.role === 1 ? { platform: true } : { global: true }

/**
 * Reads tables for one reader in the snapshot of the transaction, which must be in `scopeOf(actor)`.
 * Without a limit at most 1000 rows of a table are given, 5000 of one in the mode of the board.
 * @returns the JSON text of all tables by name, as the database wrote it, and the feed number of the snapshot
 * @throws `unknown_table`, `unknown_field`, `unknown_operator`, `invalid_value`, `too_many`, `forbidden` (API-10 to API-14)
 */
export async function readTables(
  tx: Tx,
  actor: Actor,
  queries: readonly ParsedTableQuery[],
  context: ReadContext,
): Promise<{ json: string; feed: number }> {
  if (queries.length > MOST_TABLES) throw apiError('too_many', { params: [MOST_TABLES] })
  const feed = startEarly(feedNumber(tx, actor.company ?? 0))
  const options = await readOptions(tx, queries, context)
  const limits = { ...usual, ...context.limits }
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
  const mostBytes = limits.megabytes * 1e6
  const until = Date.now() + MOST_MS
  const parts: string[] = []
  for (const { query, compiled, counted } of tables) {
    if (Date.now() > until) throw timedOut()
    const [offset, count] = query.limit ?? [0, query.mode === 'board' ? BOARD_ROWS : ROWS]
    if (count > MOST_ROWS) throw apiError('too_many', { table: query.table, params: [MOST_ROWS] })
    const set = query.count === 'set' ? await findSet(tx, query, compiled) : null
    const page = { offset, count, set, most: mostCounted(query, counted), mostBytes, spend, until }
    parts.push(`${JSON.stringify(compiled.name)}:${await readPage(tx, compiled, page)}`)
  }
  return { json: `{${parts.join(',')}}`, feed: await feed }
}

/** Whether a read looks at every row found, for which the transaction should be given workers. */
export const looksAtAllRows = (queries: readonly ParsedTableQuery[]): boolean =>
  queries.some((query) => mostCounted(query, 0) > 0)

export async function readOptions(
  tx: Tx,
  queries: readonly Pick<ParsedTableQuery, 'table'>[],
  { lang }: Pick<ReadContext, 'lang'>,
): Promise<ReadOptions> {
  const languages = queries.some(({ table }) => rulesOf({ name: table }).read?.languages) ? await readLanguages(tx) : []
  return { lang, languages }
}

/** Number of the last change that the snapshot of this transaction contains. */
export async function feedNumber(tx: Tx, company: number): Promise<number> {
  const [row] = await tx.sql<{ last: number }>(`select last from feed_counter where company = $1`, [company])
  return row?.last ?? 0
}

/**
 * Whether texts stand in so many rows that an index would give a large part of the table. By a look at the newest rows:
 * the planner's statistics are closed to everybody under row-level security.
 */
async function estimateMatches(tx: Tx, { probe }: CompiledTable, frequent: number): Promise<boolean> {
  if (probe === null) return false
  const [row] = await tx.rows<{ hits: number }>(probe)
  return (row?.hits ?? 0) > frequent
}

/** Sums look at every row, so there the count costs nothing. */
const mostCounted = ({ count, group, statistic }: ParsedTableQuery, most: number): number => {
  if (count === 'none') return 0
  return count === 'exact' || count === 'set' || (group?.length ?? 0) > 0 || (statistic?.length ?? 0) > 0
    ? Number.POSITIVE_INFINITY
    : most
}

/** The answer of a call is put together in memory, so that all its tables together have a limit (API-10). */
function budgetOf({ rows, megabytes }: Pick<typeof usual, 'rows' | 'megabytes'>): Page['spend'] {
  let gathered = 0
  let size = 0
  return (more, bytes) => {
    gathered += more
    size += bytes
    if (gathered > rows) throw apiError('too_many', { params: [rows] })
    if (size > megabytes * 1e6) throw apiError('too_many', { params: [`${megabytes} MB`] })
  }
}

interface Page {
  offset: number
  count: number
  /** The rows found in all, where they were asked for. */
  set: RowSet | null
  /** How many rows are counted at most. */
  most: number
  /** What one table may weigh at most. */
  mostBytes: number
  /** Counts the rows and bytes of the answer. */
  spend: (rows: number, bytes: number) => void
  /** Moment from which on nothing further is begun. */
  until: number
}

async function readPage(tx: Tx, table: CompiledTable, page: Page): Promise<string> {
  const { offset, count, set, most } = page
  /** The count, where the rows of the page tell it. */
  const told = (rows: number): number | null =>
    set?.count ?? ((rows < count && (rows > 0 || offset === 0)) || (table.oneKey !== null && rows > 0) ? offset + rows : null)
  const end = set ? `,"set":"${set.set}"}` : '}'
  if (count === 0) return `{"data":[],${await totals(tx, table, set?.count ?? null, { least: 0, most })}${end}`
  const {
    data,
    rows,
    total = null,
  } = await (table.keyed ? readKeyed(tx, table, table.keyed, page) : readDerived(tx, table, page))
  const least = rows > 0 ? offset + rows : 0
  return `{"data":[${data}],${await totals(tx, table, told(rows) ?? total, { least, most })}${end}`
}

interface PageRows {
  /** The JSON texts of the rows, with commas between them. */
  data: string
  rows: number
  /** How many rows were found in all, where that is known. */
  total?: number | undefined
}

/**
 * The rows of a table are found first, as keys: what is then read of them recurs whatever was searched, so the database need
 * not plan its many joins each time, which takes longer than to carry them out. A thousand at a time, so that the database
 * never holds all of a large answer as one text.
 */
async function readKeyed(
  tx: Tx,
  table: CompiledTable,
  { name, key, type }: NonNullable<CompiledTable['keyed']>,
  page: Page,
): Promise<PageRows> {
  const { found, order, gathered, values } = table
  // Rows that are gathered before the page is known are counted in the same go.
  const total = gathered ? ', count(*) over ()::int as total' : ''
  const finding = startEarly(
    tx.rows<{ key: number | string; total?: number }>({
      sql: `select t.${key} as key${total} from (${found}) t order by ${order} limit ${page.count} offset ${page.offset}`,
      parameters: values,
    }),
  )
  const ordered = `select r.*, h.n as "~n" from unnest($1::${type}[]) with ordinality h(key, n) join ${name} r on r.${key} = h.key`
  const sql = rowTexts(table, ordered, page)
  const read = (keys: (number | string)[]): Promise<RowTexts[]> =>
    tx.rows<RowTexts>({ sql, parameters: [keys], recurs: true, isSmall: keys.length <= FEW })
  // Of the one row that it can be is told only if it is found.
  const one = table.oneKey === null ? null : startEarly(read([table.oneKey]))
  const hits = await finding
  const parts: string[] = []
  let rows = 0
  for (let start = 0; start < hits.length; start += ROWS) {
    if (Date.now() > page.until) throw timedOut()
    const keys = hits.slice(start, start + ROWS).map((hit) => hit.key)
    const [part] = await (one ?? read(keys))
    rows += spent(part, page)
    if (part?.data) parts.push(part.data)
  }
  return { data: parts.join(','), rows, total: hits[0]?.total }
}

/** Groups and what the server derives have no keys to come back to; a large answer comes in batches. */
async function readDerived(tx: Tx, table: CompiledTable, page: Page): Promise<PageRows> {
  const { offset, count, spend } = page
  if (count > ROWS) {
    const { rows, total } = await collectRows(tx, table, { offset, count }, spend)
    return { data: rows.join(','), rows: total }
  }
  const { found, order, values } = table
  const ordered = `select t.*, row_number() over () as "~n" from (select t.* from (${found}) t order by ${order} limit ${count} offset ${offset}) t`
  const [part] = await tx.rows<RowTexts>({ sql: rowTexts(table, ordered, page), parameters: values })
  return { data: part?.data ?? '', rows: spent(part, page) }
}

interface RowTexts {
  /** Null where it is too much. */
  data: string | null
  size: number
  rows: number
}

/** What is too much does not leave the database: another call may be gathering as much at the same time. */
const rowTexts = ({ columns, joins }: CompiledTable, ordered: string, { mostBytes }: Page): string =>
  `select case when coalesce(sum(octet_length(j)), 0) <= ${mostBytes} then coalesce(string_agg(j, ','), '') end as data,
    coalesce(sum(octet_length(j)), 0)::float8 as size, count(*)::int as rows from (
      select row_to_json(x)::text as j from (select ${columns.join(', ')} from (${ordered}) t ${joins.join(' ')} order by t."~n") x
    ) page`

function spent(part: RowTexts | undefined, { spend }: Page): number {
  const { rows, size } = part ?? { rows: 0, size: 0 }
  spend(rows, size)
  return rows
}

/**
 * Count and sums over all rows found. `known` is the count where the page has told it; `least` how many there are at the
 * least; no more than `most` are counted.
 */
async function totals(
  tx: Tx,
  table: CompiledTable,
  known: number | null,
  { least, most }: { least: number; most: number },
): Promise<string> {
  const { sums, summed, found, foundValues } = table
  if (sums.length === 0) return countText(tx, table, known, least, most)
  if (known === null && found === summed) {
    // One pass gives both.
    const values = sums.map(({ name, sql }) => `'${name}', ${sql}`).join(', ')
    const [all] = await tx.rows<{ count: number; statistic: string }>({
      sql: `select count(*)::int as count, json_build_object(${values})::text as statistic from (${found}) t`,
      parameters: foundValues,
    })
    return `"count":${all?.count ?? 0}${all ? `,"statistic":${all.statistic}` : ''}`
  }
  const sum = sums.map(({ name, sql }) => `${sql} as ${quote(name)}`).join(', ')
  const [row] = await tx.rows<{ statistic: string }>({
    sql: `select row_to_json(s)::text as statistic from (select ${sum} from (${summed}) t) s`,
    parameters: foundValues,
  })
  return `${await countText(tx, table, known, least, most)}${row ? `,"statistic":${row.statistic}` : ''}`
}

async function countText(
  tx: Tx,
  { found, foundValues }: CompiledTable,
  known: number | null,
  least: number,
  most: number,
): Promise<string> {
  if (known !== null) return `"count":${known}`
  if (least >= most) return `"count":${least},"count_is":"at_least"`
  const counted = most === Number.POSITIVE_INFINITY ? found : `select from (${found}) t limit ${most + 1}`
  const [row] = await tx.rows<{ count: number }>({
    sql: `select count(*)::int as count from (${counted}) t`,
    parameters: foundValues,
  })
  const count = row?.count ?? 0
  return count > most ? `"count":${most},"count_is":"at_least"` : `"count":${count}`
}
