import type { StoreApi } from 'zustand/vanilla'
import { type Bounds, boardPeriod, type ChosenPeriod, companyToday, daysOfPeriod, periodBounds } from '#rules/index'
import type { SessionStore } from '#session/session-store'
import type { ServerClock } from '../server-clock.ts'
import type { BoardState } from './board-state.ts'

export interface BoardPeriod {
  /** The moments of a period, by default the chosen one. */
  bounds(period?: ChosenPeriod): Bounds
  /** Whether fewer days could be chosen; what the board shows by itself is not too long, but its server too busy. */
  isLong(period: ChosenPeriod | undefined): boolean
}

/** Which days a board shows, by the clock of the company. */
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
