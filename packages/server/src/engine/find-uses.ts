import { type Actor, can, readableFields } from '@tiffin/core/rules'
import type { Entity, Field } from '@tiffin/sdk/contract'
import { columns, companyColumn, isDerived, quote, tables } from '#db/columns'
import { type Binder, createBinder } from './binder.ts'
import type { Change, Key } from './change-info.ts'
import { hasReadScope } from './read-scope.ts'
import { refusedRow } from './save-plan.ts'
import type { PlannedRow } from './planned-row.ts'
import { rulesOf } from './table-rules.ts'
import { openView } from './view.ts'

export interface Use {
  table: string
  field: string
  /** Number of rows that the user can see, up to `MAX_COUNTED`. */
  count: number
  /** If there are more. */
  count_is?: 'at_least'
  /** Keys of the first few rows. */
  ids: Key[]
  /** Number of rows that the user can't see. */
  hidden: number
}

const SHOWN = 5
/** Counting and sorting stop here: a customer of a large company may have a million orders. */
const MAX_COUNTED = 10_000

/**
 * The rows that refer to each of some rows, by reference or in a list, except these rows themselves (DESIGN §9, AMB-067).
 * `onlyOwn` checks only the company of the change, also for platform rows.
 */
export async function findUses(
  change: Change,
  actor: Actor,
  target: Entity,
  keys: readonly Key[],
  { onlyOwn = false } = {},
): Promise<Map<Key, Use[]>> {
  const uses = new Map<Key, Use[]>()
  const { type } = columns[(target.fields[target.key] as Field).kind]
  const isGlobal = companyColumn(target) === null && !onlyOwn
  // A platform row may be used by every company.
  if (isGlobal) await change.tx.sql(`select set_config('tiffin.platform', 'on', true)`)
  for (const entity of tables()) {
    const company = companyColumn(entity)
    for (const [field, condition] of referringFields(entity, target)) {
      const binder = createBinder()
      const requested = binder.bind(keys, `${type}[]`)
      const own = company !== null && !isGlobal ? ` and t.${quote(company)} = ${binder.bind(change.info.company, 'bigint')}` : ''
      const seen = isReadableUse(actor, entity, field, binder)
      const others = entity === target ? ` and t.${quote(entity.key)} <> all(${requested})` : ''
      const rows = await change.tx.sql<Pick<Use, 'count' | 'hidden'> & { key: Key; ids: Key[] | null }>(
        `select k.key, u.count, u.hidden, u.ids from unnest(${requested}) k(key) cross join lateral (
           select (count(*) filter (where f.seen))::int as count, (count(*) filter (where not f.seen))::int as hidden,
             to_json((array_agg(f.key order by f.key) filter (where f.seen))[:${SHOWN}]) as ids
           from (select t.${quote(entity.key)} as key, coalesce(${seen}, false) as seen
             from ${quote(entity.name)} t where ${condition}${own}${others} limit ${MAX_COUNTED + 1}) f) u where u.count + u.hidden > 0`,
        binder.values,
      )
      for (const { key, ids, count, hidden } of rows) {
        const more = count + hidden > MAX_COUNTED && count > 0 ? { count_is: 'at_least' as const } : {}
        const use = { table: entity.name, field, count: Math.min(count, MAX_COUNTED), ...more, ids: ids ?? [], hidden }
        uses.set(key, [...(uses.get(key) ?? []), use])
      }
    }
  }
  if (isGlobal) await change.tx.sql(`select set_config('tiffin.platform', '', true)`)
  return uses
}

/** SQL condition: the user may read row `t` and its referring field. */
function isReadableUse(actor: Actor, entity: Entity, field: string, binder: Binder): string {
  if (!hasReadScope(actor)) return 'false'
  if (actor.role === 1) return 'true'
  if (!can(actor, 'read', entity).allowed || !readableFields(actor, entity).has(field)) return 'false'
  // Deleted rows that are kept also count.
  const conditions = openView(actor, { table: entity.name }, []).filter(binder, new Set(['delete', 'deleted']))
  return conditions.length > 0 ? `(${conditions.join(' and ')})` : 'true'
}

/** @throws `in_use` with the rows that refer to it */
export async function assertUnused(
  change: Change,
  actor: Actor,
  row: Pick<PlannedRow, 'entity' | 'index'>,
  key: Key,
): Promise<void> {
  throwInUse(row, (await findUses(change, actor, row.entity, [key])).get(key))
}

/** @throws `in_use` if there are uses; for uses that the user can't see, it reports only that they exist */
export function throwInUse(row: Pick<PlannedRow, 'entity' | 'index'>, found: readonly Use[] = []): void {
  if (found.length === 0) return
  const uses = found.filter(({ count }) => count > 0).map(({ hidden: _hidden, ...use }) => use)
  const elsewhere = found.some(({ hidden }) => hidden > 0)
  throw Object.assign(refusedRow(row, 'in_use'), { because: { uses, ...(elsewhere ? { elsewhere } : {}) } })
}

function referringFields(entity: Entity, target: Entity): [field: string, condition: string][] {
  const found = Object.entries(entity.fields).flatMap(([name, field]): [string, string][] => {
    if (field.to !== target.name || isDerived(entity, name)) return []
    const column = `t.${quote(name)}`
    return [[name, field.kind === 'referenceList' ? `${column} @> to_jsonb(k.key)` : `${column} = k.key`]]
  })
  return [...found, ...(rulesOf(entity).references?.nestedReferrers?.(target) ?? [])]
}
