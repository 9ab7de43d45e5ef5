import type { StoreApi } from 'zustand/vanilla'
import type { Drafts } from '../drafts/drafts.ts'
import { isTouched, type NewOrder } from './new-order.ts'
import type { NewOrderState } from './new-order-state.ts'

/** Maximum number of parked orders, in addition to the open one. */
export const MAX_PARKED_ORDERS = 2
/** Number of orders that survive a restart: the open one, the parked ones, those that were refused, or brought back. */
export const MAX_KEPT_ORDERS = 30

/** The orders being taken: the open one and the parked ones, kept as drafts. */
export interface OrderDrafts {
  /** Keeps them until the returned function is called. */
  keep(company: number): () => void
  /** Adds an order, or replaces the one with its key. */
  put(order: NewOrder): void
  remove(key: string): void
}

/** Address that opens the wizard. */
export const NEW_ORDER_PATH = '/Company/Order?new=1'

export function createOrderDrafts(options: {
  store: StoreApi<NewOrderState>
  drafts: Drafts
  /** Completes a stored order. */
  read: (stored: Readonly<Record<string, unknown>>) => NewOrder
  /** Whether an order should be kept; false if it is already being sent. */
  isWanted: (key: string) => boolean
  title: (order: NewOrder) => string
  /** An order was added that will not survive a restart. */
  onTooMany: () => void
}): OrderDrafts {
  const { store, drafts, read, isWanted, title, onTooMany } = options
  const { getState: get, setState: set } = store
  const at = (place: number): NewOrder | null => get().orders[place] ?? null
  const setAt = (place: number, order: NewOrder | null): void => {
    const orders = Array.from({ length: Math.max(place + 1, get().orders.length) }, (_, index) => at(index))
    set({ orders: orders.with(place, order) })
  }

  function put(order: NewOrder): void {
    const { orders } = get()
    const same = orders.findIndex((item) => item?.key === order.key)
    const free = orders.findIndex((item) => item === null)
    const added = free >= 0 ? free : orders.length
    if (same < 0 && added >= MAX_KEPT_ORDERS) onTooMany()
    setAt(same >= 0 ? same : added, order)
  }

  function keepPlace(company: number, place: number): () => void {
    const keepable = {
      store: {
        subscribe: (listener: (now: unknown, before: unknown) => void) =>
          store.subscribe((now, before) => now.orders[place] !== before.orders[place] && listener(now, before)),
      },
      isDirty: () => isTouched(at(place)),
      kept: () => ({ base: null, edits: { ...at(place) } }),
      restore({ edits }: { edits: Readonly<Record<string, unknown>> }) {
        const order = read(edits)
        const typed = at(place)
        if (!isWanted(order.key)) return setAt(place, typed)
        setAt(place, order)
        // Something was typed before the draft arrived.
        if (typed && typed.key !== order.key) put(typed)
      },
    }
    return drafts.keep(keepable, `new-order/${company}/${place}`, () => {
      const order = at(place)
      return { title: order ? title(order) : '', path: NEW_ORDER_PATH }
    })
  }

  return {
    keep(company) {
      const stops = Array.from({ length: MAX_KEPT_ORDERS }, (_, place) => keepPlace(company, place))
      return () => {
        for (const stop of stops) stop()
      }
    },
    put,
    remove(key) {
      const place = get().orders.findIndex((entry) => entry?.key === key)
      if (place >= 0) setAt(place, null)
    },
  }
}
