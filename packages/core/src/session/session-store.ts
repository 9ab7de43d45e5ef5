import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '@tiffin/sdk/client'
import type { I18n } from '#i18n/create-i18n'
import type { Ports } from '../ports.ts'
import { createCurrentCompany } from './current-company.ts'
import { createCheckSession } from './check-session.ts'
import { createSessionCopy } from './session-copy.ts'
import { initialSession, isAtStart, type SessionState } from './session-state.ts'
import { createSignIn, type SignIn } from './sign-in.ts'
import { createSignOut, type SignOut } from './sign-out.ts'
import { createStart, START_MS } from './start.ts'
import { createTabs } from './tabs.ts'
import { chosenLang, createTexts } from './texts.ts'

/** The signed-in user, their language and the current company. */
export interface SessionStore extends SignIn, Pick<SignOut, 'signOut'> {
  store: StoreApi<SessionState>
  /** Loads languages, texts, countries and settings, then checks for a session (SHELL-04 to 08). */
  start(): Promise<void>
  setLang(code: string): Promise<void>
  /** Checks the session without counting as user activity; rejects with an ApiError. */
  refresh(): Promise<void>
  /** The current company of this tab, terminal or profile; 0 means none, undefined means not known yet. */
  company(): number | undefined
  useCompany(company: number): Promise<void>
  /** After this company is closed, continues with the user's own choice, or without a company. */
  leaveCompany(): Promise<void>
}

/** Assembles the session from its parts. */
export function createSessionStore(options: {
  client: Client
  i18n: I18n
  ports: Ports
  keep: 'cookie' | 'bearer'
  /** The server's address. */
  url: string
  /** Asks for push messages on a phone (SHELL-09). */
  startPush?: () => void
}): SessionStore {
  const { client, ports } = options
  const store = createStore<SessionState>(() => initialSession(options.url, chosenLang(ports)))
  const { setState: set, getState: get } = store
  const company = createCurrentCompany(ports)
  const parts = { ...options, store, company }
  const copy = createSessionCopy(parts)
  const texts = createTexts({ ...parts, onLoaded: copy.keep })
  const checkSession = createCheckSession(parts)
  const signOut = createSignOut({ ...options, patience: START_MS })
  const start = createStart({ ...parts, copy, texts, checkSession, signOut })
  const tabs = createTabs({ ...parts, signOut, checkSession, texts, start })
  const signIn = createSignIn({ ...parts, signOut, tabs })

  client.session.subscribe((change) => {
    tabs.stopAsking()
    if (change.type === 'signed_in') {
      company.set(change.user.company?.company_id ?? company.get() ?? 0)
      // During the start the screens appear by themselves once the texts are loaded too.
      if (isAtStart(get())) set({ user: change.user })
      else set({ user: change.user, phase: 'signed_in', error: null, secondStep: null })
      copy.keep()
      return
    }
    company.set(undefined)
    copy.forget()
    // AUTH-10: the sign-in page explains why it appears, except when no one was signed in at the start.
    const because = isAtStart(get()) && change.error?.code === 'session_required' ? null : change.error
    if (get().phase === 'unreachable') set({ user: null })
    else set({ user: null, phase: isAtStart(get()) ? 'starting' : 'signed_out', error: because })
  })

  return {
    store,
    start,
    ...signIn,
    signOut: signOut.signOut,
    setLang: texts.load,
    async refresh() {
      if (signOut.isUnsent()) return
      if (!texts.areLoaded()) await texts.load(get().lang)
      await client.Auth.checkAuth({ active: false }, company.option())
    },
    company: company.get,
    async useCompany(next) {
      client.session.startEpoch()
      await client.Auth.checkAuth({ active: true }, { company: next })
    },
    async leaveCompany() {
      client.session.startEpoch()
      company.set(undefined)
      await client.Auth.checkAuth({ active: true })
    },
  }
}
