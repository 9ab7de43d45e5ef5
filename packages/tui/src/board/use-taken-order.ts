import { useLayoutEffect, useRef } from 'react'
import { type CardCursor, takenFrom } from '@tiffin/core'
import { useCore, useOrderName } from '@tiffin/core/react'
import { statusName } from '@tiffin/core/rules'
import { plain } from '../look/text.ts'

/** Longer than it takes to see that the cursor is on another order. */
const HOLD_MS = 1000

/**
 * Says when somebody else moved the order under the cursor, and holds keys back for a moment: they were meant for that order.
 * `refuses` answers such a key; `release` is for a step of the person. While a page covers the board it waits.
 */
export function useTakenOrder(cursor: CardCursor, isCovered: boolean) {
  const { board, i18n, notices, ports } = useCore()
  const nameOf = useOrderName()
  const last = useRef(cursor)
  const heldUntil = useRef(0)
  useLayoutEffect(() => {
    if (isCovered) return
    const state = board.store.getState()
    const taken = takenFrom(last.current, cursor, state)
    last.current = cursor
    if (!taken) return
    heldUntil.current = ports.clock.now() + HOLD_MS
    const words = [plain(nameOf(taken)), plain(statusName(state.statuses, taken.order_status, i18n.lang()))]
    if (cursor.order === null) notices.show('warning', '%1 moved to %2.', { params: words })
    else notices.show('warning', '%1 moved to %2. Now on %3.', { params: [...words, plain(nameOf({ order_id: cursor.order }))] })
  })
  return {
    refuses(): boolean {
      const isHeld = ports.clock.now() < heldUntil.current
      if (isHeld) notices.show('warning', 'The order under the cursor changed. Press again.')
      return isHeld
    },
    release(): void {
      heldUntil.current = 0
    },
  }
}
