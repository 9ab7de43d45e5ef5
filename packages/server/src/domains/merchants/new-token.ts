import { hasOption, merchantTabLevel } from '@tiffin/core/rules'
import { apiError, type Calls, entities } from '@tiffin/sdk/contract'
import { makeChange } from '#engine/change'
import { hashSecret } from '#sessions/credentials'
import { readCompany } from '#tenant/company-state'
import type { Handler } from '#server/context'
import { changeInfo } from '#engine/change-of-call'

/** Replaces the token of a merchant, for users who may change its plugins (MERCH-20, AMB-024, AMB-081). */
export const newToken: Handler<Calls['Merchant']['newToken']> = async ({ merchant_id }, call) => {
  const level = merchantTabLevel(call.session.actor, merchant_id, 'Plugins')
  const token = crypto.randomUUID()
  // Responses with secrets are never stored, so repeating the request creates another token.
  const info = { ...changeInfo(call), idempotency: undefined }
  const { feed } = await makeChange(call.db, call.feed, info, async (change) => {
    const merchant = (await change.lock(entities.merchant, [merchant_id])).get(merchant_id)
    if (!merchant || level === 0) throw apiError('not_found', { table: 'merchant' })
    if (level === 1) throw apiError('forbidden', { table: 'merchant' })
    const option = hasOption((await readCompany(change.tx, info.company)) ?? {}, 'allow_acc_sys_integration')
    if (!option.allowed) throw apiError(option.code, { params: option.params })
    await change.update(entities.merchant, [{ key: merchant_id, set: { token: hashSecret(token).toString('hex') } }])
    return null
  })
  return { data: { status: 'OK', token }, feed }
}
