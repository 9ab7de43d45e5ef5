import type { Client } from '@tiffin/sdk/client'
import type { Ports } from '../ports.ts'
import { postToTabs } from './tab-messages.ts'

export interface SignOut {
  signOut(everywhere?: boolean): Promise<void>
  /** Whether a sign-out has not reached the server yet: the browser's cookie must then not be used. */
  isUnsent(): boolean
  /** Sends a sign-out that has not reached the server; rejects with an ApiError if it still can't be sent. */
  resend(): Promise<void>
  /** Like `resend`, but ignores transient errors. */
  tryResend(): Promise<void>
}

/** Stored from a sign-out until the server confirms it: whether it was for all devices, and its session's token. */
const SIGN_OUT_KEY = 'leaving'
const ALL_DEVICES = 'everywhere'

export function createSignOut(options: {
  client: Client
  ports: Ports
  keep: 'cookie' | 'bearer'
  /** How long a resent sign-out waits for its response, in ms. */
  patience: number
}): SignOut {
  const { client, ports, keep, patience } = options
  const { storage } = ports
  let sending: Promise<void> | undefined
  const isUnsent = (): boolean => keep === 'cookie' && storage.get(SIGN_OUT_KEY) !== undefined

  /** Keeps the mark of a later sign-out, made in another tab. */
  function removeMark(mark: string): void {
    if (storage.get(SIGN_OUT_KEY) === mark) storage.set(SIGN_OUT_KEY, undefined)
  }

  function resend(): Promise<void> {
    if (!isUnsent()) return Promise.resolve()
    const mark = storage.get(SIGN_OUT_KEY) ?? ''
    const [scope, token] = mark.split(' ')
    sending ??= client.Auth.SignOut({ everywhere: scope === ALL_DEVICES }, { timeoutMs: patience, retryWrites: true, token })
      .then(() => removeMark(mark))
      .finally(() => (sending = undefined))
    return sending
  }

  const tryResend = (): Promise<void> =>
    resend().catch((error: unknown) => ports.log('sign-out did not reach the server again', error))
  ports.connectivity?.watch((online) => void (online && tryResend()))

  return {
    async signOut(everywhere = false) {
      const token = client.session.token()
      const mark = [everywhere ? ALL_DEVICES : 'here', token].join(' ').trim()
      // Store the mark first: a tab closed before the response has still signed out.
      if (keep === 'cookie') storage.set(SIGN_OUT_KEY, mark)
      try {
        await client.Auth.SignOut({ everywhere })
        removeMark(mark)
      } catch (error) {
        // The user is signed out on this device anyway, unless someone has signed in since.
        ports.log('sign-out did not reach the server', error)
        if (client.session.token() === token) client.session.end(null)
        postToTabs(ports, { type: 'left', token })
      }
    },
    isUnsent,
    resend,
    tryResend,
  }
}
