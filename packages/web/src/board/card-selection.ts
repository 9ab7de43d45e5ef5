import { createContext, useContext, useSyncExternalStore } from 'react'

/** The cards that were chosen to be moved or assigned together (KDS-16). */
export interface CardSelection {
  ids(): ReadonlySet<number>
  subscribe(listener: () => void): () => void
  toggle(orderId: number): void
  /** Takes up several at once, as a whole column. */
  add(orderIds: readonly number[]): void
  /** Takes out those that were dealt with. */
  drop(orderIds: readonly number[]): void
  clear(): void
}

export function createSelection(): CardSelection {
  let ids: ReadonlySet<number> = new Set()
  const listeners = new Set<() => void>()
  function set(next: ReadonlySet<number>): void {
    ids = next
    for (const listener of listeners) listener()
  }
  return {
    ids: () => ids,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    toggle(orderId) {
      const next = new Set(ids)
      if (!next.delete(orderId)) next.add(orderId)
      set(next)
    },
    add: (orderIds) => set(new Set([...ids, ...orderIds])),
    drop: (orderIds) => orderIds.some((id) => ids.has(id)) && set(new Set([...ids].filter((id) => !orderIds.includes(id)))),
    clear: () => ids.size > 0 && set(new Set()),
  }
}

const SelectionContext = createContext<CardSelection | null>(null)
export const SelectionProvider = SelectionContext.Provider

export function useSelection(): CardSelection {
  const selection = useContext(SelectionContext)
  if (!selection) throw new Error('useSelection needs a SelectionProvider above it')
  return selection
}

/** Whether this one card is chosen; no other card is re-rendered when it changes. */
export function useIsChosen(orderId: number): boolean {
  const selection = useSelection()
  return useSyncExternalStore(selection.subscribe, () => selection.ids().has(orderId))
}

export function useChosen(): ReadonlySet<number> {
  const selection = useSelection()
  return useSyncExternalStore(selection.subscribe, selection.ids)
}
