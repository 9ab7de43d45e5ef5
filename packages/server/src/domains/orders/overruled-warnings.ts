import { mayOverrule, mayRaiseWarnings, orderWarnings, type OrderWarning, warnedOrder } from '@tiffin/core/rules'
import { apiError, type Order } from '@tiffin/sdk/contract'
import { refusedRow } from '#engine/save-plan'
import type { HookContext, SavedRow } from '#engine/save-hook'
import type { OrderLookups } from './order-lookups.ts'

/** New orders, and those with a change that may raise a warning. */
export const mayBeWarned = ({ before, set }: SavedRow): boolean => before === null || mayRaiseWarnings(set)

/**
 * Refuses a priced order with new warnings that its sender has not confirmed or may not overrule, and keeps the
 * confirmed ones on the order (AMB-213). Warnings that the order had before the change need no new confirmation.
 * @throws `warned` with the codes of the warnings, `may_not_overrule`
 */
export function checkWarnings(
  { planned, before, set }: SavedRow,
  isDeliveryOpen: boolean,
  { merchants }: OrderLookups,
  context: HookContext,
): void {
  const { actor, company, now } = context
  if (!company) throw apiError('company_required')
  const warningsOf = (order: Order, isOpen = false): OrderWarning[] => {
    const merchant = merchants.get(order.merchant)
    const found = merchant ? orderWarnings(warnedOrder(order, isOpen), merchant, { ...company, now: now.getTime() }) : []
    return [...new Set(found.map(({ warning }) => warning))]
  }
  /** For another merchant, all warnings must be confirmed again, but a late order stays late. */
  function warningsBefore(previous: Order): OrderWarning[] {
    if (set['merchant'] === undefined) return [...(previous.overruled ?? []), ...warningsOf(previous)]
    return set['time_finish'] === undefined && Date.parse(previous.time_finish) < now.getTime() ? ['too_early'] : []
  }
  const stored = before as Order | null
  const known = stored ? warningsBefore(stored) : []
  // Each change that leaves the delivery without a cost is asked about, so that none is free by accident.
  const isNew = (item: OrderWarning): boolean => item === 'no_delivery_cost' || !known.includes(item)
  const warnings = warningsOf({ ...stored, ...set } as Order, isDeliveryOpen).filter(isNew)
  const sent: unknown = planned.sent['overruled']
  const confirmed = new Set<unknown>(Array.isArray(sent) ? sent : [])
  if (warnings.length > 0 && !mayOverrule(actor)) throw refusedRow(planned, 'may_not_overrule', 'overruled')
  if (warnings.some((entry) => !confirmed.has(entry))) throw refusedRow(planned, 'warned', 'overruled', [warnings.join(', ')])
  if (!stored || warnings.length > 0) set['overruled'] = [...new Set([...(stored?.overruled ?? []), ...warnings])]
}
