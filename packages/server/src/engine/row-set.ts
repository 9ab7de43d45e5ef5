import { apiError, type ParsedTableQuery } from '@tiffin/sdk/contract'
import { quote } from '#db/columns'
import type { Tx } from '#db/database'
import type { CompiledTable } from './compile-table.ts'
import { entityOf } from './view.ts'

/** The rows that a search finds: their number, and a text that stays the same as long as they do. */
export interface RowSet {
  count: number
  set: string
}

/** @throws `invalid_value` for groups, which are not rows */
export async function findSet(tx: Tx, { table, group }: ParsedTableQuery, compiled: CompiledTable): Promise<RowSet> {
  if ((group?.length ?? 0) > 0) throw apiError('invalid_value', { table, field: 'count', params: ['count'] })
  const key = `t.${quote(entityOf(table).key)}`
  const [row] = await tx.rows<RowSet>({
    sql: `select count(*)::int as count, count(*) || '-' || to_hex(coalesce(bit_xor(hashtextextended(${key}::text, 0)), 0)) as set
      from (${compiled.found}) t`,
    parameters: compiled.foundValues,
  })
  if (!row) throw apiError('server_error')
  return row
}

/** @throws `selection_changed` if a search finds other rows than those the user was shown */
export async function checkSet(tx: Tx, query: ParsedTableQuery, compiled: CompiledTable, expected: string): Promise<void> {
  const { count, set } = await findSet(tx, query, compiled)
  if (set !== expected) throw apiError('selection_changed', { table: query.table, params: [count] })
}
