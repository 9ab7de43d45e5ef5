import type { StoreApi } from 'zustand/vanilla'
import type { I18n } from '#i18n/create-i18n'
import type { Notices } from '#notices/notices'
import type { BoardOrder } from './board-order.ts'
import type { BoardState } from './board-state.ts'
import type { EscalatedOrders } from './live-updates.ts'
import { orderName } from './order-name.ts'

/**
 * Shows owners a notice about orders that no one has accepted, until they are accepted. Boards ring louder because of
 * the rows themselves (KDS-08).
 */
export interface Escalations {
  receive(orders: EscalatedOrders): void
}

export function createEscalations(options: { store: StoreApi<BoardState>; notices: Notices; i18n: I18n }): Escalations {
  const { store, notices, i18n } = options
  const { getState: get } = store
  /** By order: the notice, and the order as it was at that time or when it arrived later. */
  const unaccepted = new Map<number, { notice: number; previous: BoardOrder | undefined }>()

  // A terminal can't close notices by hand, so notices about handled orders are closed here.
  store.subscribe(({ phase, rows }, before) => {
    if (phase !== 'ready' || (rows === before.rows && phase === before.phase)) return
    for (const [id, { notice, previous }] of unaccepted) {
      const row = rows.get(id)
      if (row?.acknowledged === 1 || (previous && row?.order_status !== previous.order_status)) {
        notices.close(notice)
        unaccepted.delete(id)
      } else unaccepted.set(id, { notice, previous: previous ?? row })
    }
  })

  return {
    receive(orders) {
      for (const { order_id, merchant, ticket, minutes, step, shown } of orders) {
        if (step !== 2) continue
        const text = shown
          ? 'Order %1 has been waiting for %2 min and no one has accepted it'
          : "Order %1 has been waiting for %2 min and hasn't appeared on any board"
        const params = [orderName(get(), { order_id, merchant, ticket }, i18n.lang()), minutes] as const
        notices.close(unaccepted.get(order_id)?.notice ?? 0)
        const notice = notices.show('warning', text, { params, ms: Number.POSITIVE_INFINITY })
        unaccepted.set(order_id, { notice, previous: get().rows.get(order_id) })
      }
    },
  }
}
