import type { ApiError } from '../contract/errors.ts'
import type { SessionUser } from '../contract/session-user.ts'

/** `error` is the reason why the server ended the session; null when the user signed out. */
export type SessionChange = { type: 'signed_in'; user: SessionUser } | { type: 'signed_out'; error: ApiError | null }

export interface SessionOptions {
  /** `bearer`: the token is the secret and is also sent as Authorization. `cookie`: the browser keeps the secret. */
  kind?: 'bearer' | 'cookie'
  /** Token of an earlier sign-in, or a function that returns it. */
  token?: string | undefined | (() => string | undefined)
}

/** The signed-in user, kept in memory. A front-end that must survive a restart stores the token itself. */
export interface Session {
  readonly kind: 'bearer' | 'cookie'
  token(): string | undefined
  user(): SessionUser | undefined
  /** Changes with the user, the company and each `startEpoch`, so that late responses to earlier requests can be recognised. */
  epoch(): number
  /** Starts a new epoch: responses to earlier requests no longer change the user or the company. */
  startEpoch(): number
  /** Stores the user of a response with `auth.status` OK (AUTH-01), replacing any earlier session. */
  store(user: SessionUser): void
  /** Forgets the user and token and notifies once (AUTH-03); does nothing when no one is signed in. */
  end(error: ApiError | null): void
  /** The returned function unsubscribes. */
  subscribe(listener: (change: SessionChange) => void): () => void
}

/** Creates a session. With a cookie or a stored token, the user counts as signed in until the server reports otherwise. */
export function createSession({ kind = 'bearer', token: given }: SessionOptions = {}): Session {
  const listeners = new Set<(change: SessionChange) => void>()
  let signedIn = kind === 'cookie' || given !== undefined
  let earlier = typeof given === 'function' ? given : () => given
  let token: string | undefined
  let user: SessionUser | undefined
  let epoch = 0

  const notify = (change: SessionChange) => {
    for (const listener of listeners) listener(change)
  }

  function end(error: ApiError | null): void {
    if (!signedIn) return
    signedIn = false
    epoch += 1
    token = undefined
    user = undefined
    earlier = () => undefined
    notify({ type: 'signed_out', error })
  }

  return {
    kind,
    token: () => token ?? earlier(),
    user: () => user,
    epoch: () => epoch,
    startEpoch: () => (epoch += 1),
    store(next) {
      if (user && user.admin_id !== next.admin_id) end(null)
      const known = token ?? earlier()
      const isElsewhere = user !== undefined && user.company?.company_id !== next.company?.company_id
      if (!signedIn || isElsewhere || (next.token !== '' && next.token !== known)) epoch += 1
      signedIn = true
      token = next.token || known
      user = next
      notify({ type: 'signed_in', user: next })
    },
    end,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
