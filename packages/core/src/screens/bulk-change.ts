import type { Client } from '@tiffin/sdk/client'
import {
  type Entity,
  type ErrorDetails,
  type ExpectedRows,
  isApiError,
  MAX_ROWS_PER_CALL,
  type Multilang,
  type TableQuery,
} from '@tiffin/sdk/contract'
import { isEmptyValue } from '#rules/index'
import { type ActingCompany, deleteRecords, type Row, saveRecords } from './records.ts'

/** Maximum number of values in one condition. */
const MAX_LISTED = 1000

/** A search for rows by key. */
export function searchByKeys(
  { key }: Pick<Entity, 'key'>,
  keys: readonly (number | string)[],
): NonNullable<TableQuery['search']> {
  const lists = Array.from({ length: Math.ceil(keys.length / MAX_LISTED) }, (_, n) =>
    keys.slice(n * MAX_LISTED, (n + 1) * MAX_LISTED),
  )
  return [{ any: lists.map((prm) => ({ key, op: 'in' as const, prm })) }]
}

/** The rows of a selection, as returned by one read. */
export interface FoundRows {
  expect: ExpectedRows
  rows: readonly Row[]
  /** All matching rows; at most `MAX_ROWS_PER_CALL` are loaded. */
  count: number
  /** Lets the server detect that the selection has changed. */
  set: string
}

/** All matching rows, with an exact count. */
export async function findRows(
  client: Client,
  query: Pick<TableQuery, 'table' | 'search' | 'mode' | 'include' | 'order'>,
  company: ActingCompany,
): Promise<FoundRows> {
  const { table, search, mode } = query
  const { data } = await client.Reference.getData(
    { tables: [{ ...query, limit: [0, MAX_ROWS_PER_CALL], count: 'set' }] },
    company === undefined ? {} : { company },
  )
  const found = data[table]
  return { expect: { table, search, mode }, rows: found?.data ?? [], count: found?.count ?? 0, set: found?.set ?? '' }
}

/** The number and identity of the matching rows, without loading them. */
export async function countRows(
  client: Client,
  query: Pick<TableQuery, 'table' | 'search' | 'mode'>,
  { company, signal }: { company: ActingCompany; signal?: AbortSignal },
): Promise<Pick<FoundRows, 'count' | 'set'>> {
  const { data } = await client.Reference.getData(
    { tables: [{ ...query, include: [], limit: [0, 0], count: 'set' }] },
    { ...(company === undefined ? {} : { company }), ...(signal ? { signal } : {}) },
  )
  const { count = 0, set = '' } = data[query.table] ?? {}
  return { count, set }
}

/** Whether rows are unchanged since they were found. Tells the outcome of a cancelled change. */
export async function areUnchanged(
  client: Client,
  { key }: Pick<Entity, 'key'>,
  { rows, expect }: Pick<FoundRows, 'rows' | 'expect'>,
  company: ActingCompany,
): Promise<boolean> {
  const now = await findRows(client, { ...expect, include: [key, 'revision'] }, company)
  const revisions = new Map(now.rows.map((row) => [row[key], row['revision']]))
  return rows.length === revisions.size && rows.every((row) => revisions.get(row[key]) === row['revision'])
}

export type BulkAction =
  | { kind: 'delete' }
  /** `reason` goes with each new status of an order (KDS-13, KDS-23). */
  | { kind: 'edit' | 'empty'; field: string; value: unknown; reason?: string }

/** Why a row was refused. */
export interface RowRefusal extends Pick<ErrorDetails, 'message' | 'params' | 'because'> {
  row: Row
}

export interface BulkResult {
  /** Number of rows changed or deleted. */
  done: number
  refused: readonly RowRefusal[]
  /** Rows that were not changed because others of their company were refused. */
  rest: readonly Row[]
  /** Number of rows to change or delete. */
  total: number
  /** The numbers of the changes in the history, one for each company. */
  changes: readonly number[]
}

/** The change to save for a row. Texts in languages that are not given are kept (LIST-03). */
function changeOf(entity: Entity, row: Row, { kind, field, value, reason }: Exclude<BulkAction, { kind: 'delete' }>): Row {
  if (reason !== undefined) return { [field]: value, cancel_reason: reason, handoff_reason: reason }
  if (kind !== 'edit' || entity.fields[field]?.kind !== 'multilang') return { [field]: value }
  const given = Object.entries(value as Multilang).filter(([, text]) => text.trim() !== '')
  return { [field]: { ...(row[field] as Multilang), ...Object.fromEntries(given) } }
}

/**
 * The number of rows in which a change would overwrite an existing value. An empty text would overwrite every language.
 */
export function countOverwritten(entity: Entity, rows: readonly Row[], action: Exclude<BulkAction, { kind: 'delete' }>): number {
  const { [action.field]: field } = entity.fields
  if (!field) return 0
  const isOverwritten = (old: unknown, next: unknown): boolean =>
    !isEmptyValue(field, old) && JSON.stringify(old) !== JSON.stringify(next)
  return rows.filter((row) => {
    const old = row[action.field]
    if (action.kind === 'empty' || field.kind !== 'multilang' || isEmptyValue(field, action.value))
      return isOverwritten(old, action.value)
    return Object.entries(action.value as Multilang).some(
      ([lang, text]) => text.trim() !== '' && isOverwritten((old as Multilang | null)?.[lang], text),
    )
  }).length
}

/** Errors that concern the request, not a row. */
const requestErrors: ReadonlySet<string> = new Set(['selection_changed', 'cancelled'])

/**
 * Applies one change to the found rows if they are unchanged. Each company's rows change together or not at all,
 * because a write belongs to one company. @throws `selection_changed` if the search now finds other rows, or
 * `cancelled`; nothing was changed yet
 */
export async function changeFoundRows(
  client: Client,
  entity: Entity,
  { rows, expect }: FoundRows,
  action: BulkAction,
  companyOf: (row: Row) => ActingCompany,
  signal?: AbortSignal,
): Promise<BulkResult> {
  const groups = Map.groupBy(rows, companyOf)
  const refused: RowRefusal[] = []
  const rest: Row[] = []
  const changeIds: number[] = []
  let done = 0
  for (const [company, members] of groups) {
    const own = groups.size > 1 && 'company' in entity.fields ? inCompany(expect, company) : expect
    const options = { expect: own, ...(signal ? { signal } : {}) }
    try {
      if (action.kind === 'delete') changeIds.push(await deleteRecords(client, entity, members, company, options))
      else {
        const changes = members.map((row) => ({
          id: row[entity.key] as number,
          row: { ...changeOf(entity, row, action), revision: row['revision'] },
        }))
        changeIds.push((await saveRecords(client, entity, changes, company, options)).change)
      }
      done += members.length
    } catch (error) {
      if (!isApiError(error) || (requestErrors.has(error.code) && done + refused.length === 0)) throw error
      const why = refusalsOf(members, error)
      refused.push(...why)
      rest.push(...members.filter((row) => why.every((refusal) => refusal.row !== row)))
    }
  }
  return { done, refused, rest, total: rows.length, changes: changeIds }
}

/** Some rows of a selection, to change them without the others. */
export const narrowToRows = (entity: Entity, { expect }: Pick<FoundRows, 'expect'>, rows: readonly Row[]): FoundRows => ({
  expect: {
    ...expect,
    search: searchByKeys(
      entity,
      rows.map((row) => row[entity.key] as number),
    ),
  },
  rows,
  count: rows.length,
  set: '',
})

/** The refused rows; all of them if the whole request was refused. */
function refusalsOf(rows: readonly Row[], error: ErrorDetails): RowRefusal[] {
  return (error.refused ?? [error]).flatMap(({ row: place, message, params, because }) =>
    (place === undefined ? rows : rows.slice(place, place + 1)).map((row) => ({ row, message, params, because })),
  )
}

const inCompany = (expect: ExpectedRows, company: ActingCompany): ExpectedRows => ({
  ...expect,
  search: [...(expect.search ?? []), company ? { key: 'company', prm: company } : { key: 'company', op: 'null' }],
})
