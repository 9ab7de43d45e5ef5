import { type Actor, can, managesCompany, writableFields } from '@tiffin/core/rules'
import { type ApiError, apiError, type Entity, MAX_IMPORT_ROWS, MAX_ROWS_PER_CALL } from '@tiffin/sdk/contract'
import { isDerived } from '#db/columns'
import { extendTimeout } from './extend-timeout.ts'
import { byRegistryOrder } from './change.ts'
import type { Change, Key, WireRow } from './change-info.ts'
import { deleteRows } from './delete-rows.ts'
import { planSave } from './save-plan.ts'
import { inParts, restoreRows } from './restore-rows.ts'
import { finishSaves, type SaveContext, saveForKeys } from './save-rows.ts'
import { previousValues, blocksUndo, mergeSteps, editableFields, undoObstacle, type UndoObstacle } from './undo-obstacle.ts'
import type { Step } from './undo-step.ts'
import { allTableRules, rulesOf } from './table-rules.ts'
import { entityOf } from './view.ts'

interface LockedStep extends Step {
  current: WireRow | undefined
}

/** One record of a change. */
export interface UndoRecord {
  table: string
  id: Key
}

/** Scope of an undo: one record, or `unchanged` to leave the records that have changed since as they are (AMB-224). */
export interface UndoScope {
  only?: UndoRecord | undefined
  mode: 'all' | 'unchanged'
}

/** An import may have touched rows of other tables too. */
const MAX_STEPS = 2 * MAX_IMPORT_ROWS
/** Maximum number of records that an error lists. */
const MAX_LISTED_RECORDS = 20

/**
 * Undoes a change, or the part of it in the scope, completely or not at all. The rules and rights of saves and
 * deletions apply (MOON-01). Rows are restored with their keys; generated secrets, such as tokens, are created again.
 * Returns the number of affected records.
 * @throws `not_found` for a change of another company, `undo_gone` and `undo_conflict` with the records that have
 * changed since in `because`, `undo_forbidden_kind`, `too_many`, and any refusal of a save or deletion of these rows
 */
export async function undoChange(change: Change, id: number, context: SaveContext, { only, mode }: UndoScope): Promise<number> {
  const steps = await readSteps(change, id, only)
  for (const step of steps) {
    const obstacle = undoObstacle(step, undefined)
    if (obstacle?.code === 'undo_forbidden_kind')
      throw apiError(obstacle.code, { table: step.entity.name, ...(obstacle.text ? { message: obstacle.text } : {}) })
  }
  const lockedSteps = await lockSteps(change, steps)
  for (const step of lockedSteps) authorise(context.actor, step)
  const back = lockedSteps.filter(({ after }) => after === null)
  const edited = lockedSteps.filter(({ before, after }) => before !== null && after !== null)
  const created = lockedSteps.filter(({ before }) => before === null)
  const returned = await planRestore(context.actor, back)
  const restored = await planSave(context.actor, edited.map(restore), { isHistory: true })
  for (const [index, planned] of restored.entries()) planned.former = edited[index]?.before ?? {}
  const blocked = blockedSteps(lockedSteps)
  if (blocked.size > 0 && (mode === 'all' || blocked.size === lockedSteps.length)) throw refusalOf(lockedSteps, blocked)
  const isFree = (steps: readonly LockedStep[]) => (_planned: unknown, at: number) => !blocked.has(steps[at] as LockedStep)
  const [free, freeBack, freeEdited] = [
    created.filter(isFree(created)),
    returned.filter(isFree(back)),
    restored.filter(isFree(edited)),
  ]
  // Restores rows before others refer to them again, and deletes rows once nothing refers to them.
  // In between, rows may have the same number.
  const several = { ...context, deferred: true }
  await restoreRows(change, inParts(freeBack), several)
  for (const some of inParts(freeEdited)) await saveForKeys(change, some, several)
  const gone = free.toReversed().map(({ entity, key }) => ({ table: entity.name, id: key }))
  for (const some of inParts(gone)) await deleteRows(change, some, context)
  const written = [...freeBack, ...freeEdited]
  if (written.length > 0) await finishSaves(change, written)
  return recordsOf(lockedSteps.filter((step) => !blocked.has(step)))
}

/** Number of records that the steps change; rows that are part of a record don't count. */
function recordsOf(steps: readonly Step[]): number {
  const tables = new Set(steps.map(({ entity }) => entity.name))
  return steps.filter(({ entity }) => {
    const parent = rulesOf(entity).undo?.partOf?.table
    return parent === undefined || !tables.has(parent)
  }).length
}

/** The tables whose rows are parts of a table's records, with the referring fields. */
const partsOf = (table: string): { table: string; by: string }[] =>
  allTableRules().flatMap(([name, { undo }]) => (undo?.partOf?.table === table ? [{ table: name, by: undo.partOf.by }] : []))

interface HistoryRow extends Pick<Step, 'before' | 'after'> {
  table: string
  key: string
  /** Of the whole change. */
  records: Record<string, number>
}

async function readSteps(change: Change, id: number, only?: UndoRecord): Promise<Step[]> {
  const rows = await change.tx.sql<HistoryRow>(
    `select a.table_name as "table", a.row_key as key, a.before, a.after, c.records from audit_row a join change c on c.change_id = a.change_id
     where c.change_id = $1 and c.company = $2 and ($4::text is null or (a.table_name = $4 and a.row_key = $5)
       or exists (select from jsonb_to_recordset($6::jsonb) as p("table" text, by text)
         where p."table" = a.table_name and coalesce(a.before, a.after) ->> p.by = $5))
     order by a.audit_id limit $3`,
    [
      id,
      change.info.company,
      MAX_STEPS + 1,
      only?.table ?? null,
      only ? String(only.id) : null,
      JSON.stringify(only ? partsOf(only.table) : []),
    ],
  )
  if (rows.length === 0) throw apiError('not_found')
  if (rows.length > MAX_STEPS) throw apiError('too_many', { params: [MAX_STEPS] })
  if (rows.length > MAX_ROWS_PER_CALL) await extendTimeout(change.tx)
  const { table: first, records } = rows[0] as HistoryRow
  // An order's bonus would be refunded to the customer while the order still spends it.
  if (only && blocksUndo(records)) throw apiError('undo_forbidden_kind', { table: first })
  const steps = new Map<string, Step | null>()
  for (const { table, key, before, after } of rows) {
    const entity = entityOf(table)
    const step = { entity, key: keyOf(entity, key), before, after }
    const earlier = steps.get(`${table}/${key}`)
    steps.set(`${table}/${key}`, earlier ? mergeSteps(earlier, step) : step)
  }
  const all = [...steps.values()].filter((step) => step !== null)
  const choosing = new Set(all.map(({ entity }) => rulesOf(entity).undo?.choose))
  return [...choosing].reduce((chosen, choose) => choose?.(chosen) ?? chosen, all)
}

/** The history stores keys as text. */
function keyOf(entity: Entity, key: string): Key {
  const kind = entity.fields[entity.key]?.kind
  return kind === 'id' || kind === 'reference' ? Number(key) : key
}

/** The steps with their current rows, locked until the end of the transaction. */
async function lockSteps(change: Change, steps: readonly Step[]): Promise<LockedStep[]> {
  const byEntity = [...Map.groupBy(steps, ({ entity }) => entity)].toSorted(([a], [b]) => byRegistryOrder(a, b))
  const rows = new Map<Entity, Map<Key, WireRow>>()
  for (const [entity, own] of byEntity)
    rows.set(
      entity,
      await change.lock(
        entity,
        own.map(({ key }) => key),
      ),
    )
  return steps.map((step) => ({ ...step, current: rows.get(step.entity)?.get(step.key) }))
}

/** Users must not learn of later edits of rows and fields that they may not change. */
function authorise(actor: Actor, step: LockedStep): void {
  const { entity, before, after, current } = step
  const action = before === null ? 'delete' : after === null ? 'create' : 'update'
  const row = current ?? (after === null ? before : undefined) ?? undefined
  const decisions = [can(actor, 'read', entity, row), can(actor, action, entity, row)]
  for (const decision of decisions)
    if (!decision.allowed) throw apiError(decision.code, { table: entity.name, params: decision.params })
  if (action !== 'update' || managesCompany(actor)) return
  const writable = writableFields(actor, entity, row)
  const closed = Object.keys(previousValues(step)).find((name) => entity.fields[name] && !writable.has(name))
  if (closed !== undefined) throw apiError('forbidden', { table: entity.name, field: closed, params: [closed] })
}

type Blocked = ReadonlyMap<LockedStep, UndoObstacle | null>

/** The steps that can't be undone, each with its obstacle; null for the other rows of the same record. */
function blockedSteps(steps: readonly LockedStep[]): Blocked {
  const blocked = new Map<LockedStep, UndoObstacle | null>()
  for (const step of steps) {
    const obstacle = undoObstacle(step, step.current)
    if (obstacle) blocked.set(step, obstacle)
  }
  const records = new Set(Array.from(blocked.keys(), recordOf))
  for (const step of steps) if (records.has(recordOf(step)) && !blocked.has(step)) blocked.set(step, null)
  return blocked
}

/** The record that a row is part of, or the row itself. */
function recordOf({ entity, key, before, after }: Step): string {
  const { partOf } = rulesOf(entity).undo ?? {}
  return partOf ? `${partOf.table}/${String((after ?? before)?.[partOf.by])}` : `${entity.name}/${key}`
}

/** Names and counts the records that have changed since. Also counts the others, which `unchanged` would undo. */
function refusalOf(steps: readonly LockedStep[], blocked: Blocked): ApiError {
  const found = [...blocked].flatMap(([step, obstacle]) => (obstacle ? [{ step, ...obstacle }] : []))
  const [first] = found
  if (!first) throw new Error('an undo without an obstacle was refused')
  const { step, code, fields } = first
  const records = found
    .slice(0, MAX_LISTED_RECORDS)
    .map((item) => ({ table: item.step.entity.name, id: item.step.key, fields: item.fields }))
  const count = recordsOf([...blocked.keys()])
  return apiError(code, {
    table: step.entity.name,
    ...(fields.length > 0 ? { params: [fields.join(', ')] } : {}),
    because: { fields, records, count, others: recordsOf(steps) - count },
  })
}

/** The revision allows the key of a lookup to be 0. */
const restore = (step: LockedStep) => ({
  table: step.entity.name,
  id: step.key,
  row: { ...previousValues(step), revision: step.current?.['revision'] ?? 0 },
})

/**
 * Plans deleted rows as new ones with their old keys. Server-side fields are restored from the history. The revision
 * continues, so that someone who has the old row open can't overwrite the restored one.
 */
async function planRestore(actor: Actor, steps: readonly Step[]) {
  const planned = await planSave(
    actor,
    steps.map(({ entity, before }) => ({ table: entity.name, row: editableFields(entity, before ?? {}) })),
    { isHistory: true },
  )
  for (const [index, { entity, key, before }] of steps.entries()) {
    const lost = rulesOf(entity).undo?.notRestored ?? []
    const remaining = Object.entries(before ?? {}).filter(
      ([name]) => entity.fields[name]?.readonly && !isDerived(entity, name) && !lost.includes(name),
    )
    Object.assign(planned[index]?.set ?? {}, Object.fromEntries(remaining), {
      [entity.key]: key,
      revision: Number(before?.['revision'] ?? 0) + 1,
    })
  }
  return planned
}
