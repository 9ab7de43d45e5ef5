import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Ports } from '../ports.ts'

/** How often an unreachable server is called. */
const ASK_MS = 5000

/** Whether the server responds, for pages without a live connection. */
export interface Reachability {
  store: StoreApi<{ isOffline: boolean }>
  /** Called after each call. */
  learn(isReached: boolean): void
  /** Also follows the device's network, and calls an unreachable server again, until the returned function is called. */
  watch(): () => void
}

export function createReachability({ clock, connectivity }: Ports, ask: () => Promise<void>): Reachability {
  const store = createStore(() => ({ isOffline: false }))
  const learn = (isReached: boolean): void => {
    if (store.getState().isOffline === isReached) store.setState({ isOffline: !isReached })
  }
  return {
    store,
    learn,
    watch() {
      let cancel = (): void => {}
      let isStopped = false
      /** The call itself reports whether the server responds. */
      const askNow = (): void =>
        void ask()
          .catch(() => {})
          .finally(wait)
      function wait(): void {
        cancel()
        if (!isStopped && store.getState().isOffline) cancel = clock.after(ASK_MS, askNow)
      }
      const unsubscribe = store.subscribe(wait)
      const unwatch = connectivity?.watch((online) => (online ? store.getState().isOffline && askNow() : learn(false)))
      wait()
      return () => {
        isStopped = true
        cancel()
        unsubscribe()
        unwatch?.()
      }
    },
  }
}
