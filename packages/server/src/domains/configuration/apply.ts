import {
  configurationEntities,
  configurationFields,
  isSame,
  managesCompany,
  type Problem,
  rowTitle,
  textOf,
} from '@tiffin/core/rules'
import { apiError, type Calls, type Entity, type Parsed } from '@tiffin/sdk/contract'
import { companyColumn, quote } from '#db/columns'
import { byRegistryOrder, makeChange, dryRunChange } from '#engine/change'
import type { Change, Key, WireRow } from '#engine/change-info'
import { bulkChangeInfo, saveContext } from '#engine/change-of-call'
import { deleteRows } from '#engine/delete-rows'
import { assertReadScope } from '#engine/read-scope'
import { planSave } from '#engine/save-plan'
import { finishSaves, type SaveContext, saveRows } from '#engine/save-rows'
import { unknownField } from '#engine/view'
import type { Handler } from '#server/context'
import { inRows } from './refusals-of-rows.ts'
import { createNewKeys, type NewKeys } from './new-keys.ts'

type Plan = Parsed<Calls['Config']['apply']>
type PlanRow = Plan['rows'][number]

/** Applies exactly the plan of a configuration, as one change (MOON-06, AMB-231), or only checks it. */
export const apply: Handler<Calls['Config']['apply']> = async (plan, call) => {
  // Otherwise, comparing would reveal the values.
  assertReadScope(call.session.actor)
  if (!managesCompany(call.session.actor)) throw apiError('forbidden')
  const context: SaveContext = { ...saveContext(call), deferred: true }
  const info = bulkChangeInfo(call)
  const targets = checkTables(plan)
  const records = plan.rows.length + plan.remove.length
  if (plan.rehearse) {
    const { idempotency: _, ...rehearsal } = info
    await dryRunChange(call.db, rehearsal, (change) => applyPlan(change, plan, targets, context))
    return { data: { status: 'OK' as const, change: 0, records }, feed: 0 }
  }
  const { change, feed } = await makeChange(call.db, call.feed, info, (open) => applyPlan(open, plan, targets, context))
  return { data: { status: 'OK' as const, change, records }, feed }
}

/** A row of the plan, with its place in the request: rows first, then removals. */
interface Target {
  entity: Entity
  index: number
  id: number
}

function checkTables({ rows, remove, seen }: Plan): Target[] {
  const entityOf = (table: string): Entity => {
    const entity = configurationEntities.find(({ name }) => name === table)
    if (!entity) throw apiError('unknown_table', { table, params: [table] })
    return entity
  }
  for (const table of Object.keys(seen)) entityOf(table)
  const targets = [...rows, ...remove].map(({ table, id }, index): Target => ({ entity: entityOf(table), index, id }))
  const places = new Set<string>()
  for (const { entity, index, id } of targets) {
    const place = `${entity.name}/${id}`
    if (id === 0 || places.has(place)) throw apiError('invalid_value', { table: entity.name, row: index, params: [entity.key] })
    places.add(place)
  }
  for (const [row, { table, values }] of rows.entries()) {
    const known = configurationFields(entityOf(table))
    const field = Object.keys(values).find((name) => !known.includes(name))
    if (field !== undefined) throw Object.assign(unknownField(table, field), { row })
  }
  return targets
}

async function applyPlan(change: Change, plan: Plan, targets: readonly Target[], context: SaveContext): Promise<void> {
  // Two people who apply the same file at the same time must not create its records twice.
  await change.tx.sql(`select pg_advisory_xact_lock(hashtextextended('configuration', $1))`, [change.info.company])
  const before = await lockRecords(change, plan, targets)
  assertUnchanged(plan, targets, before)
  const newKeys = createNewKeys()
  await createRecords(change, plan, targets, newKeys, context)
  await changeRecords(change, plan, targets, newKeys, context)
  await assertStored(change, plan, targets, newKeys)
  await assertOthersUnchanged(change, targets, before, context.lang)
  const removed = targets.slice(plan.rows.length)
  await inRows(removed, () => deleteRows(change, plan.remove, context))
  await finishSaves(change, targets)
}

type Records = ReadonlyMap<Entity, ReadonlyMap<Key, WireRow>>

/** All records of the tables in the plan, locked: a configuration is small and rarely changed. */
async function lockRecords(change: Change, { seen }: Plan, targets: readonly Target[]): Promise<Records> {
  const requested = configurationEntities.filter(({ name }) => name in seen || targets.some(({ entity }) => entity.name === name))
  const records = new Map<Entity, ReadonlyMap<Key, WireRow>>()
  for (const entity of requested.toSorted(byRegistryOrder)) {
    const rows = await change.tx.sql<{ key: Key }>(
      `select ${quote(entity.key)} as key from ${quote(entity.name)} where ${quote(companyColumn(entity) ?? '')} = $1`,
      [change.info.company],
    )
    records.set(
      entity,
      await change.lock(
        entity,
        rows.map(({ key }) => key),
      ),
    )
  }
  return records
}

/** Only the records and fields of the plan count (AMB-227); where records are created or removed, also which ones exist. */
function assertUnchanged({ rows, remove, seen }: Plan, targets: readonly Target[], records: Records): void {
  for (const { entity, index, id } of targets.filter((target) => target.id > 0)) {
    const row = records.get(entity)?.get(id)
    const planned = rows[index]
    const field = planned && Object.keys(planned.values).find((name) => !isSame(planned.before[name], row?.[name]))
    const isOther = !planned && row?.['revision'] !== remove[index - rows.length]?.revision
    if (!row || field !== undefined || isOther)
      throw apiError('plan_outdated', { table: entity.name, row: index, ...(field === undefined ? {} : { field }) })
  }
  for (const [entity, now] of records) {
    const keys = seen[entity.name]
    if (keys && (now.size !== new Set(keys).size || keys.some((key) => !now.has(key))))
      throw apiError('plan_outdated', { table: entity.name })
  }
}

/** Creates the new records without their references to each other, and remembers their keys. */
async function createRecords(
  change: Change,
  { rows }: Plan,
  targets: readonly Target[],
  newKeys: NewKeys,
  context: SaveContext,
): Promise<void> {
  const own = targets.filter(({ id }) => id < 0)
  await inRows(own, async () => {
    const sent = own.map(({ entity, index }) => ({ table: entity.name, row: newKeys.without(entity, valuesOf(rows, index)) }))
    const planned = await planSave(context.actor, sent)
    const saved = await saveRows(change, planned, context)
    for (const [entity, targetsOf] of Map.groupBy(own, (item) => item.entity))
      for (const [at, { data }] of (saved[entity.name]?.rows ?? []).entries())
        newKeys.set(entity, targetsOf[at]?.id ?? 0, data[entity.key] as number)
  })
}

/** Changes the existing records, and adds the references of new ones to new ones. */
async function changeRecords(
  change: Change,
  { rows }: Plan,
  targets: readonly Target[],
  newKeys: NewKeys,
  context: SaveContext,
): Promise<void> {
  const own = targets.slice(0, rows.length).flatMap((target) => {
    const { entity, index, id } = target
    const values = valuesOf(rows, index)
    const row = id > 0 ? values : newKeys.only(entity, values)
    return Object.keys(row).length > 0 ? [{ ...target, row }] : []
  })
  await inRows(own, async () => {
    const sent = own.map(({ entity, id, row }) => ({
      table: entity.name,
      id: newKeys.keyOf(entity, id),
      row: newKeys.resolve(entity, row),
    }))
    const planned = await planSave(context.actor, sent)
    await saveRows(change, planned, context)
  })
}

/** A rule of the server may replace a value, such as the second of two exclusive flags. Then the plan can't be applied exactly. */
async function assertStored(change: Change, { rows }: Plan, targets: readonly Target[], newKeys: NewKeys): Promise<void> {
  const own = targets.slice(0, rows.length).map((target) => ({ ...target, key: newKeys.keyOf(target.entity, target.id) }))
  const stored = new Map<Entity, ReadonlyMap<Key, WireRow>>()
  for (const [entity, some] of Map.groupBy(own, (item) => item.entity))
    stored.set(
      entity,
      await change.lock(
        entity,
        some.map(({ key }) => key),
      ),
    )
  for (const { entity, index, key } of own) {
    const row = stored.get(entity)?.get(key)
    const requested = newKeys.resolve(entity, valuesOf(rows, index))
    const field = Object.keys(requested).find((name) => !isSame(requested[name], row?.[name]))
    if (field !== undefined) throw apiError('invalid_value', { table: entity.name, row: index, field, params: [field] })
  }
}

/** A rule may change other records, such as the previous owner of an exclusive flag. The plan must say so. */
async function assertOthersUnchanged(change: Change, targets: readonly Target[], records: Records, lang: string): Promise<void> {
  for (const [entity, before] of records) {
    const planned = new Set<Key>(targets.filter((target) => target.entity === entity).map(({ id }) => id))
    const now = await change.lock(entity, [...before.keys()])
    for (const [key, row] of before) {
      if (planned.has(key) || now.get(key)?.['revision'] === row['revision']) continue
      const problem = {
        text: 'This would also change %1, which is not in the plan',
        params: [rowTitle(row, lang)],
      } satisfies Problem
      throw apiError('invalid_value', { table: entity.name, message: textOf(problem), params: [...problem.params] })
    }
  }
}

const valuesOf = (rows: readonly PlanRow[], index: number): WireRow => rows[index]?.values ?? {}
