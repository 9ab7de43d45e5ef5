import type { StoreApi } from 'zustand/vanilla'
import { isApiError } from '@tiffin/sdk/contract'
import { type Backoff, backoffDelay, type Client } from '@tiffin/sdk/client'
import type { Ports } from '../ports.ts'
import type { LookUp } from './look-up.ts'
import type { SessionState } from './session-state.ts'
import type { SignOut } from './sign-out.ts'
import { hearTabs } from './tab-messages.ts'
import type { Texts } from './texts.ts'

/** Follows who signs in and out in other tabs of this browser. */
export interface Tabs {
  /** Asks until it is known who has signed in, or somebody has come or left in the meantime, which begins another epoch. */
  askWhoCame(epoch: number): void
  stopAsking(): void
}

/** How a tab that could not ask who signed in in another waits before it asks again. */
const ASK_AGAIN: Backoff = { first: 3000, longest: 60_000 }

export function createTabs(options: {
  client: Client
  ports: Ports
  store: StoreApi<SessionState>
  signOut: SignOut
  lookUp: LookUp
  texts: Texts
  /** Continues a start that did not reach the server. */
  start: () => Promise<void>
}): Tabs {
  const { client, ports, store, signOut, lookUp, texts, start } = options
  const { setState: set, getState: get } = store
  /** Missing where nobody waits to know who has come. */
  let cancelAsking: (() => void) | undefined

  function stopAsking(): void {
    cancelAsking?.()
    cancelAsking = undefined
  }

  function askWhoCame(epoch: number, failures = 0): void {
    const isOver = (): boolean => client.session.epoch() !== epoch
    if (isOver()) return
    cancelAsking = () => {}
    signOut
      .resend()
      .then(() => lookUp(false))
      .then(
        () => {
          if (!isOver()) stopAsking()
          // The server is there again, also for the rest of the start.
          if (get().phase === 'unreachable') void start()
        },
        (error: unknown) => {
          ports.log('who signed in in another tab could not be asked', error)
          if (isOver()) return
          if (get().phase === 'signed_out') set({ phase: 'unreachable', error: isApiError(error) ? error : null })
          // A mistake of this program would be made again.
          if (!isApiError(error)) return stopAsking()
          const wait = backoffDelay(ASK_AGAIN, failures + 1)
          cancelAsking = ports.clock.after(wait, () => askWhoCame(epoch, failures + 1))
        },
      )
  }

  hearTabs(ports, (message) => {
    if (message.type === 'signed_in') {
      // Another person may have come: what was asked for the one of before is no longer of use.
      stopAsking()
      askWhoCame(client.session.turn())
    } else if (client.session.token() === message.token) client.session.end(null)
    else if (cancelAsking && signOut.isUnheard()) {
      // The person who came has left before they were known here, and the cookie is theirs.
      stopAsking()
      client.session.turn()
      client.session.end(null)
      if (get().phase === 'unreachable' && texts.areLoaded()) set({ phase: 'signed_out', error: null })
    }
  })

  return { askWhoCame: (epoch) => askWhoCame(epoch), stopAsking }
}
