import { entities, type Entity } from '@tiffin/sdk/contract'
import { companyColumn, isDerived, quote, tables } from '#db/columns'
import type { Change } from './change.ts'
import type { Key } from './change-info.ts'
import { type PlannedRow, refusedRow } from './save-plan.ts'

export interface Use {
  table: string
  field: string
  count: number
  /** Keys of the first few rows. */
  ids: Key[]
}

const SHOWN = 5

/**
 * The rows that point to a row, by reference or in a list (DESIGN §9, AMB-067); `onlyOwn` looks at the company of the
 * change alone, also for a row of the platform.
 */
export async function findUses(change: Change, target: Entity, key: Key, { onlyOwn = false } = {}): Promise<Use[]> {
  const uses: Use[] = []
  const isGlobal = companyColumn(target) === null && !onlyOwn
  // A row of the platform may be used by every company.
  if (isGlobal) await change.tx.sql(`select set_config('tiffin.platform', 'on', true)`)
  for (const entity of tables()) {
    const company = companyColumn(entity)
    for (const [field, condition] of pointers(entity, target)) {
      const values: unknown[] = [key, SHOWN]
      const own = company !== null && !isGlobal ? ` and t.${quote(company)} = $${values.push(change.info.company)}` : ''
      const itself = entity === target ? ` and t.${quote(entity.key)} <> $1` : ''
      const [row] = await change.tx.sql<{ count: number; ids: Key[] | null }>(
        `with found as (select t.${quote(entity.key)} as key from ${quote(entity.name)} t where ${condition}${own}${itself})
         select (select count(*)::int from found) as count,
           (select json_agg(key) from (select key from found order by key limit $2) first) as ids`,
        values,
      )
      if (row && row.count > 0) uses.push({ table: entity.name, field, count: row.count, ids: row.ids ?? [] })
    }
  }
  if (isGlobal) await change.tx.sql(`select set_config('tiffin.platform', '', true)`)
  return uses
}

/** @throws `in_use` with the rows that point to it */
export async function refuseUsed(change: Change, row: Pick<PlannedRow, 'entity' | 'index'>, key: Key): Promise<void> {
  const uses = await findUses(change, row.entity, key)
  if (uses.length > 0) throw Object.assign(refusedRow(row, 'in_use'), { because: { uses } })
}

function pointers(entity: Entity, target: Entity): [field: string, condition: string][] {
  const found = Object.entries(entity.fields).flatMap(([name, field]): [string, string][] => {
    if (field.to !== target.name || isDerived(entity, name)) return []
    const column = `t.${quote(name)}`
    return [[name, field.kind === 'referenceList' ? `${column} @> to_jsonb($1::bigint)` : `${column} = $1`]]
  })
  if (entity === entities.merchant && target.name === 'admin')
    found.push(['access', `t.access @> jsonb_build_array(jsonb_build_object('user', $1::bigint))`])
  if (entity === entities.merchant && target.name === 'access')
    found.push([
      'access',
      `t.access @> (select jsonb_build_array(jsonb_build_object('access', jsonb_build_array(l.access))) from access l where l.access_id = $1)`,
    ])
  if (entity === entities.merchant && target.name === 'city')
    found.push(['address', `t.address -> 'city' = to_jsonb($1::bigint)`])
  return found
}
