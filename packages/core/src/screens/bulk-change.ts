import type { Client } from '@tiffin/sdk/client'
import {
  type Entity,
  type ErrorDetails,
  type ExpectedRows,
  isApiError,
  MOST_ROWS,
  type Multilang,
  type TableQuery,
} from '@tiffin/sdk/contract'
import { isEmptyValue } from '#rules/index'
import { type ActFor, deleteRecords, type Row, saveRecords } from './records.ts'

/** Values that one condition lists at most. */
const LISTED = 1000

/** Finds rows by their keys. */
export function keySearch({ key }: Pick<Entity, 'key'>, keys: readonly (number | string)[]): NonNullable<TableQuery['search']> {
  const lists = Array.from({ length: Math.ceil(keys.length / LISTED) }, (_, n) => keys.slice(n * LISTED, (n + 1) * LISTED))
  return [{ any: lists.map((prm) => ({ key, op: 'in' as const, prm })) }]
}

/** The rows that somebody chose, as one read found them. */
export interface FoundRows {
  expect: ExpectedRows
  rows: readonly Row[]
  /** All that the search finds; no more than `MOST_ROWS` are read. */
  count: number
  /** By this the server knows whether they are still the same. */
  set: string
}

/** All rows that a search finds, and exactly how many they are. */
export async function findRows(
  client: Client,
  query: Pick<TableQuery, 'table' | 'search' | 'mode' | 'include' | 'order'>,
  company: ActFor,
): Promise<FoundRows> {
  const { table, search, mode } = query
  const { data } = await client.Reference.getData(
    { tables: [{ ...query, limit: [0, MOST_ROWS], count: 'set' }] },
    company === undefined ? {} : { company },
  )
  const found = data[table]
  return { expect: { table, search, mode }, rows: found?.data ?? [], count: found?.count ?? 0, set: found?.set ?? '' }
}

/** How many rows a search finds, and which, without reading them. */
export async function countRows(
  client: Client,
  query: Pick<TableQuery, 'table' | 'search' | 'mode'>,
  { company, signal }: { company: ActFor; signal?: AbortSignal },
): Promise<Pick<FoundRows, 'count' | 'set'>> {
  const { data } = await client.Reference.getData(
    { tables: [{ ...query, include: [], limit: [0, 0], count: 'set' }] },
    { ...(company === undefined ? {} : { company }), ...(signal ? { signal } : {}) },
  )
  const { count = 0, set = '' } = data[query.table] ?? {}
  return { count, set }
}

/** Whether rows are still as they were found: so somebody learns what became of a change that they stopped. */
export async function areAsFound(
  client: Client,
  { key }: Pick<Entity, 'key'>,
  { rows, expect }: Pick<FoundRows, 'rows' | 'expect'>,
  company: ActFor,
): Promise<boolean> {
  const now = await findRows(client, { ...expect, include: [key, 'revision'] }, company)
  const revisions = new Map(now.rows.map((row) => [row[key], row['revision']]))
  return rows.length === revisions.size && rows.every((row) => revisions.get(row[key]) === row['revision'])
}

export type BulkAction = { kind: 'delete' } | { kind: 'edit' | 'empty'; field: string; value: unknown }

/** Why a row was refused. */
export interface RowRefusal extends Pick<ErrorDetails, 'message' | 'params' | 'because'> {
  row: Row
}

export interface BulkResult {
  /** Rows that were changed or deleted. */
  done: number
  refused: readonly RowRefusal[]
  /** Rows that were to be changed or deleted. */
  total: number
}

/** Texts in other languages than the given ones stay (LIST-03). */
function changeOf(entity: Entity, row: Row, { field, value }: Exclude<BulkAction, { kind: 'delete' }>, isEdit: boolean): Row {
  if (!isEdit || entity.fields[field]?.kind !== 'multilang') return { [field]: value }
  const given = Object.entries(value as Multilang).filter(([, text]) => text.trim() !== '')
  return { [field]: { ...(row[field] as Multilang), ...Object.fromEntries(given) } }
}

/** Of how many rows a change would replace a value that is there; texts that nobody has typed yet replace all. */
export function countReplaced(entity: Entity, rows: readonly Row[], action: Exclude<BulkAction, { kind: 'delete' }>): number {
  const { [action.field]: field } = entity.fields
  if (!field) return 0
  const isReplaced = (old: unknown, next: unknown): boolean =>
    !isEmptyValue(field, old) && JSON.stringify(old) !== JSON.stringify(next)
  return rows.filter((row) => {
    const old = row[action.field]
    if (action.kind === 'empty' || field.kind !== 'multilang' || isEmptyValue(field, action.value))
      return isReplaced(old, action.value)
    return Object.entries(action.value as Multilang).some(
      ([lang, text]) => text.trim() !== '' && isReplaced((old as Multilang | null)?.[lang], text),
    )
  }).length
}

/** Errors of the whole request, not of a row. */
const requestErrors: ReadonlySet<string> = new Set(['selection_changed', 'cancelled'])

/**
 * Does one thing to the rows that were found, as they were found: all rows of a company or none, since what is written is
 * one company's.
 * @throws `selection_changed` where the search finds others by now, or `cancelled`, and nothing was changed yet
 */
export async function changeFound(
  client: Client,
  entity: Entity,
  { rows, expect }: FoundRows,
  action: BulkAction,
  companyOf: (row: Row) => ActFor,
  signal?: AbortSignal,
): Promise<BulkResult> {
  const groups = Map.groupBy(rows, companyOf)
  const refused: RowRefusal[] = []
  let done = 0
  for (const [company, members] of groups) {
    const own = groups.size > 1 && 'company' in entity.fields ? inCompany(expect, company) : expect
    const options = { expect: own, ...(signal ? { signal } : {}) }
    try {
      if (action.kind === 'delete') await deleteRecords(client, entity, members, company, options)
      else {
        const changes = members.map((row) => ({
          id: row[entity.key] as number,
          row: { ...changeOf(entity, row, action, action.kind === 'edit'), revision: row['revision'] },
        }))
        await saveRecords(client, entity, changes, company, options)
      }
      done += members.length
    } catch (error) {
      if (!isApiError(error) || (requestErrors.has(error.code) && done + refused.length === 0)) throw error
      refused.push(...refusalsOf(members, error))
    }
  }
  return { done, refused, total: rows.length }
}

/** Each row that was refused; all of them where the request as a whole was. */
function refusalsOf(rows: readonly Row[], error: ErrorDetails): RowRefusal[] {
  return (error.refused ?? [error]).flatMap(({ row: place, message, params, because }) =>
    (place === undefined ? rows : rows.slice(place, place + 1)).map((row) => ({ row, message, params, because })),
  )
}

const inCompany = (expect: ExpectedRows, company: ActFor): ExpectedRows => ({
  ...expect,
  search: [...(expect.search ?? []), company ? { key: 'company', prm: company } : { key: 'company', op: 'null' }],
})
