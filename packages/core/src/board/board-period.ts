import type { StoreApi } from 'zustand/vanilla'
import { type Bounds, boardPeriod, type ChosenPeriod, companyToday, daysOfPeriod, periodBounds } from '#rules/index'
import type { SessionStore } from '#session/session-store'
import type { ServerClock } from '../server-clock.ts'
import type { BoardState } from './board-state.ts'

export interface BoardPeriod {
  /** Start and end of a period, by default the chosen one. */
  bounds(period?: ChosenPeriod): Bounds
  /**
   * Whether a shorter period could be chosen. The default period is never too long; if it times out, the server is
   * busy.
   */
  isLong(period: ChosenPeriod | undefined): boolean
}

/** Resolves the board's period by the company's clock. */
export function createBoardPeriod(options: {
  store: StoreApi<BoardState>
  session: SessionStore
  serverClock: ServerClock
}): BoardPeriod {
  const { store, session, serverClock } = options
  const timezone = (): string => session.store.getState().user?.company?.timezone ?? 'UTC'
  const today = (): string => companyToday(serverClock.now(), timezone())
  return {
    bounds(chosen = store.getState().period) {
      return periodBounds(chosen === undefined ? boardPeriod(today()) : daysOfPeriod(chosen, today()), timezone())
    },
    isLong(period) {
      if (period === undefined) return false
      const { from, to } = daysOfPeriod(period, today())
      return from < to
    },
  }
}
