import { createStore, type StoreApi } from 'zustand/vanilla'
import { type ApiError, apiError, isApiError, type Output, type SessionUser, type Calls } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import type { Actor } from '#rules/index'
import type { I18n } from '#i18n/create-i18n'
import { isPassing } from '../passing-failure.ts'
import type { Ports } from '../ports.ts'
import { forgetLastSession, keepLastSession, readLastSession } from './last-session.ts'

type Start = Output<Calls['Auth']['getLang']>['auth']
export type Language = Start['lang'][number]

export interface SessionState {
  /** `starting` shows the splash; `unreachable` the error view with Retry (SHELL-04, SHELL-06). */
  phase: 'starting' | 'unreachable' | 'signed_out' | 'signed_in'
  user: SessionUser | null
  languages: readonly Language[]
  lang: string
  demo: Start['demo']
  /** Address of a script that the console loads, empty where there is none (SHELL-12). */
  supportWidget: string
  /** What follows the name of a store under the platform's own domain; empty where nothing is fixed (COMP-26). */
  domainSuffix: string
  translation: Start['translation']
  drawsPictures: boolean
  error: ApiError | null
  busy: boolean
}

export interface SessionStore {
  store: StoreApi<SessionState>
  /** Loads languages, texts, countries and settings, then looks whether somebody is signed in (SHELL-04 to 08). */
  start(): Promise<void>
  signIn(login: string, password: string, options?: { remember?: boolean }): Promise<boolean>
  signOut(everywhere?: boolean): Promise<void>
  setLang(code: string): Promise<void>
  /** Asks who is signed in without counting as a person's input; rejects with an ApiError. */
  refresh(): Promise<void>
  /** The company that this tab, terminal or profile acts for. */
  company(): number | undefined
  useCompany(company: number): Promise<void>
  /** Goes on with the person's own choice, or without a company, after this one has ended. */
  leaveCompany(): Promise<void>
}

const LANG = 'lang'
const DEVICE = 'device'
const COMPANY = 'company'
/** So long a start waits for a server while somebody is known who could go on without. */
const PATIENCE_MS = 3000

/** Who is signed in, in which language, for which company. */
export function createSessionStore(options: {
  client: Client
  i18n: I18n
  ports: Ports
  keep: 'cookie' | 'bearer'
}): SessionStore {
  const { client, i18n, ports } = options
  const store = createStore<SessionState>(() => ({
    phase: 'starting',
    user: null,
    languages: [],
    lang: ports.storage.get(LANG) ?? '',
    demo: [],
    supportWidget: '',
    domainSuffix: '',
    translation: { relay: false, url: '', model: '' },
    drawsPictures: false,
    error: null,
    busy: false,
  }))
  const { setState: set, getState: get } = store
  /** The tab's own; whoever has none starts with the person's default. */
  let company = Number(ports.tabStorage?.get(COMPANY)) || undefined
  const keepCompany = (next: number | undefined): void => {
    company = next
    ports.tabStorage?.set(COMPANY, next === undefined ? undefined : String(next))
  }

  /** Texts of the server's dictionary are there; a start without a network does without them. */
  let textsLoaded = false

  const isAtStart = (): boolean => ['starting', 'unreachable'].includes(get().phase)

  client.session.subscribe((change) => {
    if (change.type === 'signed_in') {
      keepCompany(change.user.company?.company_id ?? company)
      // The start goes on to the screens by itself, when the texts are there too.
      if (isAtStart()) set({ user: change.user })
      else set({ user: change.user, phase: 'signed_in', error: null })
      keepSession()
      return
    }
    keepCompany(undefined)
    if (ports.lastKnown) forgetLastSession(ports.lastKnown)
    // AUTH-10: the sign-in says why somebody sees it; that nobody was signed in at the start is no news.
    const because = isAtStart() && change.error?.code === 'session_required' ? null : change.error
    if (get().phase === 'unreachable') set({ user: null })
    else set({ user: null, phase: isAtStart() ? 'starting' : 'signed_out', error: because })
  })

  async function loadTexts(lang: string): Promise<Start> {
    const { auth } = await client.Auth.getLang(lang === '' ? {} : { lang }, lang === '' ? {} : { lang })
    const chosen = auth.lang.some((language) => language.code === lang) ? lang : (auth.lang[0]?.code ?? 'en')
    if (chosen !== lang && lang !== '') return loadTexts(chosen)
    await i18n.use(chosen, auth.dict)
    ports.storage.set(LANG, chosen)
    set({
      languages: auth.lang,
      lang: chosen,
      demo: auth.demo,
      supportWidget: auth.support_widget,
      domainSuffix: auth.merchant_settings['domain_suffix'] ?? '',
      translation: auth.translation,
      drawsPictures: auth.draws_pictures,
    })
    textsLoaded = true
    keepSession()
    return auth
  }

  function keepSession(): void {
    const { user, languages } = get()
    const token = client.session.token()
    if (!ports.lastKnown || !user || token === undefined) return
    try {
      keepLastSession(ports.lastKnown, token, { user, languages })
    } catch (error) {
      ports.log('the session could not be kept for a start without a network', error)
    }
  }

  /** Whoever this session belonged to when the server last answered, as far as it is about the wanted company. */
  function lastSession() {
    const token = client.session.token()
    const last = ports.lastKnown && token !== undefined ? readLastSession(ports.lastKnown, token) : undefined
    const same = company === undefined || last?.user.company?.company_id === company
    return same ? last : undefined
  }

  /** Resolves with the texts, or rejects; sooner than the client's own limits where there is something to go on with. */
  function firstTexts(patient: boolean): Promise<Start> {
    const loading = loadTexts(get().lang)
    if (patient) return loading
    loading.catch(() => {})
    const tooLate = Promise.withResolvers<never>()
    const cancel = ports.clock.after(PATIENCE_MS, () => tooLate.reject(apiError('timeout_client')))
    return Promise.race([loading, tooLate.promise]).finally(cancel)
  }

  /** Asks whether a session of before is still good. */
  async function look(): Promise<void> {
    try {
      await client.Auth.checkAuth({ active: true }, company === undefined ? {} : { company })
    } catch (error) {
      if (isApiError(error) && error.code === 'foreign_company' && company !== undefined) {
        keepCompany(undefined)
        return look()
      }
      ports.log('no session', error)
    }
  }

  function device(): string {
    const known = ports.storage.get(DEVICE)
    if (known !== undefined) return known
    const made = globalThis.crypto.randomUUID()
    ports.storage.set(DEVICE, made)
    return made
  }

  return {
    store,
    async start() {
      set({ phase: 'starting', error: null })
      const last = lastSession()
      const looked = look()
      try {
        await firstTexts(last === undefined)
      } catch (error) {
        ports.log('the start failed', error)
        if (last && isPassing(error)) {
          keepCompany(last.user.company?.company_id)
          await i18n.use(get().lang || 'en')
          set({ user: get().user ?? last.user, languages: last.languages, phase: 'signed_in' })
          return
        }
        set({ phase: 'unreachable', error: isApiError(error) ? error : null })
        return
      }
      await looked
      set({ phase: get().user ? 'signed_in' : 'signed_out' })
    },
    async signIn(login, password, { remember = false } = {}) {
      set({ busy: true, error: null })
      try {
        await client.Auth.Login({ login, password, remember, keep: options.keep, device: device() })
        return true
      } catch (error) {
        if (!isApiError(error)) throw error
        set({ error })
        return false
      } finally {
        set({ busy: false })
      }
    },
    async signOut(everywhere = false) {
      try {
        await client.Auth.SignOut({ everywhere })
      } catch (error) {
        // The person leaves this device all the same.
        ports.log('signing out was not heard', error)
        client.session.end(null)
      }
    },
    async setLang(code) {
      await loadTexts(code)
    },
    async refresh() {
      if (!textsLoaded) await loadTexts(get().lang)
      await client.Auth.checkAuth({ active: false }, company === undefined ? {} : { company })
    },
    company: () => company,
    async useCompany(next) {
      await client.Auth.checkAuth({ active: true }, { company: next })
      keepCompany(next)
    },
    async leaveCompany() {
      keepCompany(undefined)
      await client.Auth.checkAuth({ active: true })
    },
  }
}

/** The signed-in person as the rules see them. */
export const actorOf = (user: SessionUser): Actor => ({
  admin_id: user.admin_id,
  role: user.role,
  company: user.company?.company_id ?? null,
  company_role: user.company_role,
  merchants: new Map(Object.entries(user.merchants).map(([id, access]) => [Number(id), access])),
  dictionary_edit: user.dictionary_edit.split(',').filter(Boolean),
  ...(user.device ? { device: { merchants: user.device.merchants } } : {}),
})
