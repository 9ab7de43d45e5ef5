import type { StoreApi } from 'zustand/vanilla'
import type { App, LiveServerFrame } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import { connectLive, type LiveConnection, type OpenSocket } from '@tiffin/sdk/live'
import type { SessionStore } from '#session/session-store'
import type { Ports } from '../ports.ts'
import type { ServerClock } from '../server-clock.ts'
import type { BoardState } from './board-state.ts'

/** The live connection of an open board. */
export interface LiveFeed {
  /** Follows updates from this position for the chosen merchants. */
  follow(feed: number): void
  isConnected(): boolean
  /** Cards must not move during a drag: updates wait until the card is dropped (BOARD-47). */
  startDrag(orderId: number): void
  endDrag(): void
  close(): void
}

export function createLiveFeed(options: {
  client: Client
  session: SessionStore
  ports: Ports
  serverClock: ServerClock
  app: App
  liveUrl: string
  kiosk?: boolean
  webSocket?: OpenSocket
  store: StoreApi<BoardState>
  receive: (frame: LiveServerFrame) => void
  onOnline: () => void
}): LiveFeed {
  const { client, session, ports, serverClock, store } = options
  const { getState: get, setState: set } = store
  let live: LiveConnection | undefined
  let stopWatching: (() => void) | undefined
  let held: LiveServerFrame[] = []
  const merchants = () => {
    const { chosen } = get()
    return chosen === 'all' ? chosen : [...chosen]
  }

  function connect(since: number): void {
    const company = session.company()
    if (!company) return
    live = connectLive({
      url: options.liveUrl,
      getToken: () => client.session.token(),
      app: options.app,
      company,
      merchants: merchants(),
      since,
      lang: session.store.getState().lang,
      kiosk: options.kiosk ?? false,
      onFrame: (frame) => (get().dragging === null ? receive(frame) : held.push(frame)),
      onState(state) {
        if (state.phase !== 'online') return set({ live: state })
        set({ live: state, heardAt: serverClock.now() })
        options.onOnline()
      },
      clock: ports.clock,
      ...(options.webSocket ? { webSocket: options.webSocket } : {}),
    })
    set({ live: live.state })
  }

  function receive(frame: LiveServerFrame): void {
    if (frame.type === 'signed_out') live = undefined
    options.receive(frame)
  }

  return {
    follow(feed) {
      if (live) {
        live.watch(merchants(), feed)
        // The server responds, so reconnect now instead of waiting for the next attempt, and the header never shows two
        // states.
        live.retry()
      } else connect(feed)
      stopWatching ??= ports.connectivity?.watch((online) => (online ? live?.retry() : live?.lose()))
    },
    isConnected: () => live !== undefined,
    startDrag: (orderId) => set({ dragging: orderId }),
    endDrag() {
      set({ dragging: null })
      const news = held
      held = []
      for (const frame of news) receive(frame)
    },
    close() {
      stopWatching?.()
      stopWatching = undefined
      live?.close()
      live = undefined
      held = []
    },
  }
}
