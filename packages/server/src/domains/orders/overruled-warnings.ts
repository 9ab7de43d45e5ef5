import { mayOverrule, orderWarnings } from '@tiffin/core/rules'
import { apiError, type Order } from '@tiffin/sdk/contract'
import { refusedRow } from '#engine/save-plan'
import type { HookContext, SavedRow } from '#engine/save-hook'
import type { OrderLookups } from './order-lookups.ts'

/**
 * Refuses a new, priced order with warnings that its sender has not confirmed or may not overrule, and keeps the confirmed
 * ones on the order (AMB-213).
 * @throws `warned` with the codes of the warnings, `may_not_overrule`
 */
export function checkWarnings({ planned, set }: SavedRow, { merchants }: OrderLookups, context: HookContext): void {
  const { actor, company, now } = context
  if (!company) throw apiError('company_required')
  const order = set as unknown as Order
  const merchant = merchants.get(order.merchant)
  const about = {
    type: order.type,
    cost: (order.cart ?? []).length === 0 ? null : order.cost,
    coords: order.destination_coordinates,
    finish: Date.parse(order.time_finish),
    minutes: order.delivery_time ?? 0,
  }
  const found = merchant ? orderWarnings(about, merchant, { ...company, now: now.getTime() }) : []
  const warnings = [...new Set(found.map(({ warning }) => warning))]
  const sent: unknown = planned.sent['overruled']
  const confirmed = new Set<unknown>(Array.isArray(sent) ? sent : [])
  if (warnings.length > 0 && !mayOverrule(actor)) throw refusedRow(planned, 'may_not_overrule', 'overruled')
  if (warnings.some((one) => !confirmed.has(one))) throw refusedRow(planned, 'warned', 'overruled', [warnings.join(', ')])
  set['overruled'] = warnings
}
