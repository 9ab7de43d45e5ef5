import { createHash } from 'node:crypto'
import { isSame } from '@tiffin/core/rules'
import { type ApiError, apiError, type Calls, CONTRACT_VERSION, type Entity, isApiError, savedKinds } from '@tiffin/sdk/contract'
import { extendTimeout } from '#engine/extend-timeout'
import { makeChange } from '#engine/change'
import type { Change, Key } from '#engine/change-info'
import { bulkChangeInfo } from '#engine/change-of-call'
import { limitBulkWrites } from '#limits/bulk-writes'
import { createLimiter } from '#limits/concurrency-limit'
import type { Handler, SessionCall } from '#server/context'
import { assertOption, importableEntity } from './importable.ts'
import { assertNotImported, rememberFile } from './imported-file.ts'
import { flatRow } from './line-values.ts'
import {
  applyKey,
  BATCH,
  type ImportPlan,
  lockTable,
  lockWhileApplying,
  type PlanLine,
  readFoundSince,
  readLines,
  readPlan,
} from './plan-store.ts'
import { saveValues } from './save-values.ts'

const limited = createLimiter(2)

/** Applies exactly the plan, as one change (MOON-06). Closing the connection stops it. */
export const commit: Handler<Calls['Import']['commit']> = async ({ import_id, skip_refused = false, again = false }, call) => {
  const hash = createHash('sha256').update(import_id).digest()
  const info = { ...bulkChangeInfo(call), idempotency: { key: applyKey(import_id), hash } }
  const { value, change, feed } = await limited(() =>
    limitBulkWrites(call.company, () =>
      makeChange(call.db, call.feed, info, (open) => apply(open, call, import_id, { skipRejected: skip_refused, again })),
    ),
  )
  return { data: { status: 'OK' as const, change, records: value }, feed }
}

/** Returns the number of records written. */
async function apply(
  change: Change,
  call: SessionCall,
  importId: string,
  { skipRejected, again }: { skipRejected: boolean; again: boolean },
): Promise<number> {
  await extendTimeout(change.tx)
  await lockWhileApplying(change.tx, importId)
  const plan = await readPlan(change.tx, call, importId, 'for update')
  const entity = importableEntity(plan.table, call.company)
  assertReady(plan, skipRejected)
  await assertOption(change.tx, entity, change.info.company)
  // An import of the same file that is being applied is waited for.
  if (plan.key !== null || plan.totals?.created) await lockTable(change.tx, plan.table, change.info.company)
  await assertStillNew(change, entity, plan)
  if (!again) await assertNotImported(change.tx, entity, plan)
  let records = 0
  let after = 0
  for (;;) {
    if (change.info.isAbandoned?.()) throw apiError('cancelled')
    const lines = await readLines(change.tx, importId, { kinds: savedKinds, after, limit: BATCH })
    if (lines.length > 0) await applyLines(change, call, entity, lines)
    records += lines.length
    after = lines.at(-1)?.row ?? after
    if (lines.length < BATCH) break
  }
  await change.tx.sql('update import_plan set applied = true where import_id = $1', [importId])
  await rememberFile(change.tx, plan, change.info)
  return records
}

function assertReady({ totals, contract }: ImportPlan, skipRejected: boolean): void {
  if (!totals) throw apiError('import_open')
  if (contract !== CONTRACT_VERSION) throw apiError('plan_outdated')
  if (totals.refused > 0 && !skipRejected) throw apiError('import_refused', { params: [totals.refused] })
}

/** Errors that occur only if a record that the plan depends on has changed. */
const outdatedPlanErrors: ReadonlySet<string> = new Set([
  'not_found',
  'bad_reference',
  'duplicate',
  'invalid_value',
  'required',
  'conflict',
])

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
    if (!isApiError(error) || !outdatedPlanErrors.has(error.code)) throw error
    throw outdated(entity, lines[error.row ?? -1], error.field, error)
  }
}

const outdated = (
  entity: Entity,
  line: Pick<PlanLine, 'row'> | undefined,
  field: string | undefined,
  cause?: ApiError,
): ApiError =>
  apiError('plan_outdated', {
    table: entity.name,
    ...(field === undefined ? {} : { field }),
    ...(line ? { because: { row: line.row, ...(cause ? { code: cause.code } : {}) } } : {}),
  })

/** A record created in the meantime would be duplicated, for example if a file is imported twice at once. */
async function assertStillNew(change: Change, entity: Entity, plan: ImportPlan): Promise<void> {
  const { key } = plan
  if (key === null) return
  const { company } = change.info
  const found = await readFoundSince(change.tx, plan, company)
  const isNumber = entity.fields[entity.key]?.kind === 'id'
  const keyOf = (record: string): Key => (isNumber ? Number(record) : record)
  const existing = await change.lock(entity, [...new Set(found.map(({ record }) => keyOf(record)))])
  const first = found.find(({ record, value }) => namesOf(existing.get(keyOf(record))?.[key]).includes(value))
  if (first) throw outdated(entity, first, key)
}

/** The value by which a record is found, or its text in each language. */
const namesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).map((text) => String(text).trim().toLowerCase())
    : [String(value)]

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
