import type { StoreApi } from 'zustand/vanilla'
import { atStation, hasStation, isColumn, isSearching, matchesSearch } from '#rules/index'
import type { BoardOrder } from './board-order.ts'
import { orderHeldUntil } from './order-held.ts'
import type { ServerClock } from '../server-clock.ts'
import type { BoardState } from './board-state.ts'
import type { Receipts } from './receipts.ts'

/** Tracks which orders users have seen. */
export interface ShownOrders {
  /** Acknowledges the order: it stops flashing and ringing on every board, and the office is notified (KDS-05, MOON-02). */
  acknowledge(orderId: number): void
  /**
   * Sets the visible columns, by status, if some are hidden. Orders in hidden columns are not reported as shown
   * (MOON-02).
   */
  showing(columns: readonly number[]): void
}

export function createShownOrders(options: {
  store: StoreApi<BoardState>
  receipts: Receipts
  serverClock: ServerClock
  /** Server rows with pending local changes applied. */
  over: (rows: BoardState['rows']) => BoardState['rows']
}): ShownOrders {
  const { store, receipts, over, serverClock } = options
  const { getState: get, setState: set } = store
  let drawn: ReadonlySet<number> | undefined

  /** Visible unfinished orders count as shown. Finished ones need no report. */
  function reportSeen({ phase, rows, statuses, search, station }: BoardState): void {
    if (phase !== 'ready') return
    const columns = statuses.filter((status) => isColumn(status) && status.done !== 1).map((item) => item.order_status_id)
    const watched = new Set(columns.filter((id) => drawn?.has(id) ?? true))
    const isSeen = (row: BoardOrder) =>
      watched.has(row.order_status) &&
      hasStation(row, station) &&
      (!isSearching(search) || matchesSearch(atStation(row, station), search))
    receipts.see([...rows.values()].filter(isSeen).map((row) => row.order_id))
  }

  store.subscribe((state, before) => {
    const { rows, phase, search, station } = before
    if (state.rows !== rows || state.phase !== phase || state.search !== search || state.station !== station) reportSeen(state)
  })

  return {
    acknowledge(orderId) {
      const order = get().rows.get(orderId)
      if (!order || order.acknowledged === 1) return
      // It rings when the kitchen starts (KDS-11).
      if (orderHeldUntil(order, get().statuses, serverClock.now()) !== undefined) return
      receipts.acknowledge(orderId)
      set({ rows: over(get().rows) })
    },
    showing(columns) {
      drawn = new Set(columns)
      reportSeen(get())
    },
  }
}
