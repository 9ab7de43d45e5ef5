import { createHash } from 'node:crypto'
import { apiError, type Calls, MAX_PART_KB, type ParsedImportRow } from '@tiffin/sdk/contract'
import { extendTimeout } from '#engine/extend-timeout'
import type { Handler, SessionCall } from '#server/context'
import { limitBulkWrites } from '#limits/bulk-writes'
import { createLimiter } from '#limits/concurrency-limit'
import { makePlan } from './make-plan.ts'
import { type ImportPlan, readPlan, scopeOf, storeLines } from './plan-store.ts'

/** Maximum size of the rows of one import, in kB. */
const MAX_IMPORT_KB = 64 * 1024

/** Plans of many rows take a connection for seconds. */
const limited = createLimiter(2)

export const rows: Handler<Calls['Import']['rows']> = async ({ import_id, part, rows: given }, call) => {
  const text = JSON.stringify(given)
  const bytes = Buffer.byteLength(text)
  if (bytes > MAX_PART_KB * 1024) throw apiError('too_large', { params: [MAX_PART_KB] })
  const hash = createHash('sha256').update(text).digest()
  const plan = await call.db.write(scopeOf(call), async (tx) => {
    const current = await readPlan(tx, call, import_id, 'for update')
    const [same] = await tx.sql<{ hash: Buffer }>('select hash from import_part where import_id = $1 and part = $2', [
      import_id,
      part,
    ])
    if (same && !same.hash.equals(hash)) throw apiError('import_part_differs', { params: [part] })
    if (same) return current
    if (current.totals) throw apiError('import_closed')
    const received = current.received + given.length
    if (received > current.total) throw apiError('too_many', { params: [current.total] })
    if (current.bytes + bytes > MAX_IMPORT_KB * 1024) throw apiError('too_large', { params: [MAX_IMPORT_KB] })
    await tx.sql('insert into import_part (import_id, part, hash, rows) values ($1, $2, $3, $4)', [import_id, part, hash, text])
    await tx.sql('update import_plan set received = $2, bytes = bytes + $3 where import_id = $1', [import_id, received, bytes])
    return { ...current, received }
  })
  const isComplete = plan.received === plan.total
  if (isComplete && !plan.totals) await planOnce(plan, call)
  return { data: { status: 'OK' as const, received: plan.received, planned: isComplete } }
}

const running = new Map<string, Promise<void>>()

/** A part that is sent again, because its response is late, waits for the plan that is being made. */
async function planOnce(plan: ImportPlan, call: SessionCall): Promise<void> {
  const { import_id } = plan
  const current =
    running.get(import_id) ??
    limited(() => limitBulkWrites(call.company, () => planRows(plan, call))).finally(() => running.delete(import_id))
  running.set(import_id, current)
  await current
}

async function planRows(plan: ImportPlan, call: SessionCall): Promise<void> {
  const parts = await call.db.read(scopeOf(call), async (tx) => {
    const current = await readPlan(tx, call, plan.import_id)
    if (current.totals) return null
    await extendTimeout(tx)
    return tx.sql<{ rows: ParsedImportRow[] }>('select rows from import_part where import_id = $1 order by part', [
      plan.import_id,
    ])
  })
  if (!parts) return
  const lines = await makePlan(
    call,
    plan.table,
    parts.flatMap((part) => part.rows),
  )
  await call.db.write(scopeOf(call), async (tx) => {
    const current = await readPlan(tx, call, plan.import_id, 'for update')
    await extendTimeout(tx)
    if (!current.totals) await storeLines(tx, current, lines)
  })
}
