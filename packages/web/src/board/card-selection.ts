import { createContext, useContext } from 'react'
import { useSelected } from '@tiffin/core/react'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** The cards selected to be moved or assigned together (KDS-16). */
export interface CardSelection {
  store: StoreApi<{ ids: ReadonlySet<number> }>
  ids(): ReadonlySet<number>
  toggle(orderId: number): void
  /** Selects several at once, such as a whole column. */
  add(orderIds: readonly number[]): void
  /** Deselects the processed ones. */
  drop(orderIds: readonly number[]): void
  clear(): void
}

export function createSelection(): CardSelection {
  const store = createStore<{ ids: ReadonlySet<number> }>(() => ({ ids: new Set() }))
  const ids = () => store.getState().ids
  const set = (next: ReadonlySet<number>): void => store.setState({ ids: next })
  return {
    store,
    ids,
    toggle(orderId) {
      const next = new Set(ids())
      if (!next.delete(orderId)) next.add(orderId)
      set(next)
    },
    add: (orderIds) => set(new Set([...ids(), ...orderIds])),
    drop: (orderIds) => orderIds.some((id) => ids().has(id)) && set(new Set([...ids()].filter((id) => !orderIds.includes(id)))),
    clear: () => ids().size > 0 && set(new Set()),
  }
}

const SelectionContext = createContext<CardSelection | null>(null)
export const SelectionProvider = SelectionContext.Provider

export function useSelection(): CardSelection {
  const selection = useContext(SelectionContext)
  if (!selection) throw new Error('useSelection needs a SelectionProvider above it')
  return selection
}

/** Whether this card is selected; a change re-renders no other card. */
export function useIsSelected(orderId: number): boolean {
  return useSelected(useSelection().store, ({ ids }) => ids.has(orderId))
}

export function useSelectedCards(): ReadonlySet<number> {
  return useSelected(useSelection().store, ({ ids }) => ids)
}
