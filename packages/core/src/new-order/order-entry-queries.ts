import type { StoreApi } from 'zustand/vanilla'
import type { Client, Clock } from '@tiffin/sdk/client'
import { type ApiError, apiError, type FoundPlace, isApiError } from '@tiffin/sdk/contract'
import { mapFacts } from '#map/map-facts'
import type { PhoneCountry, Promocode } from '#rules/index'
import { readSuggestions } from './cart-suggestions.ts'
import { customerQuery, findCustomers, type PastAddress, readHistory } from './customers.ts'
import type { NewOrder } from './new-order.ts'
import { type NewOrderState, emptySearch } from './new-order-state.ts'
import { readPromocode } from './read-promocode.ts'

/** Pause in typing before a search of our own data. Addresses may come from a paid geocoder, so they wait longer. */
const PAUSE_MS = 150
/** Addresses typed before, such as by deleting the last letters, are not asked for again. */
const MAX_KNOWN = 50

/** Data read from the server while an order is typed. A newer request replaces an older one. */
export interface OrderEntryQueries {
  customers(text: string): void
  history(user: number): void
  suggestions(merchant: number): void
  /** Looks up a typed address, near the merchant. */
  places(address: string, order: Pick<NewOrder, 'merchant' | 'customer'>): void
  promocode(code: string): void
  stop(): void
}

export const asError = (error: unknown): ApiError => (isApiError(error) ? error : apiError('server_error'))

const exactPlaces = (found: readonly FoundPlace[]): PastAddress[] =>
  found.filter(({ exact }) => exact).map(({ address, coords }) => ({ address, coords, info: {}, verified: true }))

export function createOrderEntryQueries(options: {
  client: Client
  clock: Clock
  store: StoreApi<NewOrderState>
  country: () => PhoneCountry
  lang: () => string
  log: (message: string, error: unknown) => void
}): OrderEntryQueries {
  const { client, clock, store, country, lang, log } = options
  const { getState: get, setState: set } = store
  const running = new Map<string, () => void>()
  const knownPlaces = new Map<string, readonly PastAddress[]>()

  /** Runs work after a pause; newer work of the same kind replaces it. */
  function later(kind: string, ms: number, work: (signal: AbortSignal) => Promise<void>): void {
    running.get(kind)?.()
    const abort = new AbortController()
    const cancel = clock.after(ms, () => {
      work(abort.signal).catch((error: unknown) => log(`can't read ${kind}`, error))
    })
    running.set(kind, () => {
      cancel()
      abort.abort()
    })
  }

  async function readCode(code: string): Promise<Promocode | null | undefined> {
    try {
      return await readPromocode(client, code)
    } catch (error) {
      // Not everyone may read promo codes; the server checks the code when the order is created.
      log("can't read the promo code", error)
      return undefined
    }
  }

  return {
    customers(text) {
      const query = customerQuery(text, country())
      set({ search: query ? { ...emptySearch, text, busy: true } : { ...emptySearch, text } })
      later('customers', query ? PAUSE_MS : 0, async (signal) => {
        if (!query) return
        const result = await findCustomers(client, query, text, signal).then(
          (found) => ({ found, failure: null }),
          (error: unknown) => ({ found: [], failure: asError(error) }),
        )
        if (!signal.aborted) set({ search: { text, busy: false, ...result } })
      })
    },
    history(user) {
      if (get().history?.user === user) return
      set({ history: null })
      later('history', 0, async (signal) => {
        const history = await readHistory(client, user)
        if (!signal.aborted) set({ history })
      })
    },
    suggestions(merchant) {
      if (get().suggested?.merchant === merchant) return
      set({ suggested: null })
      later('suggestions', 0, async (signal) => {
        const lines = await readSuggestions(client, merchant)
        if (!signal.aborted) set({ suggested: { merchant, lines } })
      })
    },
    places(typed, { merchant, customer }) {
      const address = typed.trim()
      const asked = { address, typing: true, langlist: [lang()], merchant, client: customer?.user_id ?? null }
      const key = JSON.stringify(asked)
      const known = address.length < mapFacts.searchLetters ? [] : knownPlaces.get(key)
      later('places', known ? 0 : mapFacts.searchPauseMs, async (signal) => {
        const places = known ?? exactPlaces((await client.Geo.getCity(asked, { signal })).data.places)
        if (signal.aborted) return
        if (knownPlaces.size >= MAX_KNOWN) knownPlaces.clear()
        if (places.length > 0) knownPlaces.set(key, places)
        set({ places })
      })
    },
    promocode(typed) {
      const code = typed.trim()
      if (get().promocode.code === code) return
      set({ promocode: { code, found: undefined } })
      later('promo codes', code === '' ? 0 : PAUSE_MS, async (signal) => {
        const found = code === '' ? null : await readCode(code)
        if (!signal.aborted) set({ promocode: { code, found } })
      })
    },
    stop() {
      for (const stop of running.values()) stop()
      running.clear()
    },
  }
}
