import type { StoreApi } from 'zustand/vanilla'
import { apiError, type Calls, isApiError, type Output, secondStepSchema } from '@tiffin/sdk/contract'
import { type Client, randomUuid } from '@tiffin/sdk/client'
import type { Ports, Storage } from '../ports.ts'
import type { SessionState } from './session-state.ts'
import type { SignOut } from './sign-out.ts'
import { postToTabs } from './tab-messages.ts'
import type { Tabs } from './tabs.ts'

interface Remember {
  remember?: boolean
}

/**
 * The ways to sign in. Each returns whether the user is now signed in; otherwise the state has the error, or `secondStep` if a
 * second factor is needed.
 */
export interface SignIn {
  signIn(login: string, password: string, options?: Remember): Promise<boolean>
  /** With the code that `Auth.Phone` has sent. */
  signInByPhone(phone: string, code: string, options?: Remember): Promise<boolean>
  /** Uses a link from a mail: with a password it sets it and signs in, without one the user accepts an invitation. */
  takeLink(token: string, password: string | undefined): Promise<boolean>
  /** Finishes the sign-in of `secondStep` with a code. */
  signInByCode(code: string): Promise<boolean>
  /** Asks for a passkey and signs in with it: with any of this site, or as the second step. */
  signInByPasskey(ask: AskPasskey, options?: Remember): Promise<boolean>
  /** Forgets the sign-in that waits for the second factor. */
  leaveSecondStep(): void
  /** Locks this session, in all tabs; rejects with `pin_missing` if the user has no PIN. */
  lock(): Promise<void>
  unlock(pin: string): Promise<boolean>
}

/** Asks the user for a passkey; rejects with an ApiError if they gave none. */
export type AskPasskey = (options: Record<string, unknown>) => Promise<Record<string, unknown>>

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
  const { setState: set, getState: get } = store

  type Kept = Required<Remember> & { keep: 'cookie' | 'bearer'; device: string }

  async function enter(
    { remember = false }: Remember,
    call: (kept: Kept) => Promise<Output<Calls['Auth']['checkAuth']>>,
  ): Promise<boolean> {
    set({ busy: true, error: null })
    try {
      // An unsent sign-out would end the session that starts here if it were sent later.
      await signOut.resend()
      const { auth } = await call({ remember, keep, device: deviceOf(ports.storage) })
      set({ secondStep: null })
      // During a simultaneous sign-in in another tab this response was taken for one of an earlier session. The cookie
      // that arrived last is valid.
      if (keep === 'cookie' && client.session.token() !== auth.user?.token) tabs.askWhoSignedIn(client.session.startEpoch())
      postToTabs(ports, { type: 'signed_in' })
      return true
    } catch (error) {
      if (!isApiError(error)) throw error
      const next = error.code === 'second_factor' ? secondStepSchema.safeParse(error.because) : undefined
      if (next?.success) set({ secondStep: { ...next.data, remember } })
      // The page that asks for the code would refuse every one.
      else set(error.code === 'sign_in_expired' ? { error, secondStep: null } : { error })
      return false
    } finally {
      set({ busy: false })
    }
  }

  return {
    signIn: (login, password, remember = {}) => enter(remember, (kept) => client.Auth.Login({ login, password, ...kept })),
    signInByPhone: (phone, code, remember = {}) => enter(remember, (kept) => client.Auth.Phone({ phone, code, ...kept })),
    takeLink: (token, password) =>
      enter({}, (kept) => client.Auth.UseLink({ token, ...(password === undefined ? {} : { password }), ...kept })),
    async signInByCode(code) {
      const step = get().secondStep
      return step !== null && enter(step, (kept) => client.Auth.SecondFactor({ challenge: step.challenge, code, ...kept }))
    },
    async signInByPasskey(ask, remember = {}) {
      const step = get().secondStep
      return enter(step ?? remember, async (kept) => {
        const { data } = await client.Auth.PasskeyOptions(step ? { challenge: step.challenge } : {})
        const passkey = await ask(data.options)
        return step
          ? client.Auth.SecondFactor({ challenge: step.challenge, passkey, ...kept })
          : client.Auth.Passkey({ passkey, ...kept })
      })
    },
    leaveSecondStep: () => set({ secondStep: null, error: null }),
    unlock: (pin) => enter({}, () => client.Auth.Pin({ action: 'unlock', pin })),
    async lock() {
      await client.Auth.Pin({ action: 'lock' })
      client.session.end(apiError('session_locked'))
      postToTabs(ports, { type: 'locked' })
    },
  }
}
