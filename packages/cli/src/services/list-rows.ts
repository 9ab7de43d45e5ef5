import type { Translate } from '@tiffin/core/i18n'
import type { Entity } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'
import { exitCodes } from '../failure.ts'
import type { Result } from '../results/result.ts'
import { findEntity, readKey } from './find-entity.ts'
import { csvHeading } from './write-rows.ts'
import { type FoundRows, queryOf, readByKey, readRows, identifyingFields, type ListOptions } from './read-rows.ts'

/** Default number of rows on a terminal; a pipe gets all. */
const SCREEN = 50

/** The rows of an entity that match the filters, with a remark if there are more. Text output has the audit log in words. */
export async function listRows(
  connection: Connection,
  name: string,
  options: ListOptions,
  { forScreen, columnsOnly, t }: { forScreen: boolean; columnsOnly: boolean; t: Translate },
): Promise<Result & Pick<FoundRows, 'count' | 'total'>> {
  const entity = findEntity(name)
  const query = await queryOf(connection, entity, options, forScreen ? SCREEN : 0)
  if (entity.name === 'audit' && columnsOnly && options.fields === undefined) {
    const { auditColumns, describeAuditRows } = await import('./describe-audit-rows.ts')
    const found = await readRows(connection, query)
    return { ...found, rows: await describeAuditRows(connection, found.rows, t), columns: auditColumns }
  }
  const columns = query.include ?? identifyingFields(entity)
  const { rows, count, total } = await readRows(connection, columnsOnly ? { ...query, include: columns } : query)
  const joined = (query.join ?? []).map((field) => entity.joins[field]?.as ?? field)
  return { rows, count, total, columns: [...columns, ...joined], csvHeadings: csvHeadings(entity, connection.lang) }
}

/** One or more records by key; exit 3 if one is missing. */
export async function getRows(
  connection: Connection,
  name: string,
  ids: readonly string[],
  options: Pick<ListOptions, 'fields' | 'join'>,
): Promise<Result & { missing: string[] }> {
  const entity = findEntity(name)
  const { include, join } = await queryOf(connection, entity, options, 0)
  const keys = ids.map((id) => readKey(entity, id))
  const rows = await readByKey(connection, entity, keys, { ...(include ? { include } : {}), ...(join ? { join } : {}) })
  const found = new Set(rows.map((row) => row[entity.key]))
  const missing = ids.filter((_, at) => !found.has(keys[at]))
  const single = ids.length === 1
  return {
    rows,
    missing,
    single,
    ...(single ? {} : { columns: include ?? identifyingFields(entity) }),
    csvHeadings: csvHeadings(entity, connection.lang),
    exit: missing.length > 0 ? exitCodes.notFound : exitCodes.done,
  }
}

const csvHeadings = (entity: Entity, lang: string): Record<string, string> =>
  Object.fromEntries(Object.keys(entity.fields).map((name) => [name, csvHeading(entity, name, lang)]))
