import { createContext, useContext } from 'react'
import type { Card } from '@tiffin/core'
import { useSelected } from '@tiffin/core/react'
import type { OrderStatus } from '@tiffin/sdk/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** How a column reacts to the dragged card; `top` is the position in px where it would be dropped. */
export type DropState = { kind: 'open' } | { kind: 'over'; top: number } | { kind: 'closed'; reason: string }

export interface Dragged {
  card: Card
  status: OrderStatus
  /** A finger does not hover over anything. */
  byMouse: boolean
  /** By status id, while the card is not above the column. */
  columns: ReadonlyMap<number, DropState>
}

interface Drag {
  dragged: Dragged | null
  over: { status: number; state: DropState & { kind: 'over' } } | null
}

/** The dragged card and where it would be dropped; each step re-renders only the columns whose reaction changes. */
export interface DragState {
  store: StoreApi<Drag>
  dragged(): Dragged | null
  start(dragged: Dragged): void
  over(place: { status: number; top: number } | null): void
  /** The column that the card is above. */
  place(): number | undefined
  end(): void
  dropOf(status: number): DropState | undefined
}

export function createDragState(): DragState {
  const store = createStore<Drag>(() => ({ dragged: null, over: null }))
  const { getState: get, setState: set } = store
  return {
    store,
    dragged: () => get().dragged,
    start: (dragged) => set({ dragged }),
    over(place) {
      const { over } = get()
      if (over?.status === place?.status && over?.state.top === place?.top) return
      set({ over: place && { status: place.status, state: { kind: 'over', top: place.top } } })
    },
    place: () => get().over?.status,
    end: () => set({ dragged: null, over: null }),
    dropOf(status) {
      const { dragged, over } = get()
      const state = dragged?.columns.get(status)
      return state?.kind === 'open' && over?.status === status ? over.state : state
    },
  }
}

const DragContext = createContext<DragState | null>(null)
export const DragProvider = DragContext.Provider

/** A slice of the drag state; the component re-renders when it changes. */
export function useDrag<T>(select: (drag: DragState) => T): T {
  const drag = useContext(DragContext)
  if (!drag) throw new Error('useDrag needs a DragProvider above it')
  return useSelected(drag.store, () => select(drag))
}
