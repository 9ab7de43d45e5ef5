import { createHash } from 'node:crypto'
import { boardLevel, canAssign } from '@tiffin/core/rules'
import {
  apiError,
  type AssignIntent,
  type AssignResult,
  type Calls,
  type Courier,
  entities,
  isApiError,
  type Order,
} from '@tiffin/sdk/contract'
import type { CompanyCall, Handler } from '#server/context'
import { makeChange } from '#engine/change'
import type { Change } from '#engine/change-info'
import { readEnabled } from '#tenant/company-state'
import { planSave } from '#engine/save-plan'
import { saveRows } from '#engine/save-rows'
import { changeInfo, saveContext } from '#engine/change-of-call'
import { eachIntent, isUnfinished } from './each-intent.ts'

/** Assigns couriers to orders, each intent separately and at most once (KDS-16, KDS-20). */
export const assign: Handler<Calls['Order']['assign']> = async ({ intents }, call) => {
  return eachIntent(call.session.actor, intents, (intent) => assignCourier(call, intent))
}

async function assignCourier(call: CompanyCall, intent: AssignIntent): Promise<{ result: AssignResult; feed: number }> {
  const hash = createHash('sha256').update(JSON.stringify(intent)).digest()
  const info = { ...changeInfo(call), idempotency: { key: intent.intent_id, hash } }
  try {
    const { value, feed } = await makeChange(call.db, call.feed, info, (change) => assignOne(change, call, intent))
    return { result: { intent_id: intent.intent_id, status: 'OK', order: value }, feed }
  } catch (error) {
    if (!isApiError(error) || isUnfinished(error)) throw error
    const { code, message, params, current } = error
    const order = current as AssignResult['order']
    const result = { intent_id: intent.intent_id, status: 'FAIL' as const, code, error: message }
    return { result: { ...result, ...(params ? { params } : {}), ...(order ? { order } : {}) }, feed: 0 }
  }
}

type CurrentOrder = NonNullable<AssignResult['order']>

async function assignOne(change: Change, call: CompanyCall, intent: AssignIntent): Promise<CurrentOrder> {
  const { actor } = call.session
  const order = (await change.lock(entities.order, [intent.order_id])).get(intent.order_id) as
    (Order & { revision: number }) | undefined
  if (!order || order.delete === 1 || boardLevel(actor, order.merchant) === 0) throw apiError('not_found')
  const current = present(order)
  const company = await readEnabled(change)
  const courier = intent.courier === 0 ? null : await readCourier(change, intent.courier)
  const decision = canAssign({ actor, company, order, courier })
  if (!decision.allowed) throw apiError(decision.code, { current, params: decision.params })
  // If two users assign the same order, the second one learns which courier the first chose.
  if (order.courier !== intent.from && order.courier !== intent.courier) throw apiError('conflict', { current })
  const planned = await planSave(actor, [{ table: 'order', id: order.order_id, row: { courier: intent.courier } }])
  const saved = await saveRows(change, planned, saveContext(call))
  return present(saved['order']?.data as unknown as CurrentOrder)
}

const present = ({ order_id, courier, revision }: CurrentOrder): CurrentOrder => ({ order_id, courier, revision })

async function readCourier(change: Change, id: number): Promise<Courier> {
  const [row] = await change.tx.sql<Courier>(
    'select courier_status::int as courier_status, working::int as working from courier where company = $1 and courier_id = $2',
    [change.info.company, id],
  )
  if (!row) throw apiError('bad_reference', { params: ['courier'] })
  return row
}
