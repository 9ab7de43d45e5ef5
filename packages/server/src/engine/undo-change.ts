import { type Actor, can } from '@tiffin/core/rules'
import { apiError, entities, type Entity, MOST_ROWS } from '@tiffin/sdk/contract'
import { isDerived } from '#db/columns'
import { byRegistryOrder, type Change } from './change.ts'
import type { Key, WireRow } from './change-info.ts'
import { deleteRows } from './delete-rows.ts'
import { planSave } from './save-plan.ts'
import { type SaveContext, saveRows } from './save-rows.ts'
import { formerValues, hasKept, joinSteps, peoplesFields, type Step, undoObstacle } from './undo-obstacle.ts'
import { entityOf } from './view.ts'

/** What belongs to the sign-in of somebody whose token is lost. */
const ofLostTokens: Partial<Record<string, readonly string[]>> = {
  user: ['has_session', 'code_value', 'code_time'],
  courier: ['code_value', 'code_time'],
}

interface Met extends Step {
  current: WireRow | undefined
}

/** One record of a change. */
export interface OnlyRecord {
  table: string
  id: Key
}

/**
 * Takes a change back, all rows of it or none, or what it did to one record, by the rules and rights of saves and deletions (MOON-01). Rows come back
 * under their keys; secrets of theirs that nobody types, such as tokens, are made anew. Answers how many records it was about.
 * @throws `not_found` for a change of another company, `undo_gone`, `undo_conflict` with the fields in `because`,
 * `undo_forbidden_kind`, `too_many`, and whatever a save or a deletion of the rows is refused with
 */
export async function undoChange(change: Change, id: number, context: SaveContext, only?: OnlyRecord): Promise<number> {
  const steps = await readSteps(change, id, only)
  for (const step of steps) {
    const obstacle = undoObstacle(step, undefined)
    if (obstacle?.code === 'undo_forbidden_kind')
      throw apiError(obstacle.code, { table: step.entity.name, ...(obstacle.text ? { message: obstacle.text } : {}) })
  }
  const met = await meet(change, steps)
  for (const step of met) authorise(context.actor, step)
  const back = met.filter(({ after }) => after === null)
  const edited = met.filter(({ before, after }) => before !== null && after !== null)
  const made = met.filter(({ before }) => before === null)
  const returned = await planReturn(context.actor, back)
  const restored = await planSave(context.actor, edited.map(restore), { isHistory: true })
  for (const step of met) refuseObstacle(step)
  // What comes back is there before rows point to it again, and nothing points any more to what goes.
  if (returned.length > 0) await saveRows(change, returned, context)
  if (restored.length > 0) await saveRows(change, restored, context)
  const gone = made.toReversed().map(({ entity, key }) => ({ table: entity.name, id: key }))
  if (gone.length > 0) await deleteRows(change, gone, context)
  return recordsOf(steps.map(({ entity }) => entity.name))
}

/** A company's tie to somebody is no record beside the person. */
const recordsOf = (tables: readonly string[]): number =>
  tables.includes('admin') ? tables.filter((table) => table !== 'membership').length : tables.length

interface Audited extends Pick<Step, 'before' | 'after'> {
  table: string
  key: string
  /** Of the whole change. */
  records: Record<string, number>
}

async function readSteps(change: Change, id: number, only?: OnlyRecord): Promise<Step[]> {
  const rows = await change.tx.sql<Audited>(
    `select a.table_name as "table", a.row_key as key, a.before, a.after, c.records from audit_row a join change c on c.change_id = a.change_id
     where c.change_id = $1 and c.company = $2 and ($4::text is null or (a.table_name = $4 and a.row_key = $5)
       or ($4 = 'admin' and a.table_name = 'membership' and coalesce(a.before, a.after) ->> 'admin' = $5))
     order by a.audit_id limit $3`,
    [id, change.info.company, MOST_ROWS + 1, only?.table ?? null, only ? String(only.id) : null],
  )
  if (rows.length === 0) throw apiError('not_found')
  if (rows.length > MOST_ROWS) throw apiError('too_many', { params: [MOST_ROWS] })
  const { table: first, records } = rows[0] as Audited
  // An order's bonus would go back to the customer while the order still spends it.
  if (only && hasKept(records)) throw apiError('undo_forbidden_kind', { table: first })
  const steps = new Map<string, Step | null>()
  for (const { table, key, before, after } of rows) {
    const entity = entityOf(table)
    const step = { entity, key: keyOf(entity, key), before, after }
    const earlier = steps.get(`${table}/${key}`)
    steps.set(`${table}/${key}`, earlier ? joinSteps(earlier, step) : step)
  }
  const all = [...steps.values()].filter((step) => step !== null)
  // A new administrator came with their tie to the company, and leaves by losing it.
  const people = new Set(all.flatMap(({ entity, key, before }) => (entity === entities.admin && before === null ? [key] : [])))
  // Whoever comes back to the company chooses themselves where they sign in next; leaving has only taken the choice away.
  const colleagues = new Set(
    all.flatMap(({ entity, before, after }) =>
      entity === entities.membership && after === null ? [before?.['admin'] as Key] : [],
    ),
  )
  return all.filter(({ entity, key, before, after }) => {
    if (entity === entities.membership && before === null) return !people.has(after?.['admin'] as Key)
    return !(entity === entities.admin && before !== null && after !== null && colleagues.has(key))
  })
}

/** The history has keys as text. */
function keyOf(entity: Entity, key: string): Key {
  const kind = entity.fields[entity.key]?.kind
  return kind === 'id' || kind === 'reference' ? Number(key) : key
}

/** The steps with their rows as they are, which stay so until the end. */
async function meet(change: Change, steps: readonly Step[]): Promise<Met[]> {
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

/** Nobody learns of later edits of rows that are not theirs to change. */
function authorise(actor: Actor, { entity, before, after, current }: Met): void {
  const action = before === null ? 'delete' : after === null ? 'create' : 'update'
  const row = current ?? (after === null ? before : undefined) ?? undefined
  const decisions = [can(actor, 'read', entity, row), can(actor, action, entity, row)]
  for (const decision of decisions)
    if (!decision.allowed) throw apiError(decision.code, { table: entity.name, params: decision.params })
}

function refuseObstacle(step: Met): void {
  const obstacle = undoObstacle(step, step.current)
  if (!obstacle) return
  const { code, fields } = obstacle
  const named = fields.length > 0 ? { params: [fields.join(', ')], because: { fields } } : {}
  throw apiError(code, { table: step.entity.name, ...named })
}

/** The revision lets a lookup's key be 0. */
const restore = (step: Met) => ({
  table: step.entity.name,
  id: step.key,
  row: { ...formerValues(step), revision: step.current?.['revision'] ?? 0 },
})

/**
 * Deleted rows as new ones under their old keys. What people do not type comes back as the history has it; the revision
 * goes on, so that whoever still has the old row open cannot save over the one that came back.
 */
async function planReturn(actor: Actor, steps: readonly Step[]) {
  const planned = await planSave(
    actor,
    steps.map(({ entity, before }) => ({ table: entity.name, row: peoplesFields(entity, before ?? {}) })),
    { isHistory: true },
  )
  for (const [index, { entity, key, before }] of steps.entries()) {
    const lost = ofLostTokens[entity.name] ?? []
    const kept = Object.entries(before ?? {}).filter(
      ([name]) => entity.fields[name]?.readonly && !isDerived(entity, name) && !lost.includes(name),
    )
    Object.assign(planned[index]?.set ?? {}, Object.fromEntries(kept), {
      [entity.key]: key,
      revision: Number(before?.['revision'] ?? 0) + 1,
    })
  }
  return planned
}
