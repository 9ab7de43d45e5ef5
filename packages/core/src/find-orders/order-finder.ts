import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ApiError } from '@tiffin/sdk/contract'
import type { Core } from '../create-core.ts'
import { findOrders, type FoundOrder } from './find-orders.ts'
import { asError } from '../new-order/order-entry-queries.ts'

interface FinderState {
  text: string
  found: readonly FoundOrder[]
  busy: boolean
  failure: ApiError | null
}

/** Answers "Where is my order?" while a name, phone or ticket is typed (KDS-26). */
export interface OrderFinder {
  store: StoreApi<FinderState>
  search(text: string): void
  stop(): void
}

/** Pause in typing before a search. */
const PAUSE_MS = 150

export function createOrderFinder({ client, session, ports }: Pick<Core, 'client' | 'session' | 'ports'>): OrderFinder {
  const store = createStore<FinderState>(() => ({ text: '', found: [], busy: false, failure: null }))
  let stop = (): void => {}
  return {
    store,
    search(text) {
      stop()
      store.setState({ text, busy: text.trim() !== '', failure: null })
      if (text.trim() === '') return store.setState({ found: [] })
      const leaving = new AbortController()
      const country = session.store.getState().user?.company?.country ?? {}
      const cancel = ports.clock.after(PAUSE_MS, () => {
        findOrders(client, text, country, leaving.signal).then(
          (found) => leaving.signal.aborted || store.setState({ found: found ?? [], busy: false }),
          (error: unknown) => {
            if (leaving.signal.aborted) return
            ports.log("can't search orders", error)
            store.setState({ found: [], busy: false, failure: asError(error) })
          },
        )
      })
      stop = () => {
        cancel()
        leaving.abort()
      }
    },
    stop: () => stop(),
  }
}
