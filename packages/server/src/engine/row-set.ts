import { apiError, type ParsedTableQuery } from '@tiffin/sdk/contract'
import { quote } from '#db/columns'
import type { Tx } from '#db/database'
import type { CompiledTable } from './compile-table.ts'
import { entityOf } from './view.ts'

/** The rows that a search finds: how many, and a text that is the same as long as they are. */
export interface RowSet {
  count: number
  set: string
}

/** @throws `invalid_value` for groups, which are no rows */
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

/** @throws `selection_changed` where a search finds other rows than it did when somebody was told of them */
export async function checkSet(tx: Tx, query: ParsedTableQuery, compiled: CompiledTable, expected: string): Promise<void> {
  const { count, set } = await findSet(tx, query, compiled)
  if (set !== expected) throw apiError('selection_changed', { table: query.table, params: [count] })
}
