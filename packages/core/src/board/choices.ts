import type { StoreApi } from 'zustand/vanilla'
import type { ChosenPeriod } from '#rules/index'
import type { SessionStore } from '#session/session-store'
import type { Ports } from '../ports.ts'
import type { BoardChoice, BoardState } from './board-state.ts'

/** The merchants, period and search that a person chose. */
export interface Choices {
  choose(merchants: 'all' | readonly number[]): Promise<void>
  setPeriod(period: ChosenPeriod | undefined): Promise<void>
  setSearch(text: string): void
  /**
   * Makes another component the owner of the choice, such as the address. The owner receives each change and calls
   * `show`. Returns a function that removes the owner.
   */
  setOwner(owner: (change: Partial<BoardChoice>) => void): () => void
  /** Applies the given part of the choice and loads its orders. */
  show(change: Partial<BoardChoice>): Promise<void>
}

const MERCHANTS_KEY = 'board.merchants'
const keyOf = (session: SessionStore): string => `${MERCHANTS_KEY}.${session.company() ?? 0}`

/** The merchants last chosen in this company. */
export function lastChosenMerchants(ports: Ports, session: SessionStore): BoardState['chosen'] {
  const ids = (ports.storage.get(keyOf(session)) ?? '').split(',').map(Number).filter(Boolean)
  return ids.length > 0 ? ids : 'all'
}

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
    const { chosen } = change
    if (chosen) ports.storage.set(keyOf(session), chosen === 'all' ? undefined : chosen.join(','))
    store.setState(change)
    if (chosen || 'period' in change) await load()
  }
  const change = async (wanted: Partial<BoardChoice>): Promise<void> => (owner ? owner(wanted) : show(wanted))
  return {
    choose: (chosen) => change({ chosen }),
    setPeriod: (period) => change({ period }),
    setSearch: (search) => void change({ search }),
    setOwner(next) {
      owner = next
      return () => void (owner = undefined)
    },
    show,
  }
}
