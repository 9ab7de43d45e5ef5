import { can } from '@tiffin/core/rules'
import { apiError, entities } from '@tiffin/sdk/contract'
import type { CompanyCall } from '#server/context'
import type { Tx } from '#db/database'
import { assertReadScope } from '#engine/read-scope'
import { assertEnabled } from '#tenant/company-state'
import { lockWebhook, type LockedWebhook } from './queue-deliveries.ts'

/**
 * Locks a webhook of the caller's company that the caller may change.
 * @throws `forbidden` and other errors of rights, `scope_required`, `not_found`, `company_disabled`
 */
export async function lockOwnWebhook(
  change: { tx: Tx; info: { company: number } },
  call: CompanyCall,
  webhook: number,
): Promise<LockedWebhook> {
  const decision = can(call.session.actor, 'update', entities.webhook)
  if (!decision.allowed) throw apiError(decision.code, { table: 'webhook', params: decision.params })
  // A webhook reads orders for its receiver.
  assertReadScope(call.session.actor, 'webhook')
  await assertEnabled(change)
  const locked = await lockWebhook(change.tx, change.info.company, webhook)
  if (!locked) throw apiError('not_found', { table: 'webhook' })
  return locked
}
