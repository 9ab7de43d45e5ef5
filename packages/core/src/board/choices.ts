import type { StoreApi } from 'zustand/vanilla'
import type { ChosenPeriod } from '#rules/index'
import type { SessionStore } from '#session/session-store'
import type { Ports } from '../ports.ts'
import type { BoardChoice, BoardState } from './board-state.ts'

/** The merchants, period, search and station that a user chose. */
export interface Choices {
  choose(merchants: 'all' | readonly number[]): Promise<void>
  setPeriod(period: ChosenPeriod | undefined): Promise<void>
  setSearch(text: string): void
  /** Shows only the items of a station; empty means all (KDS-09). */
  setStation(station: string): void
  /**
   * Makes another component the owner of the choice, such as the address. The owner receives each change and calls
   * `show`. Returns a function that removes the owner.
   */
  setOwner(owner: (change: Partial<BoardChoice>) => void): () => void
  /** Applies the given part of the choice and loads its orders. */
  show(change: Partial<BoardChoice>): Promise<void>
}

const keyOf = (what: 'merchants' | 'station', session: SessionStore): string => `board.${what}.${session.company() ?? 0}`

/** As long as a station in a cart may be. */
const MAX_STATION = 100

/** The merchants last chosen in this company. */
export function lastChosenMerchants(ports: Ports, session: SessionStore): BoardState['chosen'] {
  const ids = (ports.storage.get(keyOf('merchants', session)) ?? '').split(',').map(Number).filter(Boolean)
  return ids.length > 0 ? ids : 'all'
}

/** The station last chosen here in this company. It belongs to the place of a screen, so it is not among the user's settings. */
export const lastChosenStation = (ports: Ports, session: SessionStore): string =>
  ports.storage.get(keyOf('station', session)) ?? ''

export function createChoices(options: {
  store: StoreApi<BoardState>
  ports: Ports
  session: SessionStore
  /** Loads the orders of the current choice. */
  load: () => Promise<void>
}): Choices {
  const { store, ports, session, load } = options
  let owner: ((change: Partial<BoardChoice>) => void) | undefined

  async function show(change: Partial<BoardChoice>): Promise<void> {
    const { chosen, station } = change
    if (chosen) ports.storage.set(keyOf('merchants', session), chosen === 'all' ? undefined : chosen.join(','))
    if (station !== undefined) ports.storage.set(keyOf('station', session), station || undefined)
    store.setState(change)
    if (chosen || 'period' in change) await load()
  }
  const change = async (requested: Partial<BoardChoice>): Promise<void> => (owner ? owner(requested) : show(requested))
  return {
    choose: (chosen) => change({ chosen }),
    setPeriod: (period) => change({ period }),
    setSearch: (search) => void change({ search }),
    setStation: (station) => void change({ station: station.trim().slice(0, MAX_STATION) }),
    setOwner(next) {
      owner = next
      return () => void (owner = undefined)
    },
    show,
  }
}
