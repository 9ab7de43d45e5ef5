import type { ApiError } from '../contract/errors.ts'
import type { SessionUser } from '../contract/session-user.ts'

/** `error` says why the server ended the session; it is null when the person signed out. */
export type SessionChange = { type: 'signed_in'; user: SessionUser } | { type: 'signed_out'; error: ApiError | null }

export interface SessionOptions {
  /** `bearer`: the token is the secret and travels as Authorization too. `cookie`: the browser keeps the secret. */
  kind?: 'bearer' | 'cookie'
  /** Token of an earlier sign-in, or where to look it up. */
  token?: string | undefined | (() => string | undefined)
}

/** Who is signed in, kept in memory; front-ends that outlive their process store the token themselves. */
export interface Session {
  readonly kind: 'bearer' | 'cookie'
  token(): string | undefined
  user(): SessionUser | undefined
  /** Changes with person, company and each `turn`, so that a late answer to what was asked before can be told from a present one. */
  epoch(): number
  /** Begins a new epoch: answers to what was asked before say nothing of the person and the company from here on. */
  turn(): number
  /** Stores the user of an answer `auth.status` OK (AUTH-01); whoever was signed in before has then signed out. */
  store(user: SessionUser): void
  /** Forgets user and token and tells it once (AUTH-03); does nothing when nobody is signed in. */
  end(error: ApiError | null): void
  /** The answer takes the listener away. */
  subscribe(listener: (change: SessionChange) => void): () => void
}

/** Makes a session. With a cookie or a token from before, somebody counts as signed in until the server says no. */
export function createSession({ kind = 'bearer', token: given }: SessionOptions = {}): Session {
  const listeners = new Set<(change: SessionChange) => void>()
  let signedIn = kind === 'cookie' || given !== undefined
  let earlier = typeof given === 'function' ? given : () => given
  let token: string | undefined
  let user: SessionUser | undefined
  let epoch = 0

  const tell = (change: SessionChange) => {
    for (const listener of listeners) listener(change)
  }

  function end(error: ApiError | null): void {
    if (!signedIn) return
    signedIn = false
    epoch += 1
    token = undefined
    user = undefined
    earlier = () => undefined
    tell({ type: 'signed_out', error })
  }

  return {
    kind,
    token: () => token ?? earlier(),
    user: () => user,
    epoch: () => epoch,
    turn: () => (epoch += 1),
    store(next) {
      if (user && user.admin_id !== next.admin_id) end(null)
      const known = token ?? earlier()
      const isElsewhere = user !== undefined && user.company?.company_id !== next.company?.company_id
      if (!signedIn || isElsewhere || (next.token !== '' && next.token !== known)) epoch += 1
      signedIn = true
      token = next.token || known
      user = next
      tell({ type: 'signed_in', user: next })
    },
    end,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
