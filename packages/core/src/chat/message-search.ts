import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '@tiffin/sdk/client'
import { type ApiError, CHAT_HITS, type ChatHit } from '@tiffin/sdk/contract'
import { searchedText } from '#rules/chat-search'
import type { Ports } from '../ports.ts'

const DELAY_MS = 200

export interface MessageSearchState {
  search: string
  /** The latest first. */
  hits: readonly ChatHit[]
  /** `paused`: there may be more hits further back. */
  phase: 'idle' | 'searching' | 'paused' | 'end'
  error: ApiError | null
  /** The date of the earliest message that was searched. */
  backTo: string | null
}

/** A search in one conversation, from its newest message back. */
export interface MessageSearch {
  store: StoreApi<MessageSearchState>
  /** Searches for the typed text after a short delay; a blank text ends the search. */
  find(user_id: number, typed: string): void
  /** Searches further back, until the next page of hits is found. */
  more(): void
  stop(): void
}

const initial: MessageSearchState = { search: '', hits: [], phase: 'idle', error: null, backTo: null }

export function createMessageSearch({ client, ports }: { client: Client; ports: Pick<Ports, 'clock' | 'log'> }): MessageSearch {
  const store = createStore<MessageSearchState>(() => initial)
  let user_id = 0
  /** Where the next call begins. */
  let before: number | null = null
  let cancelDelay = (): void => {}
  let running = new AbortController()

  function stop(): void {
    cancelDelay()
    running.abort()
  }

  async function run(): Promise<void> {
    stop()
    const { signal } = (running = new AbortController())
    const { search, hits } = store.getState()
    const wanted = hits.length + CHAT_HITS
    store.setState({ phase: 'searching', error: null })
    try {
      while (store.getState().hits.length < wanted) {
        const { data } = await client.Chat.find({ user_id, search, ...(before === null ? {} : { before }) }, { signal })
        if (signal.aborted) return
        before = data.next
        store.setState((state) => ({ hits: [...state.hits, ...data.hits], backTo: data.back_to ?? state.backTo }))
        if (before === null) return store.setState({ phase: 'end' })
      }
      store.setState({ phase: 'paused' })
    } catch (error) {
      if (signal.aborted) return
      store.setState({ phase: 'paused', error: error as ApiError })
      ports.log("can't search a conversation", error)
    }
  }

  return {
    store,
    find(user, typed) {
      const search = searchedText(typed)
      if (user === user_id && search === store.getState().search) return
      stop()
      user_id = user
      before = null
      store.setState({ ...initial, search, phase: search === '' ? 'idle' : 'searching' })
      if (search !== '') cancelDelay = ports.clock.after(DELAY_MS, () => void run())
    },
    more: () => void run(),
    stop() {
      stop()
      store.setState(({ phase }) => ({ phase: phase === 'searching' ? 'paused' : phase }))
    },
  }
}
