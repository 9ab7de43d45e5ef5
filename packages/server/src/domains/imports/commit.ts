import { createHash } from 'node:crypto'
import { isSame } from '@tiffin/core/rules'
import { type ApiError, apiError, type Calls, CONTRACT_VERSION, type Entity, isApiError } from '@tiffin/sdk/contract'
import { allowMinutes } from '#engine/allow-minutes'
import { makeChange } from '#engine/change'
import type { Change, Key } from '#engine/change-info'
import { bulkChangeInfo } from '#engine/change-of-call'
import { createLimiter } from '#limits/concurrency-limit'
import type { Handler, SessionCall } from '#server/context'
import { assertOption, importableEntity } from './importable.ts'
import { flatRow } from './line-values.ts'
import { applyKey, BATCH, lockWhileApplying, type ImportPlan, type PlanLine, readLines, readPlan } from './plan-store.ts'
import { saveValues } from './save-values.ts'

const limited = createLimiter(2)

/** Applies exactly the plan, as one change (MOON-06). Closing the connection stops it. */
export const commit: Handler<Calls['Import']['commit']> = async ({ import_id, skip_refused = false }, call) => {
  const hash = createHash('sha256').update(import_id).digest()
  const info = { ...bulkChangeInfo(call), idempotency: { key: applyKey(import_id), hash } }
  const { value, change, feed } = await limited(() =>
    makeChange(call.db, call.feed, info, (open) => apply(open, call, import_id, skip_refused)),
  )
  return { data: { status: 'OK' as const, change, records: value }, feed }
}

/** Returns the number of records written. */
async function apply(change: Change, call: SessionCall, importId: string, skipRefused: boolean): Promise<number> {
  await allowMinutes(change.tx)
  await lockWhileApplying(change.tx, importId)
  const plan = await readPlan(change.tx, call, importId, 'for update')
  const entity = importableEntity(plan.table, call.company)
  assertReady(plan, skipRefused)
  await assertOption(change.tx, entity, change.info.company)
  let records = 0
  let after = 0
  for (;;) {
    if (change.info.isAbandoned?.()) throw apiError('cancelled')
    const lines = await readLines(change.tx, importId, { kinds: ['created', 'changed'], after, limit: BATCH })
    if (lines.length > 0) await applyLines(change, call, entity, lines)
    records += lines.length
    after = lines.at(-1)?.row ?? after
    if (lines.length < BATCH) break
  }
  await change.tx.sql('update import_plan set applied = true where import_id = $1', [importId])
  return records
}

function assertReady({ totals, contract }: ImportPlan, skipRefused: boolean): void {
  if (!totals) throw apiError('import_open')
  if (contract !== CONTRACT_VERSION) throw apiError('plan_outdated')
  if (totals.refused > 0 && !skipRefused) throw apiError('import_refused', { params: [totals.refused] })
}

/** Errors that occur only if a record that the plan depends on has changed. */
const movedOn: ReadonlySet<string> = new Set(['not_found', 'bad_reference', 'duplicate', 'invalid_value', 'required', 'conflict'])

async function applyLines(change: Change, call: SessionCall, entity: Entity, lines: readonly PlanLine[]): Promise<void> {
  await assertUnchanged(change, entity, lines)
  try {
    await saveValues(
      change,
      call,
      entity,
      lines.map(({ id, saved }) => ({ id: id ?? undefined, values: saved ?? {} })),
    )
  } catch (error) {
    if (!isApiError(error) || !movedOn.has(error.code)) throw error
    throw outdated(entity, lines[error.row ?? -1], error.field, error)
  }
}

const outdated = (entity: Entity, line: PlanLine | undefined, field: string | undefined, cause?: ApiError): ApiError =>
  apiError('plan_outdated', {
    table: entity.name,
    ...(field === undefined ? {} : { field }),
    ...(line ? { because: { row: line.row, ...(cause ? { code: cause.code } : {}) } } : {}),
  })

/** Only the rows and fields of the plan count (AMB-227). */
async function assertUnchanged(change: Change, entity: Entity, lines: readonly PlanLine[]): Promise<void> {
  const current = await change.lock(
    entity,
    lines.flatMap(({ id }): Key[] => (id === null ? [] : [id])),
  )
  for (const line of lines) {
    if (line.id === null) continue
    const row = current.get(line.id)
    if (!row) throw outdated(entity, line, undefined)
    const now = flatRow(entity, row)
    const field = Object.keys(line.changes).find((name) => !isSame(line.changes[name]?.[0] ?? null, now[name] ?? null))
    if (field !== undefined) throw outdated(entity, line, field)
  }
}
