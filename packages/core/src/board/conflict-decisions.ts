import type { StoreApi } from 'zustand/vanilla'
import { conflictKey } from '#outbox/conflicts'
import type { Tray } from '#outbox/tray'
import type { BoardState } from './board-state.ts'
import type { CourierChoice } from './courier-choice.ts'
import type { MoveTarget } from './move-intent.ts'
import type { LineTicks } from './line-ticks.ts'

/** The decisions a user can make about a conflict; `key` as in TrayEntry (MOON-04). */
export interface ConflictDecisions {
  /** Repeats the change on the order's current state. */
  keepConflict(key: string): void
  /** Discards the change. */
  dropConflict(key: string): void
}

export function createConflictDecisions(options: {
  store: StoreApi<BoardState>
  tray: Tray
  move: (orderId: number, to: number, where: MoveTarget) => void
  tick: LineTicks['tick']
  assignCourier: CourierChoice['assignCourier']
}): ConflictDecisions {
  const { store, tray, move, tick, assignCourier } = options
  return {
    keepConflict(key) {
      const conflict = store.getState().tray.find((item) => conflictKey(item) === key)
      if (!conflict) return
      tray.drop(key)
      const { kind, order_id } = conflict
      if (kind === 'courier') void assignCourier([order_id], conflict.courier || null)
      else if (kind === 'tick') void tick(order_id, conflict.line, conflict.done)
      else {
        const { to, reason, handoff } = conflict
        move(order_id, to, { ...(reason === undefined ? {} : { reason }), ...(handoff ? { handoff } : {}) })
      }
    },
    dropConflict: tray.drop,
  }
}
