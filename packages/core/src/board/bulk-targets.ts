import type { OrderStatus } from '@tiffin/sdk/contract'
import { allow, type Decision, type NextMove } from '#rules/index'

/** A status offered as the target for one or several orders. */
export interface MoveTarget {
  status: OrderStatus
  /** How many of the orders may move there. */
  open: number
  /** Yes if any order may move there, else why the first one can't. */
  decision: Decision
  needsReason: boolean
}

/**
 * Targets for several orders: every status that differs from the status of at least one of them, with the number of
 * orders that may move there (KDS-16). Available targets come first: columns after `from`, the number of the current
 * status, then earlier columns, then statuses without a column.
 */
export function bulkTargets(moves: readonly (readonly NextMove<OrderStatus>[])[], from: number): MoveTarget[] {
  const targets = new Map<number, MoveTarget>()
  for (const { status, decision, needsReason } of moves.flat()) {
    const known = targets.get(status.order_status_id)
    const open = (known?.open ?? 0) + (decision.allowed ? 1 : 0)
    targets.set(status.order_status_id, {
      status,
      open,
      decision: open > 0 ? allow : (known?.decision ?? decision),
      needsReason,
    })
  }
  const group = ({ status }: OrderStatus): number => (status > from ? 0 : status > 0 ? 1 : 2)
  return [...targets.values()].toSorted(
    (a, b) => Number(b.open > 0) - Number(a.open > 0) || group(a.status) - group(b.status) || a.status.status - b.status.status,
  )
}
