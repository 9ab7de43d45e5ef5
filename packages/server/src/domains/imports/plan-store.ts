import { apiError, type ImportKind, type ImportRefusal } from '@tiffin/sdk/contract'
import type { Scope, Tx } from '#db/database'
import type { Key, WireRow } from '#engine/change-info'
import type { SessionCall } from '#server/context'

export interface ImportPlan {
  import_id: string
  table: string
  /** The field by which rows were matched with records, if it is not the ID. */
  key: string | null
  file: string
  contract: number
  total: number
  received: number
  bytes: number
  /** Null until the plan is made. */
  totals: Record<ImportKind, number> | null
  applied: boolean
  expires: string
}

/** One row of a plan. */
export interface PlanLine {
  row: number
  kind: ImportKind
  id: Key | null
  /** The row that applying the plan saves. */
  saved: WireRow | null
  /** Values before and after, by field. */
  changes: Record<string, [before: unknown, after: unknown]>
  refusal: ImportRefusal | null
}

type Caller = Pick<SessionCall, 'company' | 'session'>

export const scopeOf = ({ company }: Caller): Scope => (company === null ? { global: true } : { company })

/** Row-level security shows a transaction the plans of this user only. */
export async function actAs(tx: Tx, { session }: Caller): Promise<void> {
  await tx.sql(`select set_config('tiffin.admin', $1, true)`, [String(session.admin_id)])
}

const columns = `import_id, table_name as "table", key_field as key, file, contract, total, received, bytes, totals, applied,
  to_char(expires at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as expires`

/** @throws `not_found` also for plans of other users and companies */
export async function readPlan(tx: Tx, call: Caller, importId: string, lock: '' | 'for update' = ''): Promise<ImportPlan> {
  await actAs(tx, call)
  const [plan] = await tx.sql<ImportPlan>(`select ${columns} from import_plan where import_id = $1 and expires > now() ${lock}`, [
    importId,
  ])
  if (!plan) throw apiError('not_found')
  return plan
}

/** Tells other calls until the end of the transaction that the plan is being applied. */
export const lockWhileApplying = (tx: Tx, importId: string): Promise<unknown> =>
  tx.sql(`select pg_advisory_xact_lock(hashtextextended('import ' || $1, 0))`, [importId])

export async function isBeingApplied(tx: Tx, importId: string): Promise<boolean> {
  const [row] = await tx.sql<{ free: boolean }>(
    `select pg_try_advisory_xact_lock_shared(hashtextextended('import ' || $1, 0)) as free`,
    [importId],
  )
  return row?.free === false
}

/** Stores the lines; a plan must not have any yet. */
export async function storeLines(tx: Tx, { import_id }: ImportPlan, lines: readonly PlanLine[]): Promise<void> {
  const totals = { created: 0, changed: 0, deleted: 0, unchanged: 0, unknown: 0, refused: 0 } satisfies Record<ImportKind, number>
  for (const { kind } of lines) totals[kind] += 1
  for (let at = 0; at < lines.length; at += BATCH)
    await tx.sql(
      `insert into import_row (import_id, row, kind, row_key, saved, changes, refusal)
       select $1, r.row, r.kind, r.id, r.saved, r.changes, r.refusal from jsonb_to_recordset($2::jsonb)
       as r(row integer, kind text, id jsonb, saved jsonb, changes jsonb, refusal jsonb)`,
      [import_id, JSON.stringify(lines.slice(at, at + BATCH))],
    )
  await tx.sql(`update import_part set rows = '[]' where import_id = $1`, [import_id])
  await tx.sql(`update import_plan set totals = $2 where import_id = $1`, [import_id, JSON.stringify(totals)])
}

/** Rows written at a time: other calls of the process run in between. */
export const BATCH = 1000

/** A page of the lines of some kinds, by row number. Each kind is read in the order of its index, at most a page of it. */
export const readLines = (
  tx: Tx,
  importId: string,
  { kinds, after, limit }: { kinds: readonly ImportKind[]; after: number; limit: number },
): Promise<PlanLine[]> =>
  tx.sql<PlanLine>(
    `select l.* from unnest($2::text[]) k cross join lateral (
       select row, kind, row_key as id, saved, changes, refusal from import_row
       where import_id = $1 and kind = k and row > $3 order by row limit $4
     ) l order by l.row limit $4`,
    [importId, [...new Set(kinds)], after, limit],
  )

/** Lets only one import into a table run until the transaction ends, so that each finds the rows created by the previous one. */
export const lockTable = (tx: Tx, table: string, company: number): Promise<unknown> =>
  tx.sql(`select pg_advisory_xact_lock(hashtextextended('import into ' || $1, $2))`, [table, company])

/** A plan looks for records some time before it is opened, so changes of these minutes are checked too. */
const MINUTES_BEFORE = 10

/** Records that have got, since the plan was made, the value by which one of its rows found no record. */
export const readFoundSince = (
  tx: Tx,
  { import_id, table, key }: ImportPlan,
  company: number,
): Promise<{ row: number; record: string; value: string }[]> =>
  tx.sql(
    `with wanted as (
       select r.row, case when c.key = $2 then c.value ->> 1 else lower(trim(c.value ->> 1)) end as value
       from import_row r cross join lateral jsonb_each(r.changes) c
       where r.import_id = $1 and r.kind = 'created' and (c.key = $2 or starts_with(c.key, $2 || '.'))
     ), made as (
       select a.row_key, t.value from (
         select row_key, after -> $2 as value from audit_row
         where company = $3 and table_name = $4 and after -> $2 is not null
         and at >= (select created from import_plan where import_id = $1) - make_interval(mins => $5)
       ) a cross join lateral (
         select a.value #>> '{}' as value where jsonb_typeof(a.value) <> 'object'
         union all
         select lower(trim(e.value)) from jsonb_each_text(case when jsonb_typeof(a.value) = 'object' then a.value else '{}' end) e
       ) t
     ) select w.row, m.row_key as record, value from wanted w join made m using (value) where value <> '' order by w.row`,
    [import_id, key, company, table, MINUTES_BEFORE],
  )

/** The idempotency key of applying a plan, by which a repeated call finds the change. */
export const applyKey = (importId: string): string => `import ${importId}`
