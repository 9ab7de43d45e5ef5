import type { Entity } from '@tiffin/sdk/contract'
import { quote } from '#db/columns'
import type { Change } from './change-info.ts'
import { rulesOf } from './table-rules.ts'

/** Number of rows that count towards the company limit; concurrent inserts are serialised here. */
export async function countRows(change: Change, entity: Entity): Promise<number> {
  const table = rulesOf(entity).limitedBy ?? entity.name
  const company = change.info.company
  await change.tx.sql('select pg_advisory_xact_lock(hashtextextended($1, $2))', [`limit of ${table}`, company])
  const [row] = await change.tx.sql<{ count: number }>(`select count(*)::int as count from ${quote(table)} where company = $1`, [
    company,
  ])
  return row?.count ?? 0
}
