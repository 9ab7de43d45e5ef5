import { isCancelled, stampsFor } from '@tiffin/core/rules'
import type { Order, OrderStatus } from '@tiffin/sdk/contract'
import type { WireRow } from '#engine/change-info'

interface StatusChange {
  order: Order
  from: OrderStatus | undefined
  to: OrderStatus
  /** Milliseconds. */
  now: number
  reason?: string | undefined
}

/** What the server writes on an order that changes its status, besides the status itself. */
export function statusPatch({ order, from, to, now, reason }: StatusChange): WireRow {
  return {
    order_status: to.order_status_id,
    // Whoever moves it has seen it.
    ...(order.escalated > 0 ? { escalated: 0 } : {}),
    ...(order.acknowledged === 0 ? { acknowledged: 1 } : {}),
    ...stampsFor({ from: from ?? { done: 0 }, to, order, now }),
    ...(isCancelled(to) ? { cancel_reason: reason ?? '' } : {}),
    // Cleared here, so that history holds it and an undo brings it back.
    ...(order.cancel_reason && !isCancelled(to) ? { cancel_reason: '' } : {}),
  }
}
