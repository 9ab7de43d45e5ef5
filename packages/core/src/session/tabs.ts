import type { StoreApi } from 'zustand/vanilla'
import { apiError, isApiError } from '@tiffin/sdk/contract'
import { type Backoff, backoffDelay, type Client } from '@tiffin/sdk/client'
import type { Ports } from '../ports.ts'
import type { CheckSession } from './check-session.ts'
import type { SessionState } from './session-state.ts'
import type { SignOut } from './sign-out.ts'
import { onTabMessage } from './tab-messages.ts'
import type { Texts } from './texts.ts'

/** Follows sign-ins and sign-outs in other tabs of this browser. */
export interface Tabs {
  /** Asks until it is known who has signed in, or another sign-in or sign-out starts a new epoch. */
  askWhoSignedIn(epoch: number): void
  stopAsking(): void
}

/** Backoff for asking again who signed in in another tab. */
const ASK_BACKOFF: Backoff = { first: 3000, longest: 60_000 }

export function createTabs(options: {
  client: Client
  ports: Ports
  store: StoreApi<SessionState>
  signOut: SignOut
  checkSession: CheckSession
  texts: Texts
  /** Resumes a start that did not reach the server. */
  start: () => Promise<void>
}): Tabs {
  const { client, ports, store, signOut, checkSession, texts, start } = options
  const { setState: set, getState: get } = store
  /** Undefined while no retry is scheduled. */
  let cancelAsking: (() => void) | undefined

  function stopAsking(): void {
    cancelAsking?.()
    cancelAsking = undefined
  }

  function askWhoSignedIn(epoch: number, failures = 0): void {
    const isOver = (): boolean => client.session.epoch() !== epoch
    if (isOver()) return
    cancelAsking = () => {}
    signOut
      .resend()
      .then(() => checkSession(false))
      .then(
        () => {
          if (!isOver()) stopAsking()
          // The server is reachable again, so the rest of the start can run too.
          if (get().phase === 'unreachable') void start()
        },
        (error: unknown) => {
          ports.log("can't ask who signed in in another tab", error)
          if (isOver()) return
          if (get().phase === 'signed_out') set({ phase: 'unreachable', error: isApiError(error) ? error : null })
          // Don't retry after a bug in this program, because it would only happen again.
          if (!isApiError(error)) return stopAsking()
          const wait = backoffDelay(ASK_BACKOFF, failures + 1)
          cancelAsking = ports.clock.after(wait, () => askWhoSignedIn(epoch, failures + 1))
        },
      )
  }

  onTabMessage(ports, (message) => {
    if (message.type === 'signed_in') {
      // Another user may have signed in: requests for the previous one are obsolete.
      stopAsking()
      askWhoSignedIn(client.session.startEpoch())
    } else if (message.type === 'locked') client.session.end(apiError('session_locked'))
    else if (client.session.token() === message.token) client.session.end(null)
    else if (cancelAsking && signOut.isUnsent()) {
      // The new user, whose cookie it is, has signed out before this tab knew who they are.
      stopAsking()
      client.session.startEpoch()
      client.session.end(null)
      if (get().phase === 'unreachable' && texts.areLoaded()) set({ phase: 'signed_out', error: null })
    }
  })

  return { askWhoSignedIn: (epoch) => askWhoSignedIn(epoch), stopAsking }
}
