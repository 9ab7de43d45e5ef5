import { createContext, useContext } from 'react'
import { type Handoffs, type MarkedOrder, type Marks, marksOf, type Outcome } from '@tiffin/core'
import { useSelected } from '@tiffin/core/react'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** The cards selected to be moved or assigned together (KDS-16). */
export interface CardSelection {
  store: StoreApi<{ marks: Marks }>
  marks(): Marks
  toggle(order: MarkedOrder): void
  /** Selects several at once, such as a whole column. */
  add(orders: readonly MarkedOrder[]): void
  /** Deselects the processed ones. */
  drop(orderIds: readonly number[]): void
  clear(): void
}

export function createSelection(): CardSelection {
  const store = createStore<{ marks: Marks }>(() => ({ marks: new Map() }))
  const marks = () => store.getState().marks
  const set = (next: Marks): void => store.setState({ marks: next })
  return {
    store,
    marks,
    toggle(order) {
      const next = new Map(marks())
      if (!next.delete(order.order_id)) next.set(order.order_id, order)
      set(next)
    },
    add: (orders) => set(marksOf([...marks().values(), ...orders])),
    drop: (orderIds) =>
      orderIds.some((id) => marks().has(id)) &&
      set(marksOf([...marks().values()].filter(({ order_id }) => !orderIds.includes(order_id)))),
    clear: () => marks().size > 0 && set(new Map()),
  }
}

/** The result of a command for the selected orders, which are no longer selected once it is carried out. */
export function endSelection(outcome: Outcome, selection: CardSelection): Outcome {
  if (typeof outcome !== 'object') selection.clear()
  else if (outcome.ask === 'handoff') {
    return {
      ...outcome,
      answer(handoffs: Handoffs) {
        selection.clear()
        return outcome.answer(handoffs)
      },
    }
  }
  return outcome
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
  return useSelected(useSelection().store, ({ marks }) => marks.has(orderId))
}

export function useSelectedCards(): Marks {
  return useSelected(useSelection().store, ({ marks }) => marks)
}
