import { createStore, type StoreApi } from 'zustand/vanilla'
import { type ApiError, apiError, isApiError, type Output, type SessionUser, type Calls } from '@tiffin/sdk/contract'
import { type Addresses, addresses, type Backoff, backoffDelay, type Client, newKey } from '@tiffin/sdk/client'
import type { Actor, RouteName } from '#rules/index'
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
  /** Where pictures, sounds and the rest are (API-40). */
  addresses: Addresses
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
  /** The company that this tab, terminal or profile acts for; 0 is none, undefined is not known yet. */
  company(): number | undefined
  useCompany(company: number): Promise<void>
  /** Goes on with the person's own choice, or without a company, after this one has ended. */
  leaveCompany(): Promise<void>
}

const LANG = 'lang'
const DEVICE = 'device'
const COMPANY = 'company'
/** Kept from a sign-out until the server has heard it: whether it was meant for all devices, and the token of its session. */
const LEAVING = 'leaving'
const EVERYWHERE = 'everywhere'
/** So long a start waits for its answers before it offers to try again (SHELL-06). */
const START_MS = 10_000
/** How a tab that could not ask who signed in in another waits before it asks again. */
const ASK_AGAIN: Backoff = { first: 3000, longest: 60_000 }

/** What tabs of one browser tell each other: they share the cookie, and with it the person. */
type TabMessage = { type: 'signed_in' } | { type: 'left'; token: string | undefined }
const isTabMessage = (message: unknown): message is TabMessage =>
  ['signed_in', 'left'].includes((message as TabMessage | null)?.type ?? '')

/** Who is signed in, in which language, for which company. */
export function createSessionStore(options: {
  client: Client
  i18n: I18n
  ports: Ports
  keep: 'cookie' | 'bearer'
  /** The one address of the server. */
  url: string
}): SessionStore {
  const { client, i18n, ports } = options
  const store = createStore<SessionState>(() => ({
    phase: 'starting',
    user: null,
    languages: [],
    lang: ports.storage.get(LANG) ?? '',
    demo: [],
    supportWidget: '',
    addresses: addresses(options.url),
    domainSuffix: '',
    translation: { relay: false, url: '', model: '' },
    drawsPictures: false,
    error: null,
    busy: false,
  }))
  const { setState: set, getState: get } = store
  /** The tab's own; it starts with the person's default, and 0 is none: what another tab chooses first is that one's alone. */
  let company = Number(ports.tabStorage?.get(COMPANY)) || undefined
  const keepCompany = (next: number | undefined): void => {
    company = next
    ports.tabStorage?.set(COMPANY, next === undefined ? undefined : String(next))
  }

  /** Texts of the server's dictionary are there; a start without a network does without them. */
  let textsLoaded = false

  const isAtStart = (): boolean => ['starting', 'unreachable'].includes(get().phase)

  client.session.subscribe((change) => {
    stopAsking()
    if (change.type === 'signed_in') {
      keepCompany(change.user.company?.company_id ?? company ?? 0)
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

  /** Counts choices of a language: texts of an earlier one that come late are not used. */
  let choices = 0

  async function loadTexts(lang: string): Promise<void> {
    choices += 1
    const mine = choices
    const { auth } = await client.Auth.getLang(lang === '' ? {} : { lang }, lang === '' ? {} : { lang })
    if (mine !== choices) return
    const chosen = auth.lang.some((language) => language.code === lang) ? lang : (auth.lang[0]?.code ?? 'en')
    if (chosen !== lang && lang !== '') return loadTexts(chosen)
    await i18n.use(chosen, auth.dict)
    ports.storage.set(LANG, chosen)
    set({
      languages: auth.lang,
      lang: chosen,
      demo: auth.demo,
      supportWidget: auth.support_widget,
      addresses: addresses(options.url, auth.addresses),
      domainSuffix: auth.merchant_settings['domain_suffix'] ?? '',
      translation: auth.translation,
      drawsPictures: auth.draws_pictures,
    })
    textsLoaded = true
    keepSession()
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

  /** What comes later than that is left behind. */
  function within(ms: number, work: Promise<void>): Promise<void> {
    work.catch(() => {})
    const tooLate = Promise.withResolvers<never>()
    const cancel = ports.clock.after(ms, () => tooLate.reject(apiError('timeout_client')))
    return Promise.race([work, tooLate.promise]).finally(cancel)
  }

  /** Asks whether a session of before is still good; rejects where that cannot be known now. */
  async function look(active = true): Promise<void> {
    try {
      await client.Auth.checkAuth({ active }, company === undefined ? {} : { company })
    } catch (error) {
      if (isApiError(error) && error.code === 'foreign_company' && company !== undefined) {
        keepCompany(undefined)
        return look(active)
      }
      // Nobody is asked to sign in because an answer was lost.
      if (isPassing(error)) throw error
      ports.log('no session', error)
    }
  }

  /** Somebody has signed out here and the server has not heard it: nobody may go on with the cookie that the browser still has. */
  const isLeaving = (): boolean => options.keep === 'cookie' && ports.storage.get(LEAVING) !== undefined

  /** Whoever left later, in another tab, is still to be heard. */
  function leftWith(mark: string): void {
    if (ports.storage.get(LEAVING) === mark) ports.storage.set(LEAVING, undefined)
  }

  let leaving: Promise<void> | undefined
  /** Tells the server of a sign-out that it has not heard; rejects with an ApiError where it cannot be told now either. */
  function leave(): Promise<void> {
    if (!isLeaving()) return Promise.resolve()
    const mark = ports.storage.get(LEAVING) ?? ''
    const [reach, token] = mark.split(' ')
    leaving ??= client.Auth.SignOut({ everywhere: reach === EVERYWHERE }, { timeoutMs: START_MS, retryWrites: true, token })
      .then(() => leftWith(mark))
      .finally(() => (leaving = undefined))
    return leaving
  }

  const leaveQuietly = (): Promise<void> => leave().catch((error: unknown) => ports.log('signing out was not heard again', error))

  ports.connectivity?.watch((online) => void (online && leaveQuietly()))
  ports.tabs?.watch((message) => {
    if (!isTabMessage(message)) return
    if (message.type === 'signed_in') {
      // Another person may have come: what was asked for the one of before is no longer of use.
      stopAsking()
      askWhoCame(client.session.turn())
    } else if (client.session.token() === message.token) client.session.end(null)
    else if (cancelAsking && isLeaving()) {
      // Whoever had come has left before they were known here, and the cookie is theirs.
      stopAsking()
      client.session.turn()
      client.session.end(null)
      if (get().phase === 'unreachable' && textsLoaded) set({ phase: 'signed_out', error: null })
    }
  })

  /** Missing where nobody waits to know who has come. */
  let cancelAsking: (() => void) | undefined
  function stopAsking(): void {
    cancelAsking?.()
    cancelAsking = undefined
  }

  /** Until it is known, or somebody has come or left in the meantime, which begins another epoch. */
  function askWhoCame(epoch: number, failures = 0): void {
    const isOver = (): boolean => client.session.epoch() !== epoch
    if (isOver()) return
    cancelAsking = () => {}
    leave()
      .then(() => look(false))
      .then(
        () => {
          if (!isOver()) stopAsking()
          // The server is there again, also for the rest of the start.
          if (get().phase === 'unreachable') void start()
        },
        (error: unknown) => {
          ports.log('who signed in in another tab could not be asked', error)
          if (isOver()) return
          if (get().phase === 'signed_out') set({ phase: 'unreachable', error: isApiError(error) ? error : null })
          // A mistake of this program would be made again.
          if (!isApiError(error)) return stopAsking()
          const wait = backoffDelay(ASK_AGAIN, failures + 1)
          cancelAsking = ports.clock.after(wait, () => askWhoCame(epoch, failures + 1))
        },
      )
  }

  async function start(): Promise<void> {
    set({ phase: 'starting', error: null })
    const last = lastSession()
    const looked = within(START_MS, isLeaving() ? leaveQuietly() : look())
    looked.catch(() => {})
    const loaded = within(START_MS, loadTexts(get().lang))
    loaded.catch(() => {})
    // The program's own texts, for what is said before the server's have come.
    if (!textsLoaded && (last || get().lang !== '')) await i18n.use(get().lang || 'en')
    // MOON-04: a kept session and board show at once, while the server is asked.
    if (last && isAtStart() && client.session.token() !== undefined) {
      // The server may have answered first, about another company.
      if (!get().user) keepCompany(last.user.company?.company_id)
      set({ user: get().user ?? last.user, languages: last.languages, phase: 'signed_in' })
    }
    try {
      await loaded
      await looked
    } catch (error) {
      ports.log('the start failed', error)
      if (get().phase === 'signed_in' && isPassing(error)) return
      set({ phase: 'unreachable', error: isApiError(error) ? error : null })
      return
    }
    set({ phase: get().user ? 'signed_in' : 'signed_out' })
  }

  function device(): string {
    const known = ports.storage.get(DEVICE)
    if (known !== undefined) return known
    const made = newKey()
    ports.storage.set(DEVICE, made)
    return made
  }

  return {
    store,
    start,
    async signIn(login, password, { remember = false } = {}) {
      set({ busy: true, error: null })
      try {
        // Told later, it would end the session that begins here.
        await leave()
        const { auth } = await client.Auth.Login({ login, password, remember, keep: options.keep, device: device() })
        // While somebody signed in in another tab this answer counted as one to an earlier session, but the cookie that came last is it.
        if (options.keep === 'cookie' && client.session.token() !== auth.user?.token) askWhoCame(client.session.turn())
        ports.tabs?.post({ type: 'signed_in' } satisfies TabMessage)
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
      const token = client.session.token()
      const mark = [everywhere ? EVERYWHERE : 'here', token].join(' ').trim()
      // First the mark: a tab that is closed before the answer has left all the same.
      if (options.keep === 'cookie') ports.storage.set(LEAVING, mark)
      try {
        await client.Auth.SignOut({ everywhere })
        leftWith(mark)
      } catch (error) {
        // The person leaves this device all the same, unless somebody has signed in meanwhile.
        ports.log('signing out was not heard', error)
        if (client.session.token() === token) client.session.end(null)
        ports.tabs?.post({ type: 'left', token } satisfies TabMessage)
      }
    },
    async setLang(code) {
      await loadTexts(code)
    },
    async refresh() {
      if (isLeaving()) return
      if (!textsLoaded) await loadTexts(get().lang)
      await client.Auth.checkAuth({ active: false }, company === undefined ? {} : { company })
    },
    company: () => company,
    async useCompany(next) {
      client.session.turn()
      await client.Auth.checkAuth({ active: true }, { company: next })
    },
    async leaveCompany() {
      client.session.turn()
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
  options: user.company,
  ...(user.navigation_chosen ? { navigation: user.navigation as RouteName[] } : {}),
  ...(user.device ? { device: { merchants: user.device.merchants } } : {}),
})
