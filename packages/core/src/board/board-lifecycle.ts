import type { StoreApi } from 'zustand/vanilla'
import type { SessionStore } from '#session/session-store'
import { isTransient } from '../transient-error.ts'
import type { Ports } from '../ports.ts'
import type { BoardCopy } from './board-copy.ts'
import type { BoardOwner } from './board-owner.ts'
import { type BoardChoice, type BoardState, closedBoard } from './board-state.ts'
import { lastChosenMerchants, lastChosenStation } from './choices.ts'
import { readLastBoard } from './last-board.ts'
import type { LiveFeed } from './live-feed.ts'
import { asApiError } from './failure-sentence.ts'
import type { Loading } from './loading.ts'
import type { Reloading } from './reloading.ts'
import type { UnsentChanges } from './unsent-changes.ts'

export interface BoardLifecycle {
  /** Loads the board. Without merchants in the choice, uses those chosen last. */
  open(choice?: Partial<BoardChoice>): Promise<void>
  close(): void
  /** Without an open board, sends changes left from an earlier one and retries until the server confirms them (MOON-04). */
  sendStored(): void
}

export function createBoardLifecycle(options: {
  store: StoreApi<BoardState>
  session: SessionStore
  ports: Ports
  owner: BoardOwner
  unsent: UnsentChanges
  loading: Loading
  feed: LiveFeed
  reloading: Reloading
  copy: BoardCopy
}): BoardLifecycle {
  const { store, session, ports, owner, unsent, loading, feed, reloading, copy } = options
  const { getState: get, setState: set } = store

  function takeOver(): void {
    if (!owner.take()) return
    set(closedBoard)
    unsent.close()
  }

  return {
    async open(choice) {
      loading.renew()
      const isCurrent = loading.current()
      takeOver()
      const last = readLastBoard(ports.lastKnown, owner.key())
      const { undoable, pending, editing } = get()
      const kept = { chosen: lastChosenMerchants(ports, session), station: lastChosenStation(ports, session) }
      set({ ...closedBoard, phase: 'loading', ...kept, undoable, pending, editing, ...choice })
      // MOON-04: shows the last known board with its age until the server responds.
      if (last) set({ ...last, phase: 'ready', isStale: true, live: { phase: 'connecting', since: ports.clock.now() } })
      unsent.restore()
      try {
        await loading.load(true)
      } catch (error) {
        // BOARD-51: a failed load is only logged; the screen offers a retry.
        ports.log("can't load the board", error)
        if (!isCurrent()) return
        if (!last || !isTransient(error)) return set({ phase: 'failed', failure: asApiError(error) })
        set({ live: { phase: 'offline', since: ports.clock.now() } })
        reloading.start()
      }
    },
    close() {
      loading.renew()
      reloading.stop()
      copy.stop()
      feed.close()
      // A message that offers Undo stays when the board closes.
      set({ ...closedBoard, undoable: get().undoable })
      unsent.close()
    },
    sendStored() {
      if (get().phase !== 'closed') return
      takeOver()
      unsent.restore()
    },
  }
}
