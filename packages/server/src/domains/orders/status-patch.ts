import { isCancelled, stampsFor } from '@tiffin/core/rules'
import type { Handoff, Order, OrderStatus } from '@tiffin/sdk/contract'
import type { WireRow } from '#engine/change-info'

interface StatusChange {
  order: Order
  from: OrderStatus | undefined
  to: OrderStatus
  /** Milliseconds. */
  now: number
  reason?: string | undefined
  handoff?: Handoff | undefined
}

/** The fields to write when an order's status changes. */
export function statusPatch({ order, from, to, now, reason, handoff }: StatusChange): WireRow {
  return {
    order_status: to.order_status_id,
    // The user who moves it has seen it.
    ...(order.escalated > 0 ? { escalated: 0 } : {}),
    ...(order.acknowledged === 0 ? { acknowledged: 1 } : {}),
    ...stampsFor({ from: from ?? { done: 0 }, to, order, now }),
    ...(isCancelled(to) ? { cancel_reason: reason ?? '' } : {}),
    ...(handoff && 'without' in handoff ? { handoff_reason: handoff.without } : {}),
    // Cleared here, so that history has it and undo restores it.
    ...(order.cancel_reason && !isCancelled(to) ? { cancel_reason: '' } : {}),
    ...(order.handoff_reason && to.done !== 1 ? { handoff_reason: '' } : {}),
  }
}
