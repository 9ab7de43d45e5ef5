import type { StoreApi } from 'zustand/vanilla'
import type { ChosenPeriod } from '#rules/index'
import type { SessionStore } from '#session/session-store'
import type { Ports } from '../ports.ts'
import type { BoardState } from './board-state.ts'

/** What a person chooses to see. */
export interface Choices {
  choose(merchants: 'all' | readonly number[]): Promise<void>
  setPeriod(period: ChosenPeriod | undefined): Promise<void>
  setSearch(text: string): void
}

const CHOSEN = 'board.merchants'
const keyOf = (session: SessionStore): string => `${CHOSEN}.${session.company() ?? 0}`

/** The merchants that were chosen last in this company. */
export function chosenBefore(ports: Ports, session: SessionStore): BoardState['chosen'] {
  const ids = (ports.storage.get(keyOf(session)) ?? '').split(',').map(Number).filter(Boolean)
  return ids.length > 0 ? ids : 'all'
}

export function createChoices(options: {
  store: StoreApi<BoardState>
  ports: Ports
  session: SessionStore
  /** Reads what is chosen now. */
  load: () => Promise<void>
}): Choices {
  const { store, ports, session, load } = options
  const { setState: set } = store
  return {
    async choose(merchants) {
      ports.storage.set(keyOf(session), merchants === 'all' ? undefined : merchants.join(','))
      set({ chosen: merchants })
      await load()
    },
    async setPeriod(period) {
      set({ period })
      await load()
    },
    setSearch: (search) => set({ search }),
  }
}
