import type { Handoff, MoveIntent } from '@tiffin/sdk/contract'
import { randomUuid } from '@tiffin/sdk/client'
import type { BoardState } from './board-state.ts'

type Shown = Pick<BoardState, 'rows' | 'pending'>

export interface MoveTarget {
  after?: number | null
  reason?: string
  handoff?: Handoff
}

/** The status in which an order is shown; undefined if it is not on the board. */
export const shownStatus = ({ rows, pending }: Shown, order_id: number): number | undefined =>
  rows.has(order_id)
    ? (pending.findLast((move) => move.order_id === order_id)?.to ?? rows.get(order_id)?.order_status)
    : undefined

/** An intent to move an order from where it is shown; undefined if it is not on the board. */
export function moveIntent(state: Shown, order_id: number, to: number, where: MoveTarget = {}): MoveIntent | undefined {
  const from = shownStatus(state, order_id)
  return from === undefined ? undefined : { intent_id: randomUuid(), order_id, from, to, ...where }
}
