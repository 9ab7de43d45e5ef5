import { formatCount } from '@tiffin/core'
import type { Search, Today } from '@tiffin/core/screens'
import { entities, type Entity, isApiError, type TableQuery } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'
import { suggestionOr, wrongUsage } from '../failure.ts'
import { readList } from '../global-options.ts'
import { suggest } from '../suggest.ts'
import { findField, wireFields } from './find-entity.ts'
import { type ReadFilter, readFilter } from './read-condition.ts'

type Row = Record<string, unknown>

export interface ListOptions {
  where?: string[]
  search?: string
  order?: string[]
  limit?: string
  fields?: string
  join?: string
}

const NO_LIMIT = 1_000_000_000
/** Long lists are streamed and may take a while. */
const LONG_TIMEOUT_MS = 10 * 60_000

/** Turns the options into a query. Filters by the current day need the time zone of the company. */
export async function queryOf(
  connection: Pick<Connection, 'user'>,
  entity: Entity,
  options: ListOptions,
  defaultLimit: number,
): Promise<TableQuery> {
  const filters = (options.where ?? []).map((text) => readFilter(entity, text))
  const limit = options.limit === undefined ? defaultLimit : Number(options.limit)
  if (!Number.isInteger(limit) || limit < 0)
    throw wrongUsage('%1 must be a number: %2', { params: ['--limit', options.limit ?? ''] })
  const order = options.order ? options.order.flatMap(readList).map((text) => readOrder(entity, text)) : [{ field: entity.key }]
  const join = options.join === undefined ? undefined : readList(options.join).map((name) => readJoin(entity, name))
  const include = options.fields === undefined ? undefined : readList(options.fields).map((name) => findField(entity, name)[0])
  const search = [...(await searchOf(connection, filters)), ...(options.search === undefined ? [] : [{ text: options.search }])]
  return {
    table: entity.name,
    ...(search.length > 0 ? { search } : {}),
    order,
    limit: [0, limit === 0 ? NO_LIMIT : limit],
    ...(include ? { include: [...new Set([entity.key, ...include])] } : {}),
    ...(join ? { join } : {}),
  }
}

/** The conditions of filters. */
export async function searchOf(connection: Pick<Connection, 'user'>, filters: readonly ReadFilter[]): Promise<Search> {
  if (filters.every((filter) => typeof filter !== 'function')) return filters.flat()
  const today = await readToday(connection)
  return filters.flatMap((filter) => (typeof filter === 'function' ? filter(today) : filter))
}

/** The time and time zone that determine the days, as in the console. */
export async function readToday(connection: Pick<Connection, 'user'>): Promise<Today> {
  const { company } = await connection.user()
  return { now: Date.now(), timezone: company?.timezone || new Intl.DateTimeFormat().resolvedOptions().timeZone }
}

/** Accepts `total`, `-total` and `total:desc`. */
export function readOrder(entity: Entity, text: string): { field: string; dir: 'asc' | 'desc' } {
  const parts = /^(-?)(\w+)(?::(asc|desc))?$/.exec(text)
  if (!parts) throw wrongUsage('Invalid sort order: %1', { params: [text], next: ['Use --order field or --order field:desc'] })
  const [field] = findField(entity, parts[2] as string)
  return { field, dir: parts[1] === '-' || parts[3] === 'desc' ? 'desc' : 'asc' }
}

function readJoin(entity: Entity, name: string): string {
  if (Object.hasOwn(entity.joins, name)) return name
  const known = Object.keys(entity.joins)
  const suggestion = suggest(name, known)
  throw wrongUsage('The table %1 has no relation %2', {
    params: [entity.name, name],
    next: [suggestionOr(suggestion, known.length > 0 ? { message: known.join(', ') } : undefined)],
  })
}

/** Rows per page, and the smallest page to try if the server times out. */
const PAGE = 5_000
const SMALLEST_PAGE = 100
const slow: ReadonlySet<string> = new Set(['timeout', 'period_too_long', 'server_busy', 'too_many'])

export interface FoundRows {
  rows: Row[]
  count: number
  /** Total number of rows, formatted; ends with a plus if counting stopped early. */
  total: string
}

/** Reads the rows of a query and their total. */
export async function readRows(connection: Connection, query: TableQuery): Promise<FoundRows> {
  const rows: Row[] = []
  let first: Page | undefined
  for await (const page of readPages(connection, query)) {
    first ??= page
    rows.push(...page.rows)
  }
  const { count = 0, total = '' } = first ?? {}
  if (rows.length <= count) return { rows, count, total }
  // More rows were read than counted; a short page means the end.
  const atLeast = rows.length >= (query.limit?.[1] ?? NO_LIMIT)
  return { rows, count: rows.length, total: formatCount({ count: rows.length, atLeast }, connection.lang) }
}

/**
 * Reads the rows of a query page by page: by key unless another order is given, so that rows created or deleted during the read
 * neither repeat nor hide others. While a page is used, the server already reads the next one.
 */
export async function* readPages(connection: Connection, query: TableQuery, signal?: AbortSignal): AsyncGenerator<Page> {
  const requested = query.limit?.[1] ?? NO_LIMIT
  const key = keyOf(query.table)
  const byKey = query.order?.length === 1 && query.order[0]?.field === key && query.order[0].dir !== 'desc'

  function readAfter(page: Page, done: number): Promise<Page> | undefined {
    if (page.rows.length < page.pageSize || done >= requested) return undefined
    const size = Math.min(page.pageSize, requested - done)
    if (!byKey) return readPage(connection, query, done, size, signal)
    const after = { key, op: '>' as const, prm: page.rows.at(-1)?.[key] as number }
    return readPage(connection, { ...query, search: [...(query.search ?? []), after] }, 0, size, signal)
  }

  let page: Page | undefined = await readPage(connection, query, 0, Math.min(requested, PAGE), signal)
  for (let done = page.rows.length; page; done += page?.rows.length ?? 0) {
    const next = readAfter(page, done)
    // It is awaited only after the page is used, and not at all if the reader stops.
    next?.catch(() => {})
    yield page
    page = await next
  }
}

interface Page extends FoundRows {
  /** Number of rows requested; fewer than wanted if more took too long. */
  pageSize: number
}

async function readPage(
  connection: Connection,
  query: TableQuery,
  offset: number,
  size: number,
  signal?: AbortSignal,
): Promise<Page> {
  try {
    return await readPart(connection, query, offset, size, signal)
  } catch (error) {
    if (!isApiError(error) || !slow.has(error.code) || size <= SMALLEST_PAGE) throw error
    return readPage(connection, query, offset, Math.ceil(size / 4), signal)
  }
}

async function readPart(
  connection: Connection,
  query: TableQuery,
  offset: number,
  size: number,
  signal?: AbortSignal,
): Promise<Page> {
  const key = keyOf(query.table)
  const order = query.order ?? []
  // Rows that sort equally must keep their order between pages.
  const stable = order.some(({ field }) => field === key) || order.length >= 5 ? order : [...order, { field: key }]
  const page: TableQuery = { ...query, order: stable, limit: [offset, size] }
  const { data } = await connection.client.Reference.getData(
    { tables: [page] },
    { timeoutMs: LONG_TIMEOUT_MS, ...(signal ? { signal } : {}) },
  )
  const table = data[query.table]
  const count = table?.count ?? 0
  return {
    rows: table?.data ?? [],
    pageSize: size,
    count,
    total: formatCount({ count, atLeast: table?.count_is === 'at_least' }, connection.lang),
  }
}

const keyOf = (table: string): string => (entities as Record<string, Entity>)[table]?.key ?? 'id'

/** The rows with these keys, in the order of the keys; missing rows are left out. */
export async function readByKey(
  connection: Connection,
  entity: Entity,
  keys: readonly (number | string)[],
  more: Partial<TableQuery> = {},
): Promise<Row[]> {
  const found = new Map<unknown, Row>()
  for (let at = 0; at < keys.length; at += 1000) {
    const search = [{ key: entity.key, op: 'in' as const, prm: keys.slice(at, at + 1000) }]
    const { rows } = await readRows(connection, { ...more, table: entity.name, search, limit: [0, 1000] })
    for (const row of rows) found.set(row[entity.key], row)
  }
  return keys.map((key) => found.get(key)).filter((row) => row !== undefined)
}

const fieldWeights: Readonly<Record<string, number>> = {
  text: 4,
  multilang: 2,
  phone: 3,
  email: 5,
  reference: 3,
  money: 4.5,
  moment: 6,
  date: 6,
  flag: 7,
  choice: 5,
  word: 5,
  int: 6,
  number: 6,
}
const MAX_FIELDS = 8

/** Fields that help users to recognise a row: key, search fields, names, statuses, amounts. */
export function identifyingFields(entity: Entity): string[] {
  const rank = (name: string): number => {
    if (name === entity.key) return 0
    if (entity.search?.includes(name)) return 1
    if (/^(name|login|value|code|title)$/.test(name)) return 1.5
    if (name.endsWith('status') && entity.fields[name]?.kind === 'reference') return 2.5
    if (name === 'total') return 2.6
    if (/^(company|revision|token|ver|platform)$/.test(name)) return 9
    return fieldWeights[entity.fields[name]?.kind ?? ''] ?? 10
  }
  const names = Object.keys(entity.fields).filter((name) => entity.fields[name]?.read !== 'nobody' && rank(name) < 9)
  const chosen = new Set(names.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_FIELDS))
  return wireFields(
    entity,
    Object.keys(entity.fields).filter((name) => chosen.has(name)),
  )
}
