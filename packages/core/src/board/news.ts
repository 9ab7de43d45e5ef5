import type { StoreApi } from 'zustand/vanilla'
import type { LiveServerFrame } from '@tiffin/sdk/contract'
import type { BoardOrder } from './board-order.ts'
import type { BoardState } from './board-state.ts'

type ChangeListener = (table: string, ids: readonly (number | string)[]) => void
export type Escalated = Extract<LiveServerFrame, { type: 'escalation' }>['orders']

/** What the news of the live connection changes on a board. */
export interface News {
  hear(frame: LiveServerFrame): void
  /** Hears which rows of other tables changed, such as print jobs; the answer takes the listener away. */
  onChanged(listener: ChangeListener): () => void
}

/** Rows that are newer already stay. */
function withNews(known: BoardState['rows'], { rows, gone }: Extract<LiveServerFrame, { type: 'orders' }>): BoardState['rows'] {
  const view = new Map(known)
  for (const id of gone) view.delete(id)
  for (const row of rows as unknown as BoardOrder[]) {
    const before = view.get(row.order_id)
    if (!before || before.revision <= row.revision) view.set(row.order_id, row)
  }
  return view
}

export function createNews(options: {
  store: StoreApi<BoardState>
  /** Rows of the server with what was done here and is not answered yet. */
  over: (rows: BoardState['rows']) => BoardState['rows']
  onEscalation: (orders: Escalated) => void
  /** Rights, statuses or the company have changed. */
  onResync: () => void
}): News {
  const { store, over, onEscalation, onResync } = options
  const { getState: get, setState: set } = store
  const listeners = new Set<ChangeListener>()
  return {
    hear(frame) {
      if (frame.type === 'orders') set({ rows: over(withNews(get().rows, frame)), heardAt: frame.server_time * 1000 })
      if (frame.type === 'pong' || frame.type === 'welcome') set({ heardAt: frame.server_time * 1000 })
      if (frame.type === 'changed') for (const listener of listeners) listener(frame.table, frame.ids)
      if (frame.type === 'escalation') onEscalation(frame.orders)
      // Whether the whole session is over or only this company closed is for checkAuth to say.
      if (frame.type === 'resync' || frame.type === 'signed_out') onResync()
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
