import { cleanPhone, mayTakeOrders } from '@tiffin/core/rules'
import { apiError, type Calls } from '@tiffin/sdk/contract'
import { makeChange } from '#engine/change'
import { changeInfo } from '#engine/change-of-call'
import { assertEnabled } from '#tenant/company-state'
import { countryOf } from '#tenant/country-of'
import type { Handler } from '#server/context'

/** Tells open boards that a phone rings. Boards find the customer themselves, with the rights of their user. */
export const ring: Handler<Calls['Order']['ring']> = async ({ phone }, call) => {
  if (!mayTakeOrders(call.session.actor)) throw apiError('forbidden')
  const { value, feed } = await makeChange(call.db, call.feed, changeInfo(call), async (change) => {
    await assertEnabled(change)
    const caller = cleanPhone(phone, await countryOf(change.tx, change.info.company))
    change.announce('ring', caller)
    return caller
  })
  return { data: { status: 'OK', phone: value }, feed }
}
