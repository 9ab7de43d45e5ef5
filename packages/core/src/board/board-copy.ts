import type { StoreApi } from 'zustand/vanilla'
import type { Client } from '@tiffin/sdk/client'
import type { Ports } from '../ports.ts'
import type { BoardState } from './board-state.ts'
import { deleteLastBoards, storeLastBoard } from './last-board.ts'

/** A stored copy of the open board with its couriers, for working offline (MOON-04). */
export interface BoardCopy {
  start(): void
  stop(): void
}

/** The text is large, so it is not saved on every change. The copy may be older than its timestamp by this much. */
const SAVE_INTERVAL_MS = 10_000

export function createBoardCopy(options: {
  client: Client
  ports: Ports
  store: StoreApi<BoardState>
  owner: () => string
  /** Reads the couriers into the store. */
  readCouriers: () => Promise<unknown>
}): BoardCopy {
  const { client, ports, store, owner, readCouriers } = options
  const { lastKnown } = ports
  if (!lastKnown) return { start() {}, stop() {} }
  let cancel = (): void => {}
  let saved: Partial<BoardState> = {}
  client.session.subscribe(({ type }) => type === 'signed_out' && deleteLastBoards(lastKnown))

  const logFailure = (error: unknown): void => ports.log("can't save the board on disk", error)
  const keep = (): void => {
    cancel = ports.clock.after(SAVE_INTERVAL_MS, keep)
    const state = store.getState()
    const { phase, rows, couriers } = state
    if (phase !== 'ready' || (rows === saved.rows && couriers === saved.couriers)) return
    // Couriers rarely change, and choosing one reads them again.
    if (!saved.rows) readCouriers().catch(logFailure)
    saved = { rows, couriers }
    storeLastBoard(lastKnown, owner(), state).catch(logFailure)
  }

  return {
    start() {
      cancel()
      saved = {}
      keep()
    },
    stop: () => cancel(),
  }
}
