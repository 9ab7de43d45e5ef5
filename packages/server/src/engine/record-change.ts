import { type Entity, type Field } from '@tiffin/sdk/contract'
import { companyColumn } from '#db/columns'
import type { Tx } from '#db/database'
import type { ChangeInfo, Key, TouchedRow, WireRow } from './change-info.ts'

/** A change of more rows than this is not listed in the feed: clients reload (AMB-225). */
const MAX_LISTED = 1000

/** Values that a change did not touch are identical in both rows. */
const differs = (a: unknown, b: unknown): boolean => a !== b && JSON.stringify(a) !== JSON.stringify(b)

const isVersioned = (entity: Entity, name: string): boolean =>
  (entity.fields[name] as Field).volatile !== true && name !== 'revision'

/** The fields that differ, before and after; null when only volatile ones do. */
export function difference(entity: Entity, before: WireRow, after: WireRow): { before: WireRow; after: WireRow } | null {
  const names = Object.keys(after).filter((name) => differs(before[name], after[name]) && isVersioned(entity, name))
  if (names.length === 0) return null
  return {
    before: Object.fromEntries(names.map((name) => [name, before[name]])),
    after: Object.fromEntries(names.map((name) => [name, after[name]])),
  }
}

interface AuditRow {
  company: number
  table_name: string
  row_key: string
  action: TouchedRow['action']
  before: WireRow | null
  after: WireRow | null
}

/** Fields that no one may read appear in the history by name, without their value. */
function withoutSecrets(entity: Entity, row: WireRow, secrets: readonly string[] = []): WireRow {
  const shown = Object.entries(row).map(([name, value]) => [name, entity.fields[name]?.read === 'nobody' ? '' : value] as const)
  return Object.fromEntries([...shown, ...secrets.map((name) => [name, ''] as const)])
}

function auditRow(touched: TouchedRow, company: number): AuditRow | null {
  const { entity, key, action, before, after, secrets } = touched
  const base = { company, table_name: entity.name, row_key: String(key), action }
  if (action === 'Create') return { ...base, before: null, after: after && withoutSecrets(entity, after, secrets) }
  if (action === 'Delete') return { ...base, before: before && withoutSecrets(entity, before), after: null }
  const parts = difference(entity, before ?? {}, after ?? {})
  if (!parts && secrets.length === 0) return null
  return {
    ...base,
    before: withoutSecrets(entity, parts?.before ?? {}, secrets),
    // With the resulting revision, a later save can tell whether a field has changed since it was read.
    after: { ...withoutSecrets(entity, parts?.after ?? {}, secrets), revision: after?.['revision'] },
  }
}

/** Number of affected records by table; there may be too many rows to count for every reader. */
const countRecords = (audit: readonly AuditRow[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(audit, (row) => row.table_name)].map(([table, rows]) => [
      table,
      new Set(rows.map((row) => row.row_key)).size,
    ]),
  )

/**
 * Writes the history of a change and returns its number there. Takes the feed numbers last, in ascending order of companies,
 * so that they have no gaps and follow the order of commits.
 */
export async function recordChange(
  tx: Tx,
  info: ChangeInfo,
  touched: readonly TouchedRow[],
  announced: readonly [string, Key][] = [],
): Promise<{ id: number; feeds: { company: number; number: number }[] }> {
  if (touched.length + announced.length === 0) return { id: 0, feeds: [] }
  const companyOf = (entity: Entity): number => (companyColumn(entity) === null ? 0 : info.company)
  const audit = touched.map((row) => auditRow(row, companyOf(row.entity))).filter((row) => row !== null)
  const inserting = tx.sql<{ change_id: number }>(
    `insert into change (company, admin, app, device, idempotency_key, intent, undo_of, records)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb) returning change_id`,
    [
      info.company,
      info.admin,
      info.app,
      info.device,
      info.idempotency?.key ?? null,
      info.intent ?? null,
      info.undoOf ?? null,
      JSON.stringify(countRecords(audit)),
    ],
  )
  // Serialised while the database is working.
  const audited = JSON.stringify(audit)
  const id = (await inserting)[0]?.change_id ?? 0
  const writing = async (): Promise<void> => {
    await tx.sql(
      `insert into audit_row (change_id, company, table_name, row_key, action, before, after)
       select $1, r.company, r.table_name, r.row_key, r.action, r.before, r.after from jsonb_to_recordset($2::jsonb)
       as r(company bigint, table_name text, row_key text, action text, before jsonb, after jsonb)`,
      [id, audited],
    )
  }
  const history = audit.length > 0 ? writing() : Promise.resolve()
  const announcedIn = announced.length > 0 ? [info.company] : []
  const companies = [...new Set([...touched.map((row) => companyOf(row.entity)), ...announcedIn])].toSorted((a, b) => a - b)
  const publishing = companies.map(async (company) => {
    const keys = touched
      .filter((row) => companyOf(row.entity) === company)
      .map((row): [string, Key] => [row.entity.name, row.key])
    if (company === info.company) keys.push(...announced)
    const [row] = await tx.sql<{ number: number }>(
      `with counter as (
         insert into feed_counter (company, last) values ($1::bigint, 1)
         on conflict (company) do update set last = feed_counter.last + 1 returning last
       )
       insert into company_feed (company, number, change_id, touched)
       select $1::bigint, last, $2::bigint, $3::jsonb from counter returning number`,
      [company, id, keys.length > MAX_LISTED ? null : JSON.stringify(keys)],
    )
    return { company, number: row?.number ?? 0 }
  })
  const [, ...feeds] = await Promise.all([history, ...publishing])
  return { id, feeds }
}
