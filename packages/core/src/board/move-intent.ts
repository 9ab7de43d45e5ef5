import type { Handoff, MoveIntent } from '@tiffin/sdk/contract'
import { randomUuid } from '@tiffin/sdk/client'
import type { BoardState } from './board-state.ts'

export interface MoveTarget {
  after?: number | null
  reason?: string
  handoff?: Handoff
}

/** An intent to move an order from where it is shown; undefined if it is not on the board. */
export function moveIntent(
  { rows, pending }: Pick<BoardState, 'rows' | 'pending'>,
  order_id: number,
  to: number,
  where: MoveTarget = {},
): MoveIntent | undefined {
  const order = rows.get(order_id)
  if (!order) return undefined
  const from = pending.findLast((intent) => intent.order_id === order_id)?.to ?? order.order_status
  return { intent_id: randomUuid(), order_id, from, to, ...where }
}
