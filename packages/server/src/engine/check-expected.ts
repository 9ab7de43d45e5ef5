import type { Actor } from '@tiffin/core/rules'
import { apiError, type ParsedExpectedRows } from '@tiffin/sdk/contract'
import { columns, quote } from '#db/columns'
import type { Change, Key } from './change-info.ts'
import { compileTable } from './compile-table.ts'
import { readOptions } from './read-tables.ts'
import { assertReadScope } from './read-scope.ts'
import { entityOf } from './view.ts'

/**
 * Locks the rows of a request and compares them with those that the search finds now, so that only rows the
 * user confirmed are affected.
 * @throws `selection_changed` with the number of rows found, `scope_required` for access tokens that may not read: the number
 * reveals the contents of rows
 */
export async function checkExpected(
  change: Change,
  rows: readonly { table: string; id?: Key | null | undefined }[],
  expected: ParsedExpectedRows,
  { actor, lang, lock }: { actor: Actor; lang: string; lock: 'for update' | 'for no key update' },
): Promise<void> {
  const { table } = expected
  assertReadScope(actor, table)
  const entity = entityOf(table)
  const compiled = compileTable(actor, expected, await readOptions(change.tx, [expected], { lang }))
  const keys = rows.flatMap((row) => (row.table === table && row.id !== null && row.id !== undefined ? [row.id] : []))
  await change.lock(entity, keys, lock)
  const { type } = columns[(entity.fields[entity.key] ?? { kind: 'id' }).kind]
  const { foundValues } = compiled
  const sent = `$${foundValues.length + 1}::${type}[]`
  const [now] = await change.tx.rows<{ count: number; same: number }>({
    sql: `select count(*)::int as count, (count(*) filter (where t.${quote(entity.key)} = any(${sent})))::int as same
      from (${compiled.found}) t`,
    parameters: [...foundValues, keys],
  })
  const count = now?.count ?? 0
  if (count !== keys.length || now?.same !== count) throw apiError('selection_changed', { table, params: [count] })
}
