import type { Client } from '@tiffin/sdk/client'
import { apiError, type Entity, type ErrorDetails, isApiError, type Multilang, type TableQuery } from '@tiffin/sdk/contract'
import { type ActFor, deleteRecords, readRows, type Row, saveRecords } from './records.ts'

/** Rows that one call takes: saves, and deletions. */
const MOST_SAVED = 10_000
const MOST_DELETED = 1000

/** Why a row stays as it was that nothing was wrong with. */
const SPARED = 'Not changed, because another record was refused'

/** What became of a row of many: `text` says why it was refused, or that another one was. */
export interface RowOutcome {
  row: Row
  text: string | null
  params?: (string | number)[] | undefined
  because?: ErrorDetails['because']
}

/** All rows that a search finds, as far as acting on them needs them; more than one change takes are refused. */
export async function readFound(
  client: Client,
  query: Pick<TableQuery, 'search' | 'mode'> & { entity: Entity; include: readonly string[]; most: 'saved' | 'deleted' },
  company: ActFor,
): Promise<readonly Row[]> {
  const most = query.most === 'saved' ? MOST_SAVED : MOST_DELETED
  const { entity, search, mode, include } = query
  const rows = await readRows(
    client,
    { table: entity.name, search, mode, include: [...include], limit: [0, most + 1] },
    { company },
  )
  if (rows.length > most) throw apiError('too_many', { params: [most] })
  return rows
}

export type BulkAction = { kind: 'delete' } | { kind: 'edit' | 'empty'; field: string; value: unknown }

/** Whether an action goes by what the rows have: texts in other languages than the given ones stay (LIST-03). */
const addsTexts = (entity: Entity, action: BulkAction): boolean =>
  action.kind === 'edit' && entity.fields[action.field]?.kind === 'multilang'

/** What has to be read of the rows for an action, besides what names them. */
export const neededFor = (entity: Entity, action: BulkAction): string[] =>
  action.kind === 'edit' && addsTexts(entity, action) ? [action.field, 'revision'] : []

function changeOf(entity: Entity, row: Row, action: Exclude<BulkAction, { kind: 'delete' }>): Row {
  const { field, value } = action
  if (!addsTexts(entity, action)) return { [field]: value }
  const given = Object.entries(value as Multilang).filter(([, text]) => text.trim() !== '')
  return { [field]: { ...(row[field] as Multilang), ...Object.fromEntries(given) }, revision: row['revision'] }
}

/**
 * Does one thing to many rows of a company, as one change: all or none. Answers for each row what became of it, those that
 * were refused first.
 */
export async function changeMany(
  client: Client,
  entity: Entity,
  rows: readonly Row[],
  action: BulkAction,
  company: ActFor,
): Promise<RowOutcome[]> {
  const idOf = (row: Row): number => row[entity.key] as number
  try {
    if (action.kind === 'delete') await deleteRecords(client, entity, rows.map(idOf), company)
    else {
      const changes = rows.map((row) => ({ id: idOf(row), row: changeOf(entity, row, action) }))
      await saveRecords(client, entity, changes, company)
    }
    return rows.map((row) => ({ row, text: null }))
  } catch (error) {
    if (!isApiError(error)) throw error
    const refused = new Map((error.refused ?? [error]).map((one) => [one.row, one]))
    const outcomes = rows.map((row, place): RowOutcome => {
      const own = refused.get(place) ?? refused.get(undefined)
      return own ? { row, text: own.message, params: own.params, because: own.because } : { row, text: SPARED }
    })
    return outcomes.toSorted((a, b) => Number(a.text === SPARED) - Number(b.text === SPARED))
  }
}
