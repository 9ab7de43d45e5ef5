import type { CancelledOrder } from '#board/attention'
import { shownStatus } from '#board/move-intent'
import { recallableMoves, withoutUndone } from '#board/recallable-moves'
import { statusName } from '#rules/index'
import { useOrderName } from './use-order-name.ts'
import { useCore, useSelected } from './use-core.ts'

/** An undoable move, as text. */
export interface RecallableMove {
  intent_id: string
  order_id: number
  /** Server time in ms. */
  at: number
  order: string
  from: string
  to: string
}

/** The moves made on this board that can still be undone, and the cancelled orders, newest first (KDS-02, KDS-23). */
export function useRecallList(now: number): { moves: readonly RecallableMove[]; cancelled: readonly CancelledOrder[] } {
  const { attention, board, i18n } = useCore()
  const nameOf = useOrderName()
  const made = useSelected(board.store, (state) => state.undoable)
  const rows = useSelected(board.store, (state) => state.rows)
  const pending = useSelected(board.store, (state) => state.pending)
  const statuses = useSelected(board.store, (state) => state.statuses)
  const unseen = useSelected(attention.store, (state) => state.cancelled)
  const seen = useSelected(attention.store, (state) => state.seenCancelled)
  const nameOfStatus = (id: number): string => statusName(statuses, id, i18n.lang())
  return {
    moves: recallableMoves(
      withoutUndone(made, (id) => shownStatus({ rows, pending }, id)),
      now,
    ).map((move) => ({
      intent_id: move.intent_id,
      order_id: move.order_id,
      at: move.at,
      order: nameOf(move),
      from: nameOfStatus(move.from),
      to: nameOfStatus(move.to),
    })),
    cancelled: [...unseen, ...seen].toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0)),
  }
}
