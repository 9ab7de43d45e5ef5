import { type Actor, can, readableFields } from '@tiffin/core/rules'
import { apiError, type Calls, type Entity, importKinds, type ImportState } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import { hasReadScope } from '#engine/read-scope'
import type { Handler, SessionCall } from '#server/context'
import { assertMayImport, importableEntity } from './importable.ts'
import { findEarlierImport } from './imported-file.ts'
import { applyKey, type ImportPlan, isBeingApplied, type PlanLine, readLines, readPlan, scopeOf } from './plan-store.ts'

export const status: Handler<Calls['Import']['status']> = ({ import_id, page }, call) =>
  call.db.read(scopeOf(call), async (tx) => {
    const plan = await readPlan(tx, call, import_id)
    const { table, file, total, received, totals, applied, expires } = plan
    const entity = importableEntity(table, call.company)
    const { actor } = call.session
    assertMayReadPlan(actor, entity)
    const isApplying = !applied && totals !== null && (await isBeingApplied(tx, import_id))
    const parts = totals
      ? []
      : await tx.sql<{ part: number }>('select part from import_part where import_id = $1 order by part', [import_id])
    const lines = page ? await readLines(tx, import_id, { ...page, kinds: page.kinds ?? importKinds }) : []
    return {
      data: {
        status: 'OK' as const,
        table,
        file,
        state: stateOf({ applied, totals }, isApplying),
        total,
        received,
        parts: parts.map(({ part }) => part),
        totals,
        change: applied ? await changeOf(tx, call, import_id) : 0,
        earlier: applied ? null : await findEarlierImport(tx, entity, plan),
        expires,
        rows: lines.map((line) => {
          const { row, kind, id, refusal } = line
          return { row, kind, id, changes: shownChanges(actor, entity, line), refusal }
        }),
      },
    }
  })

/** A plan has values of records, and is kept longer than its owner may have the right to see them. */
function assertMayReadPlan(actor: Actor, entity: Entity): void {
  const decision = can(actor, 'read', entity)
  if (!decision.allowed) throw apiError(decision.code, { table: entity.name, params: decision.params })
  assertMayImport(actor, entity)
}

/**
 * The changes of fields that the user may read now, of merchants those of each. An access token that may not read gets the values
 * of the sheet, without those before.
 */
function shownChanges(actor: Actor, entity: Entity, { id, saved, changes }: PlanLine): PlanLine['changes'] {
  const row = id === null ? undefined : { [entity.key]: id, company: actor.company }
  if (entity.access.rows === 'merchant' && !can(actor, 'read', entity, row).allowed) return {}
  const readable = readableFields(actor, entity, row)
  const given = hasReadScope(actor) ? null : new Set(Object.keys(saved ?? {}))
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, [before, after]]) => {
      const field = name.split('.')[0] ?? name
      // Languages of the dictionary are no fields.
      if ((field in entity.fields && !readable.has(field)) || given?.has(field) === false) return []
      return [[name, [given ? null : before, after]]]
    }),
  )
}

const stateOf = ({ applied, totals }: Pick<ImportPlan, 'applied' | 'totals'>, isApplying: boolean): ImportState =>
  applied ? 'applied' : isApplying ? 'applying' : totals ? 'planned' : 'open'

async function changeOf(tx: Tx, { session, company }: SessionCall, importId: string): Promise<number> {
  const [row] = await tx.sql<{ change: number | null }>(
    `select (answer ->> 'change')::bigint as change from idempotency where admin = $1 and company = $2 and key = $3`,
    [session.admin_id, company ?? 0, applyKey(importId)],
  )
  return row?.change ?? 0
}
