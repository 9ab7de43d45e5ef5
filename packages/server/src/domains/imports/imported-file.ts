import { apiError, type EarlierImport, type Entity } from '@tiffin/sdk/contract'
import { quote } from '#db/columns'
import type { Tx } from '#db/database'
import type { ChangeInfo } from '#engine/change-info'
import { applyKey, type ImportPlan } from './plan-store.ts'

/** Whether the plan creates records each time it is applied. With a key, rows find the records of the time before. */
const createsAgain = ({ key, totals }: Pick<ImportPlan, 'key' | 'totals'>): boolean =>
  key === null && totals !== null && totals.created > 0

/**
 * The latest import of the same file into the same table and company whose records the plan would create again. Records that
 * were undone or deleted since don't count; without history, all of them do.
 */
export async function findEarlierImport(tx: Tx, entity: Entity, plan: ImportPlan): Promise<EarlierImport | null> {
  if (!createsAgain(plan)) return null
  const [earlier] = await tx.sql<EarlierImport>(
    `select * from (
       select to_char(i.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
         coalesce(nullif(trim(a.name || ' ' || a.surname), ''), a.login, '') as admin, coalesce(c.change_id, 0) as change,
         case when c.change_id is null then i.created else (
           select count(*)::integer from audit_row r join ${quote(entity.name)} t on t.${quote(entity.key)}::text = r.row_key
           where r.change_id = c.change_id and r.table_name = i.table_name and r.action = 'Create'
         ) end as records
       from imported_file i left join admin a on a.admin_id = i.admin
         left join change c on c.company = coalesce(i.company, 0) and c.at = i.at and c.idempotency_key = $3 || i.import_id
       where i.file = $1 and i.table_name = $2 order by i.at desc
     ) e where records > 0 limit 1`,
    [plan.file, plan.table, applyKey('')],
  )
  return earlier ?? null
}

/** @throws `already_imported` */
export async function assertNotImported(tx: Tx, entity: Entity, plan: ImportPlan): Promise<void> {
  const earlier = await findEarlierImport(tx, entity, plan)
  if (earlier) throw apiError('already_imported', { params: [earlier.at, earlier.admin, earlier.records] })
}

/** Remembers the file in the transaction that creates its records. */
export async function rememberFile(tx: Tx, { import_id, table, file, totals }: ImportPlan, info: ChangeInfo): Promise<void> {
  if (!totals || totals.created === 0) return
  await tx.sql(
    'insert into imported_file (import_id, company, table_name, file, admin, created) values ($1, $2, $3, $4, $5, $6)',
    [import_id, info.company === 0 ? null : info.company, table, file, info.admin, totals.created],
  )
}
