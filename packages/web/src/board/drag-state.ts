import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Card } from '@tiffin/core'
import type { OrderStatus } from '@tiffin/sdk/contract'

/** How a column answers to the card that is being dragged; `top` is where in the column it would be dropped, in px. */
export type DropState = { kind: 'open' } | { kind: 'over'; top: number } | { kind: 'closed'; reason: string }

export interface Dragged {
  card: Card
  status: OrderStatus
  /** A finger points at nothing that it passes. */
  byMouse: boolean
  /** Of each column, by key of its status, as long as the card is not above it. */
  columns: ReadonlyMap<number, DropState>
}

interface Over {
  status: number
  state: DropState & { kind: 'over' }
}

/** What is dragged and where it would be dropped; a step of it re-renders only the columns that answer otherwise. */
export interface DragState {
  dragged(): Dragged | null
  subscribe(listener: () => void): () => void
  start(dragged: Dragged): void
  over(place: { status: number; top: number } | null): void
  /** The column that the card is above. */
  place(): number | undefined
  end(): void
  dropOf(status: number): DropState | undefined
}

export function createDragState(): DragState {
  let dragged: Dragged | null = null
  let over: Over | null = null
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  return {
    dragged: () => dragged,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start(next) {
      dragged = next
      tell()
    },
    over(place) {
      if (over?.status === place?.status && over?.state.top === place?.top) return
      over = place && { status: place.status, state: { kind: 'over', top: place.top } }
      tell()
    },
    place: () => over?.status,
    end() {
      dragged = null
      over = null
      tell()
    },
    dropOf(status) {
      const state = dragged?.columns.get(status)
      return state?.kind === 'open' && over?.status === status ? over.state : state
    },
  }
}

const DragContext = createContext<DragState | null>(null)
export const DragProvider = DragContext.Provider

/** A part of the drag under way; the component is re-rendered when that part changes. */
export function useDrag<T>(select: (drag: DragState) => T): T {
  const drag = useContext(DragContext)
  if (!drag) throw new Error('useDrag needs a DragProvider above it')
  return useSyncExternalStore(drag.subscribe, () => select(drag))
}
