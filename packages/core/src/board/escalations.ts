import type { StoreApi } from 'zustand/vanilla'
import type { I18n } from '#i18n/create-i18n'
import type { Sentence } from '#i18n/text-key'
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
  /** By order: its notice text, and the order as it was at that time or when it arrived later. */
  const unaccepted = new Map<number, { what: Sentence; minutes: number; previous: BoardOrder | undefined }>()
  /** One notice for all: a rush would cover the board with them. */
  let notice = 0

  function summary(): Sentence | undefined {
    const all = [...unaccepted.values()]
    if (all.length < 2) return all[0]?.what
    const minutes = Math.min(...all.map((one) => one.minutes))
    return { text: 'Orders that no one has accepted for %2 min or longer: %1', params: [all.length, minutes] }
  }

  // No one needs to close notices about handled orders by hand.
  store.subscribe(({ phase, rows }, before) => {
    if (phase !== 'ready' || (rows === before.rows && phase === before.phase)) return
    const count = unaccepted.size
    for (const [id, one] of unaccepted) {
      const row = rows.get(id)
      if (row?.acknowledged === 1 || (one.previous && row?.order_status !== one.previous.order_status)) unaccepted.delete(id)
      else unaccepted.set(id, { ...one, previous: one.previous ?? row })
    }
    if (unaccepted.size === count) return
    const what = summary()
    if (what) notices.update(notice, what)
    else notices.close(notice)
  })

  return {
    receive(orders) {
      const late = orders.filter(({ step }) => step === 2)
      for (const { order_id, merchant, ticket, minutes, shown } of late) {
        const text = shown
          ? 'Order %1 has been waiting for %2 min and no one has accepted it'
          : "Order %1 has been waiting for %2 min and hasn't appeared on any board"
        const params = [orderName(get(), { order_id, merchant, ticket }, i18n.lang()), minutes] as const
        unaccepted.set(order_id, { what: { text, params }, minutes, previous: get().rows.get(order_id) })
      }
      const what = summary()
      if (late.length === 0 || !what) return
      notices.close(notice)
      notice = notices.showSentence('warning', what, { ms: Number.POSITIVE_INFINITY })
    },
  }
}
