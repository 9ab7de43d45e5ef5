import type { Entity } from '@tiffin/sdk/contract'
import { quote } from '#db/columns'
import type { Key } from '../change-info.ts'
import type { SaveHook } from './hook.ts'

/** A flag of one row alone: the row that gets it takes it from the one that had it, in the same change; of several the last keeps it (AMB-177). */
export const oneRowHook = (entity: Entity, flag: string): SaveHook => ({
  async before(rows, { change }) {
    const chosen = rows.findLast(({ set }) => set[flag] === 1)
    if (!chosen) return
    for (const row of rows) if (row !== chosen && { ...row.before, ...row.set }[flag] === 1) row.set[flag] = 0
    // Two that choose at once would not see each other.
    await change.tx.sql('select pg_advisory_xact_lock(hashtext($1))', [`${entity.name}.${flag}`])
    const others = await change.tx.sql<{ key: Key }>(
      `select ${quote(entity.key)} as key from ${quote(entity.name)} where ${quote(flag)} = 1 and ${quote(entity.key)} <> all($1::bigint[])`,
      [rows.flatMap(({ planned }) => planned.key ?? [])],
    )
    await change.update(
      entity,
      others.map(({ key }) => ({ key, set: { [flag]: 0 } })),
    )
  },
})
