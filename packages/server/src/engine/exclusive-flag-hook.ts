import type { Entity } from '@tiffin/sdk/contract'
import { companyColumn, quote } from '#db/columns'
import type { Key } from './change-info.ts'
import type { SaveHook } from './save-hook.ts'

/**
 * A flag that exactly one row has (per company, if rows belong to one): setting it on a row clears it on the previous one, in
 * the same change. If several rows set it, the last one gets it (AMB-177, AMB-062).
 */
export const exclusiveFlagHook = (entity: Entity, flag: string): SaveHook => ({
  async before(rows, { change }) {
    const chosen = rows.findLast(({ set }) => set[flag] === 1)
    if (!chosen) return
    for (const row of rows) if (row !== chosen && { ...row.before, ...row.set }[flag] === 1) row.set[flag] = 0
    const company = companyColumn(entity) === null ? 0 : change.info.company
    // Two simultaneous saves would not see each other.
    await change.tx.sql('select pg_advisory_xact_lock(hashtextextended($1, $2))', [`${entity.name}.${flag}`, company])
    const others = await change.tx.sql<{ key: Key }>(
      `select ${quote(entity.key)} as key from ${quote(entity.name)}
       where ${quote(flag)} = 1 and ${quote(entity.key)} <> all($1::bigint[]) ${company > 0 ? 'and company = $2' : 'and $2 = 0'}`,
      [rows.flatMap(({ planned }) => planned.key ?? []), company],
    )
    await change.update(
      entity,
      others.map(({ key }) => ({ key, set: { [flag]: 0 } })),
    )
  },
})
