import type { StoreApi } from 'zustand/vanilla'
import { apiError, isApiError } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import type { I18n } from '#i18n/create-i18n'
import { isTransient } from '../transient-error.ts'
import type { Ports } from '../ports.ts'
import type { CurrentCompany } from './current-company.ts'
import type { CheckSession } from './check-session.ts'
import type { SessionCopy } from './session-copy.ts'
import { isAtStart, type SessionState } from './session-state.ts'
import type { SignOut } from './sign-out.ts'
import type { Texts } from './texts.ts'

/** How long a start waits for responses before it offers a retry (SHELL-06). */
export const START_MS = 10_000

/** Loads languages, texts, countries and settings, then checks for a session (SHELL-04 to 08). */
export function createStart(options: {
  client: Client
  i18n: I18n
  ports: Ports
  store: StoreApi<SessionState>
  company: CurrentCompany
  copy: SessionCopy
  texts: Texts
  checkSession: CheckSession
  signOut: SignOut
  startPush?: () => void
}): () => Promise<void> {
  const { client, i18n, ports, store, company, copy, texts, checkSession, signOut, startPush } = options
  const { setState: set, getState: get } = store

  /** Limits how long to wait; later responses are dropped. */
  function inTime(work: Promise<void>): Promise<void> {
    const tooLate = Promise.withResolvers<never>()
    const cancel = ports.clock.after(START_MS, () => tooLate.reject(apiError('timeout_client')))
    const first = Promise.race([work, tooLate.promise]).finally(cancel)
    for (const promise of [work, first]) promise.catch(() => {})
    return first
  }

  return async function start() {
    set({ phase: 'starting', error: null })
    // Not awaited: the question waits for the user, and the start continues without an answer (SHELL-10).
    if (ports.push?.asksAtStart) startPush?.()
    const last = copy.read()
    const sessionCheck = inTime(signOut.isUnsent() ? signOut.tryResend() : checkSession())
    const loaded = inTime(texts.load(get().lang))
    // Built-in texts, for messages before the server's texts have arrived.
    if (!texts.areLoaded() && (last || get().lang !== '')) await i18n.use(get().lang || 'en')
    // MOON-04: shows a stored session and board at once, while the server is asked.
    if (last && isAtStart(get()) && client.session.token() !== undefined) {
      // The server may have responded first, for another company.
      if (!get().user) company.set(last.user.company?.company_id)
      set({ user: get().user ?? last.user, languages: last.languages, phase: 'signed_in' })
    }
    try {
      await loaded
      await sessionCheck
    } catch (error) {
      ports.log('the start failed', error)
      if (get().phase === 'signed_in' && isTransient(error)) return
      set({ phase: 'unreachable', error: isApiError(error) ? error : null })
      return
    }
    set({ phase: get().user ? 'signed_in' : 'signed_out' })
  }
}
