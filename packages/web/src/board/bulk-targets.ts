import type { Decision, NextMove } from '@tiffin/core/rules'
import type { OrderStatus } from '@tiffin/sdk/contract'

export interface BulkTarget {
  status: OrderStatus
  /** How many of the orders may go there. */
  open: number
  /** Yes, or why the first one that may not go cannot. */
  decision: Decision
  needsReason: boolean
}

/** Where several orders can go: every status that is another one for any of them, and for how many it is open (KDS-16). */
export function bulkTargets(moves: readonly (readonly NextMove<OrderStatus>[])[]): BulkTarget[] {
  const targets = new Map<number, BulkTarget>()
  for (const { status, decision, needsReason } of moves.flat()) {
    const known = targets.get(status.order_status_id)
    const open = (known?.open ?? 0) + (decision.allowed ? 1 : 0)
    const reason = known && !known.decision.allowed ? known.decision : decision
    targets.set(status.order_status_id, { status, open, decision: reason, needsReason })
  }
  const number = ({ status }: BulkTarget): number => (status.status > 0 ? status.status : Number.POSITIVE_INFINITY)
  return [...targets.values()].toSorted((a, b) => number(a) - number(b))
}
