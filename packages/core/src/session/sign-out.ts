import type { Client } from '@tiffin/sdk/client'
import type { Ports } from '../ports.ts'
import { postToTabs } from './tab-messages.ts'

export interface SignOut {
  signOut(everywhere?: boolean): Promise<void>
  /** Somebody has signed out here and the server has not heard it: nobody may go on with the cookie that the browser still has. */
  isUnheard(): boolean
  /** Tells the server of a sign-out that it has not heard; rejects with an ApiError where it cannot be told now either. */
  resend(): Promise<void>
  /** The same, where a failure may pass. */
  resendQuietly(): Promise<void>
}

/** Kept from a sign-out until the server has heard it: whether it was meant for all devices, and the token of its session. */
const LEAVING = 'leaving'
const EVERYWHERE = 'everywhere'

export function createSignOut(options: {
  client: Client
  ports: Ports
  keep: 'cookie' | 'bearer'
  /** So long a resent sign-out waits for its answer, in ms. */
  patience: number
}): SignOut {
  const { client, ports, keep, patience } = options
  const { storage } = ports
  let sending: Promise<void> | undefined
  const isUnheard = (): boolean => keep === 'cookie' && storage.get(LEAVING) !== undefined

  /** A later sign-out, in another tab, is still to be heard. */
  function heard(mark: string): void {
    if (storage.get(LEAVING) === mark) storage.set(LEAVING, undefined)
  }

  function resend(): Promise<void> {
    if (!isUnheard()) return Promise.resolve()
    const mark = storage.get(LEAVING) ?? ''
    const [reach, token] = mark.split(' ')
    sending ??= client.Auth.SignOut({ everywhere: reach === EVERYWHERE }, { timeoutMs: patience, retryWrites: true, token })
      .then(() => heard(mark))
      .finally(() => (sending = undefined))
    return sending
  }

  const resendQuietly = (): Promise<void> =>
    resend().catch((error: unknown) => ports.log('signing out was not heard again', error))
  ports.connectivity?.watch((online) => void (online && resendQuietly()))

  return {
    async signOut(everywhere = false) {
      const token = client.session.token()
      const mark = [everywhere ? EVERYWHERE : 'here', token].join(' ').trim()
      // First the mark: a tab that is closed before the answer has left all the same.
      if (keep === 'cookie') storage.set(LEAVING, mark)
      try {
        await client.Auth.SignOut({ everywhere })
        heard(mark)
      } catch (error) {
        // The person leaves this device all the same, unless somebody has signed in meanwhile.
        ports.log('signing out was not heard', error)
        if (client.session.token() === token) client.session.end(null)
        postToTabs(ports, { type: 'left', token })
      }
    },
    isUnheard,
    resend,
    resendQuietly,
  }
}
