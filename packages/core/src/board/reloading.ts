import type { StoreApi } from 'zustand/vanilla'
import type { SessionStore } from '#session/session-store'
import type { Ports } from '../ports.ts'
import type { BoardState } from './board-state.ts'
import type { Loading } from './loading.ts'

/** Reloads of an open board at the company's interval. */
export interface Reloading {
  start(): void
  stop(): void
}

/** Intervals in seconds; the first reload comes sooner (BOARD-46, BOARD-48, AMB-100). */
const RELOAD_SECONDS = { default: 30, min: 5, first: 2 }

export function createReloading(options: {
  ports: Ports
  session: SessionStore
  store: StoreApi<BoardState>
  loading: Loading
  isConnected: () => boolean
  onReloaded: () => void
}): Reloading {
  const { ports, session, store, loading, isConnected, onReloaded } = options
  let cancel = (): void => {}

  /** If the board was opened offline, the user may have changed as well. */
  async function reload(): Promise<void> {
    if (!isConnected()) return loading.resync()
    if (store.getState().dragging !== null) return
    const isCurrent = loading.current()
    await loading.load(false)
    if (isCurrent()) onReloaded()
  }

  function reloadIn(seconds: number): void {
    cancel()
    cancel = ports.clock.after(seconds * 1000, () => {
      const chosen = session.store.getState().user?.company?.order_reload_timer ?? RELOAD_SECONDS.default
      reloadIn(isConnected() ? Math.max(RELOAD_SECONDS.min, chosen === 0 ? RELOAD_SECONDS.default : chosen) : RELOAD_SECONDS.min)
      reload().catch((error: unknown) => ports.log("can't reload the board", error))
    })
  }

  return { start: () => reloadIn(RELOAD_SECONDS.first), stop: () => cancel() }
}
