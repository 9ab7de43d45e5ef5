import type { Client } from '@tiffin/sdk/client'
import { entities, type Entity, type EntityName, type ExpectedRows, isApiError, type TableQuery } from '@tiffin/sdk/contract'
import type { PlainKey } from '#i18n/text-key'
import { type Actor, can } from '#rules/index'
import { type CurrencySums, currencyQueries, sumsByCurrency } from './currency-sums.ts'
import type { Removal } from './screen.ts'

export type Row = Readonly<Record<string, unknown>>
/** The company that a call acts for; 0 means none, undefined the session's. */
export type ActingCompany = number | undefined

/** Changing thousands of rows takes seconds; it is resent if the response is lost. */
const bulkOptions = { timeoutMs: 60_000, retryWrites: true }

export interface ListResult {
  rows: readonly Row[]
  count: number
  /** Whether there are more than `count` rows, which were not counted. */
  atLeast: boolean
  /** Number of rows without filters, if a company limit applies. */
  all: number | null
  sums: Readonly<Record<string, string>>
  /** The sums by currency, if the rows' companies may have several. */
  currencies?: readonly CurrencySums[]
  /** Feed number of the moment the rows were read. */
  feed: number
}

const requestOptions = (company: ActingCompany, signal?: AbortSignal) => ({
  ...(company === undefined ? {} : { company }),
  ...(signal ? { signal } : {}),
})

/** One page, the total number of rows if a limit applies (LIST-17), and sums by currency if requested. */
export async function readList(
  client: Client,
  query: TableQuery,
  options: { company: ActingCompany; countAll: boolean; byCurrency?: boolean; signal?: AbortSignal },
): Promise<ListResult> {
  const all: TableQuery = { table: query.table, as: 'all', include: query.include?.slice(0, 1), limit: [0, 1], count: 'exact' }
  const { data, feed } = await client.Reference.getData(
    { tables: [query, ...(options.countAll ? [all] : []), ...(options.byCurrency ? currencyQueries(query) : [])] },
    requestOptions(options.company, options.signal),
  )
  const found = data[query.table]
  return {
    rows: found?.data ?? [],
    count: found?.count ?? 0,
    atLeast: found?.count_is === 'at_least',
    all: data['all']?.count ?? null,
    sums: found?.statistic ?? {},
    ...(options.byCurrency ? { currencies: sumsByCurrency(data['sums']?.data ?? [], data['companies']?.data ?? []) } : {}),
    feed,
  }
}

/** Exact numbers of rows that would be hidden together with a company, without tables that its tariff does not include. */
export async function readTaken(
  client: Client,
  { takes }: Removal,
  options: { company: number; signal?: AbortSignal },
): Promise<{ name: PlainKey; count: number }[]> {
  const counted = takes.map(async ({ table, name, where = [] }) => {
    const query: TableQuery = { table, search: [...where], include: [], limit: [0, 0], count: 'exact' }
    try {
      const { data } = await client.Reference.getData({ tables: [query] }, requestOptions(options.company, options.signal))
      return { name, count: data[table]?.count ?? 0 }
    } catch (error) {
      if (isApiError(error) && error.code === 'option_required') return undefined
      throw error
    }
  })
  return (await Promise.all(counted)).filter((row) => row !== undefined)
}

/** A record with all fields that its reader may see; undefined if it does not exist for them. */
export async function readRecord(
  client: Client,
  entity: Entity,
  id: number | string,
  options: { company: ActingCompany; mode?: TableQuery['mode']; signal?: AbortSignal },
): Promise<Row | undefined> {
  const search = [{ key: entity.key, prm: id }]
  const { data } = await client.Reference.getData(
    { tables: [{ table: entity.name, search, mode: options.mode, join: Object.keys(entity.joins), limit: [0, 1] }] },
    requestOptions(options.company, options.signal),
  )
  return data[entity.name]?.data[0]
}

/** Rows of any entity, for pickers and for actions on all matching rows. */
export async function readRows(
  client: Client,
  query: TableQuery,
  options: { company: ActingCompany; signal?: AbortSignal },
): Promise<readonly Row[]> {
  const { data } = await client.Reference.getData({ tables: [query] }, requestOptions(options.company, options.signal))
  return data[query.table]?.data ?? []
}

/** Short lists that most record screens need (REF-24). */
export const startLookups: readonly EntityName[] = ['company_status', 'tariff_option', 'global_lang', 'order_mode', 'order_type']

/** All rows of these lists that the reader may see, by table, in one read (REF-24). */
export async function readLookups(
  client: Client,
  actor: Actor,
  options: { signal?: AbortSignal } = {},
): Promise<Record<string, readonly Row[]>> {
  const open = startLookups.filter((table) => can(actor, 'read', entities[table]).allowed)
  const tables = open.map((table) => ({
    table,
    order: [{ field: entities[table].key }],
    limit: [0, 300] as [number, number],
  }))
  const { data } = await client.Reference.getData({ tables }, requestOptions(undefined, options.signal))
  return Object.fromEntries(open.map((table) => [table, data[table]?.data ?? []]))
}

export interface RowChange {
  id: number | string
  row: Row
}

/**
 * Saves rows of one entity in one transaction: all or none (API-22). Resolves to the stored rows and the number of the
 * change.
 */
export async function saveRecords(
  client: Client,
  entity: Entity,
  changes: readonly RowChange[],
  company: ActingCompany,
  { expect, ...options }: { idempotencyKey?: string; expect?: ExpectedRows; signal?: AbortSignal } = {},
): Promise<{ rows: readonly Row[]; change: number }> {
  const { data, change } = await client.Reference.saveData(
    { tables: changes.map(({ id, row }) => ({ table: entity.name, id, row })), ...(expect ? { expect } : {}) },
    { ...requestOptions(company), ...(expect ? bulkOptions : {}), ...options },
  )
  return { rows: data[entity.name]?.rows.map((result) => result.data ?? {}) ?? [], change }
}

/**
 * Deletes rows of one entity in one transaction, all or none. Rows with a revision must be unchanged since they were
 * read. Resolves to the number of the change.
 */
export async function deleteRecords(
  client: Client,
  entity: Entity,
  rows: readonly Row[],
  company: ActingCompany,
  { expect, ...options }: { expect?: ExpectedRows; signal?: AbortSignal } = {},
): Promise<number> {
  const tables = rows.map((row) => ({
    table: entity.name,
    id: row[entity.key] as number | string,
    row: { revision: row['revision'] },
  }))
  const { change } = await client.Reference.deleteData(
    { tables, ...(expect ? { expect } : {}) },
    { ...requestOptions(company), ...(expect ? bulkOptions : {}), ...options },
  )
  return change
}
