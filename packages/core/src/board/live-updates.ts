import type { StoreApi } from 'zustand/vanilla'
import type { LiveServerFrame } from '@tiffin/sdk/contract'
import type { BoardOrder } from './board-order.ts'
import type { BoardState } from './board-state.ts'

type RingListener = (phones: readonly string[]) => void
type ChangeListener = (table: string, ids: readonly (number | string)[]) => void
export type EscalatedOrders = Extract<LiveServerFrame, { type: 'escalation' }>['orders']

/** Applies updates of the live connection to the board. */
export interface LiveUpdates {
  receive(frame: LiveServerFrame): void
  /** Listens for changed rows of other tables, such as print jobs; returns a function that removes the listener. */
  onChanged(listener: ChangeListener): () => void
  /** Listens for phones that begin to ring; a hidden number is empty. Returns a function that removes the listener. */
  onRing(listener: RingListener): () => void
}

/** Newer rows are kept. */
function mergeUpdate(
  known: BoardState['rows'],
  { rows, gone }: Extract<LiveServerFrame, { type: 'orders' }>,
): BoardState['rows'] {
  const view = new Map(known)
  for (const id of gone) view.delete(id)
  for (const row of rows as unknown as BoardOrder[]) {
    const before = view.get(row.order_id)
    if (!before || before.revision <= row.revision) view.set(row.order_id, row)
  }
  return view
}

export function createLiveUpdates(options: {
  store: StoreApi<BoardState>
  /** Server rows with pending local changes applied. */
  over: (rows: BoardState['rows']) => BoardState['rows']
  onEscalation: (orders: EscalatedOrders) => void
  /** Called when permissions, statuses or the company have changed. */
  onResync: () => void
}): LiveUpdates {
  const { store, over, onEscalation, onResync } = options
  const { getState: get, setState: set } = store
  const listeners = new Set<ChangeListener>()
  const ringListeners = new Set<RingListener>()
  return {
    receive(frame) {
      if (frame.type === 'orders') set({ rows: over(mergeUpdate(get().rows, frame)), heardAt: frame.server_time * 1000 })
      if (frame.type === 'pong' || frame.type === 'welcome') set({ heardAt: frame.server_time * 1000 })
      if (frame.type === 'changed') for (const listener of listeners) listener(frame.table, frame.ids)
      if (frame.type === 'ring') for (const listener of ringListeners) listener(frame.phones)
      if (frame.type === 'escalation') onEscalation(frame.orders)
      // checkAuth decides whether the whole session or only this company is closed.
      if (frame.type === 'resync' || frame.type === 'signed_out') onResync()
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onRing(listener) {
      ringListeners.add(listener)
      return () => ringListeners.delete(listener)
    },
  }
}
