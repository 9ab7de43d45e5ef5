import { mayOverrule, orderWarnings, type OrderWarning } from '@tiffin/core/rules'
import { apiError, type Order } from '@tiffin/sdk/contract'
import { refusedRow } from '#engine/save-plan'
import type { HookContext, SavedRow } from '#engine/save-hook'
import type { OrderLookups } from './order-lookups.ts'

/** Changes that may raise warnings. */
const warnedFields = ['merchant', 'type', 'destination_coordinates', 'time_finish', 'cart']

/** New orders, and those with a change that may raise a warning. */
export const mayRaiseWarnings = ({ before, set }: SavedRow): boolean =>
  before === null || warnedFields.some((name) => set[name] !== undefined)

/**
 * Refuses a priced order with new warnings that its sender has not confirmed or may not overrule, and keeps the
 * confirmed ones on the order (AMB-213). Warnings that the order had before the change need no new confirmation.
 * @throws `warned` with the codes of the warnings, `may_not_overrule`
 */
export function checkWarnings({ planned, before, set }: SavedRow, { merchants }: OrderLookups, context: HookContext): void {
  const { actor, company, now } = context
  if (!company) throw apiError('company_required')
  const warningsOf = (order: Order): OrderWarning[] => {
    const merchant = merchants.get(order.merchant)
    const about = {
      type: order.type,
      cost: (order.cart ?? []).length === 0 ? null : order.cost,
      coords: order.destination_coordinates,
      finish: Date.parse(order.time_finish),
      minutes: order.delivery_time ?? 0,
    }
    const found = merchant ? orderWarnings(about, merchant, { ...company, now: now.getTime() }) : []
    return [...new Set(found.map(({ warning }) => warning))]
  }
  /** For another merchant, all warnings are checked again, but a late order stays late. */
  function warningsBefore(former: Order): OrderWarning[] {
    if (set['merchant'] === undefined) return warningsOf(former)
    return set['time_finish'] === undefined && Date.parse(former.time_finish) < now.getTime() ? ['too_early'] : []
  }
  const former = before as Order | null
  const known = former ? [...(former.overruled ?? []), ...warningsBefore(former)] : []
  const warnings = warningsOf({ ...former, ...set } as Order).filter((one) => !known.includes(one))
  const sent: unknown = planned.sent['overruled']
  const confirmed = new Set<unknown>(Array.isArray(sent) ? sent : [])
  if (warnings.length > 0 && !mayOverrule(actor)) throw refusedRow(planned, 'may_not_overrule', 'overruled')
  if (warnings.some((one) => !confirmed.has(one))) throw refusedRow(planned, 'warned', 'overruled', [warnings.join(', ')])
  if (!former || warnings.length > 0) set['overruled'] = [...(former?.overruled ?? []), ...warnings]
}
