import { boardLevel, canMoveAny, isAvailabilityTime } from '@tiffin/core/rules'
import { apiError, type Calls, entities, type Merchant } from '@tiffin/sdk/contract'
import { makeChange } from '#engine/change'
import { changeInfo } from '#engine/change-of-call'
import { hasReadScope } from '#engine/read-scope'
import { readEnabled } from '#tenant/company-state'
import type { Handler } from '#server/context'

/** Pauses a merchant, makes it busy, or ends either state; for users who may move its orders (KDS-07). */
export const setAvailability: Handler<Calls['Merchant']['pace']> = async (input, call) => {
  const { actor } = call.session
  const until = 'paused_until' in input ? input.paused_until : input.busy_until
  const { value, feed } = await makeChange(call.db, call.feed, changeInfo(call), async (change) => {
    const merchant = (await change.lock(entities.merchant, [input.merchant])).get(input.merchant)
    if (!merchant || boardLevel(actor, input.merchant) === 0) throw apiError('not_found', { table: 'merchant' })
    const decision = canMoveAny({ actor, company: await readEnabled(change), order: input })
    if (!decision.allowed) throw apiError(decision.code, { params: decision.params })
    if (until !== null && !isAvailabilityTime(Date.parse(until), call.now().getTime())) throw apiError('pace_time')
    const set = 'paused_until' in input ? { paused_until: until } : busy(until, input.busy_minutes)
    const [row] = await change.update(entities.merchant, [{ key: input.merchant, set }])
    const { paused_until, busy_until, busy_minutes } = row as unknown as Merchant
    if (hasReadScope(actor)) return { paused_until, busy_until, busy_minutes }
    return 'paused_until' in input ? { paused_until } : { busy_until, busy_minutes }
  })
  return { data: { status: 'OK', ...value }, feed }
}

function busy(busy_until: string | null, minutes: number | undefined) {
  if (busy_until !== null && minutes === undefined)
    throw apiError('required', { field: 'busy_minutes', params: ['busy_minutes'] })
  return { busy_until, busy_minutes: busy_until === null ? null : (minutes ?? null) }
}
