import type { StoreApi } from 'zustand/vanilla'
import { isApiError } from '@tiffin/sdk/contract'
import { type Client, randomUuid } from '@tiffin/sdk/client'
import type { Ports, Storage } from '../ports.ts'
import type { SessionState } from './session-state.ts'
import type { SignOut } from './sign-out.ts'
import { postToTabs } from './tab-messages.ts'
import type { Tabs } from './tabs.ts'

export interface SignIn {
  signIn(login: string, password: string, options?: { remember?: boolean }): Promise<boolean>
}

const DEVICE = 'device'

/** This device's key, generated once. */
function deviceOf(storage: Storage): string {
  const known = storage.get(DEVICE)
  if (known !== undefined) return known
  const made = randomUuid()
  storage.set(DEVICE, made)
  return made
}

export function createSignIn(options: {
  client: Client
  ports: Ports
  keep: 'cookie' | 'bearer'
  store: StoreApi<SessionState>
  signOut: SignOut
  tabs: Tabs
}): SignIn {
  const { client, ports, keep, store, signOut, tabs } = options
  const { setState: set } = store
  return {
    async signIn(login, password, { remember = false } = {}) {
      set({ busy: true, error: null })
      try {
        // An unsent sign-out would end the session that starts here if it were sent later.
        await signOut.resend()
        const { auth } = await client.Auth.Login({ login, password, remember, keep, device: deviceOf(ports.storage) })
        // During a simultaneous sign-in in another tab this answer was taken for one of an earlier session. The cookie
        // that arrived last is valid.
        if (keep === 'cookie' && client.session.token() !== auth.user?.token) tabs.askWhoSignedIn(client.session.startEpoch())
        postToTabs(ports, { type: 'signed_in' })
        return true
      } catch (error) {
        if (!isApiError(error)) throw error
        set({ error })
        return false
      } finally {
        set({ busy: false })
      }
    },
  }
}
