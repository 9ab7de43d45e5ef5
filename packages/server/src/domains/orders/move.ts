import { createHash } from 'node:crypto'
import { boardLevel, canMove, type Decision, needsHandoff } from '@tiffin/core/rules'
import {
  apiError,
  type Calls,
  entities,
  errors,
  isApiError,
  type MoveIntent,
  type MoveResult,
  type Order,
  type OrderStatus,
} from '@tiffin/sdk/contract'
import type { CompanyCall, Handler } from '#server/context'
import { makeChange } from '#engine/change'
import type { Change, ChangeInfo, WireRow } from '#engine/change-info'
import { changeInfo } from '#engine/change-of-call'
import { readEnabled } from '#tenant/company-state'
import { settleClaims } from './order-claims.ts'
import { queueTickets } from '#domains/printing/tickets'
import { readStatuses } from '#domains/statuses/read-statuses'
import { checkHandoffCode } from './handoff.ts'
import { statusPatch } from './status-patch.ts'
import { eachIntent, isUnfinished } from './each-intent.ts'
import { placeInColumn } from './position.ts'
import { type CrowdedColumn, renumberColumn } from './renumber-column.ts'
import { undoneMove } from './undone-move.ts'

/** Moves orders, each intent separately and at most once (BOARD-21 to 28, DESIGN §3 Orders). */
export const move: Handler<Calls['Order']['move']> = async ({ intents }, call) => {
  return eachIntent(call.session.actor, intents, (intent) => executeMove(call, intent))
}

async function executeMove(call: CompanyCall, intent: MoveIntent): Promise<{ result: MoveResult; feed: number }> {
  const info: ChangeInfo = {
    ...changeInfo(call),
    intent: intent.intent_id,
    idempotency: { key: intent.intent_id, hash: createHash('sha256').update(JSON.stringify(intent)).digest() },
  }
  try {
    const done = await makeChange(call.db, call.feed, info, (change) => moveOne(change, call, intent))
    const { crowded, ...result } = done.value
    if (crowded !== null && !done.repeated) await renumberColumn(call, call.company, crowded)
    return { result, feed: done.feed }
  } catch (error) {
    if (!isApiError(error) || isUnfinished(error)) throw error
    return { result: await refusal(call, intent, error), feed: 0 }
  }
}

type MoveOutcome = MoveResult & { crowded: CrowdedColumn | null }

async function moveOne(change: Change, call: CompanyCall, intent: MoveIntent): Promise<MoveOutcome> {
  const { actor } = call.session
  const order = (await change.lock(entities.order, [intent.order_id])).get(intent.order_id) as Order | undefined
  if (!order || order.delete === 1 || boardLevel(actor, order.merchant) === 0) throw apiError('not_found')
  const statuses = await readStatuses(change.tx, change.info.company)
  const company = await readEnabled(change)
  assertAllowed(
    canMove({
      actor,
      company,
      order,
      statuses,
      from: intent.from,
      to: intent.to,
      reason: intent.reason,
      handoff: intent.handoff,
      undo: intent.undo !== undefined,
      lang: call.lang,
    }),
  )
  const handoff = intent.undo === undefined && needsHandoff({ company, order, statuses }, intent.to) ? intent.handoff : undefined
  if (handoff && 'code' in handoff) {
    const code = await checkHandoffCode(change.tx, change.info.company, order.order_id, handoff.code)
    // A response instead of an error, which would roll back the count of wrong codes.
    if (code) {
      const { intent_id } = intent
      return { intent_id, status: 'FAIL', code, error: errors[code], order: presentOrder(order), crowded: null }
    }
  }
  const undone = intent.undo === undefined ? null : await undoneMove(change, intent.undo, order, intent)
  const place = await placeInColumn(change.tx, {
    company: change.info.company,
    status: intent.to,
    order: order.order_id,
    after: intent.after,
    sees: (merchant) => boardLevel(actor, merchant) > 0,
  })
  const to = statuses.find((status) => status.order_status_id === intent.to) as OrderStatus
  const from = statuses.find((status) => status.order_status_id === intent.from)
  const moved = intent.from !== intent.to
  const set: WireRow = { order: place.position }
  if (moved) {
    const stamps = { order, from, to, now: call.now().getTime(), reason: intent.reason, handoff }
    Object.assign(set, statusPatch(stamps), undone, { last_time: call.now().toISOString() })
  }
  const [row] = (await change.update(entities.order, [{ key: order.order_id, set }])) as unknown as Order[]
  if (!row) throw apiError('not_found')
  if (moved) {
    await settleClaims(
      [{ planned: { entity: entities.order, index: 0 }, before: { ...order }, after: { ...row } }],
      change,
      statuses,
      actor,
    )
    await queueTickets(change, { order, from, to, undo: undone !== null })
  }
  return {
    intent_id: intent.intent_id,
    status: 'OK',
    placed: place.placed,
    order: presentOrder(row),
    crowded:
      place.crowded && typeof intent.after === 'number'
        ? { status: intent.to, moved: order.order_id, after: intent.after }
        : null,
  }
}

function assertAllowed(decision: Decision): void {
  if (!decision.allowed) throw apiError(decision.code, decision.params ? { params: decision.params } : {})
}

const presentOrder = ({
  order_id,
  order_status,
  order,
  time_delivery,
  cancel_reason,
  revision,
}: Order & { revision: number }) => ({
  order_id,
  order_status,
  order,
  time_delivery,
  cancel_reason,
  revision,
})

/** A refused intent with the current order, for users who may see it. */
async function refusal(
  call: CompanyCall,
  intent: MoveIntent,
  error: { code: string; message: string; params?: (string | number)[] | undefined },
): Promise<MoveResult> {
  const current = await call.db.read({ company: call.company }, (tx) =>
    tx.sql<Order & { revision: number }>(
      `select order_id, order_status, "order", merchant, cancel_reason, revision,
         to_char(time_delivery at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time_delivery
       from "order" where company = $1 and order_id = $2 and delete = 0`,
      [call.company, intent.order_id],
    ),
  )
  const [row] = current
  const seen = row && boardLevel(call.session.actor, row.merchant) > 0
  return {
    intent_id: intent.intent_id,
    status: 'FAIL',
    code: error.code,
    error: error.message,
    ...(error.params ? { params: error.params } : {}),
    ...(seen ? { order: presentOrder(row) } : {}),
  }
}
