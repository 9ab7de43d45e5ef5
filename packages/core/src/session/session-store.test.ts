import { describe, expect, it } from 'vitest'
import { createClient, createSession, type TransportRequest } from '@tiffin/sdk/client'
import type { SessionUser } from '@tiffin/sdk/contract'
import { createI18n } from '../i18n/create-i18n.ts'
import { memoryStorage } from '../ports.ts'
import { storeLastSession } from './last-session.ts'
import { createSessionStore } from './session-store.ts'
import { stubClock } from './stub-clock.ts'
import { switchCompany } from './switch-company.ts'

type Fields = Readonly<Record<string, string>>

/** A browser whose tabs share one cookie, and the server that knows whose it is. */
function browser() {
  const clock = stubClock()
  const storage = memoryStorage()
  const server = {
    reachable: true,
    /** Calls that do not reach the server. */
    unreachableCalls: '',
    cookie: undefined as number | undefined,
    /** The company of the user's next sign-in. */
    home: 1,
    asked: [] as string[],
    left: [] as unknown[],
    langs: ['en', 'ru', 'ar'],
  }
  const held: { is: (fields: Fields) => boolean; gate: Promise<'heard' | 'lost'> }[] = []
  const listeners = new Set<(from: object, message: unknown) => void>()
  const online = new Set<(online: boolean) => void>()
  let issued = 0

  /** The server's response to a call at the time it arrives, even if it is delivered later. */
  function answer({ method, company, ...form }: Fields): object {
    const data = JSON.parse(form['data'] ?? '{}') as { login?: string; lang?: string }
    if (method === 'getLang') {
      const lang = server.langs.map((code, at) => ({ global_lang_id: at + 1, name: code, code, dir: 'ltr' }))
      return {
        auth: { lang, dict: { Word: `${data.lang ?? server.langs[0]} word` }, country: [], merchant_settings: {}, demo: [] },
      }
    }
    if (method === 'saveData') return { feed: 1, change: 1, data: { admin: { status: 'OK', data: {}, rows: [] } } }
    if (method === 'SignOut') {
      server.left.push(form['token'])
      server.cookie = undefined
    }
    if (method === 'Login') {
      server.cookie = Number(data.login)
      issued += 1
    }
    if (method === 'SignOut') return { auth: { status: 'OK' } }
    if (server.cookie === undefined) return { status: 'FAIL', code: 'session_required', auth: { status: 'FAIL' } }
    const company_id = Number(company ?? server.home)
    const user = { admin_id: server.cookie, token: `token-${issued}`, company: company_id > 0 ? { company_id } : null }
    return { auth: { status: 'OK', user } }
  }

  async function transport({ form }: TransportRequest) {
    const fields = Object.fromEntries(form)
    if (!server.reachable || server.unreachableCalls === fields['method'])
      return { kind: 'network' as const, reason: 'no network' }
    server.asked.push(fields['method'] ?? '')
    const body = { status: 'OK', server_time: 1, ...answer(fields) }
    const fate = await held.find(({ is }) => is(fields))?.gate
    if (fate === 'lost') return { kind: 'network' as const, reason: 'the answer was lost' }
    return { kind: 'answer' as const, status: 200, text: JSON.stringify(body) }
  }

  /** Holds back the responses to such calls until released. */
  function hold(is: (fields: Fields) => boolean): (fate?: 'heard' | 'lost') => void {
    const { promise, resolve } = Promise.withResolvers<'heard' | 'lost'>()
    const item = { is, gate: promise }
    held.push(item)
    return (fate = 'heard') => {
      held.splice(held.indexOf(item), 1)
      resolve(fate)
    }
  }

  /** `last` is the company of an earlier terminal session, `wanted` the one it is started for. */
  function tab(lang = '', { last, wanted: requested }: { last?: number; wanted?: number } = {}) {
    const me = {}
    if (lang !== '') storage.set('lang', lang)
    const i18n = createI18n()
    const client = createClient({
      url: 'http://server.test/api',
      app: { name: 'web', version: '1', contract: 1 },
      session: createSession(last === undefined ? { kind: 'cookie' } : { kind: 'bearer', token: 'token-0' }),
      validate: false,
      clock: { ...clock, after: (_ms, run) => (queueMicrotask(run), () => {}) },
      transport,
    })
    const [tabStorage, lastKnown] = [memoryStorage(), memoryStorage()]
    tabStorage.set('company', requested?.toString())
    const known = { admin_id: 7, company: last === undefined ? null : { company_id: last } } as SessionUser
    if (last !== undefined) storeLastSession(lastKnown, 'token-0', { user: known, languages: [] })
    const ports = {
      clock,
      storage,
      tabStorage,
      ...(last === undefined ? {} : { lastKnown }),
      connectivity: { watch: (hear: (online: boolean) => void) => (online.add(hear), () => {}) },
      tabs: {
        post: (message: unknown) => [...listeners].forEach((hear) => hear(me, message)),
        watch: (onMessage: (message: unknown) => void) => {
          listeners.add((from, message) => from !== me && onMessage(message))
          return () => {}
        },
      },
      log: () => {},
    }
    const session = createSessionStore({ client, i18n, ports, keep: 'cookie', url: 'http://127.0.0.1' })
    const state = () => session.store.getState()
    return { client, session, ports, i18n, state, who: () => state().user?.admin_id, core: { client, session, ports } }
  }

  return {
    clock,
    server,
    hold,
    tab,
    async started() {
      const entry = tab()
      await entry.session.start()
      return entry
    },
    goOnline: () => online.forEach((hear) => hear(true)),
  }
}

const isAbout = (method: string, company?: string) => (fields: Fields) =>
  fields['method'] === method && (company === undefined || fields['company'] === company)

describe('a sign-out that did not reach the server', () => {
  async function signOutUnsent() {
    const it = browser()
    const item = await it.started()
    await item.session.signIn('7', 'x')
    it.server.reachable = false
    await item.session.signOut()
    expect(item.state()).toMatchObject({ phase: 'signed_out', user: null })
    return { ...it, one: item }
  }

  it('AUTH-12: is sent at the next start, and the remaining cookie signs no one in', async () => {
    const { server, started } = await signOutUnsent()
    server.reachable = true
    server.asked.length = 0
    const next = await started()
    expect(next.state()).toMatchObject({ phase: 'signed_out', user: null })
    expect(server).toMatchObject({ cookie: undefined, asked: ['SignOut', 'getLang'] })
  })

  it('blocks sign-in by the cookie until it can be sent', async () => {
    const { server, tab, hold } = await signOutUnsent()
    const next = tab()
    await next.session.start()
    expect(next.state()).toMatchObject({ phase: 'unreachable', user: null })
    await next.session.refresh()
    expect(next.who()).toBeUndefined()
    server.reachable = true
    const release = hold(isAbout('SignOut'))
    const again = next.session.start()
    release()
    await again
    expect(next.state()).toMatchObject({ phase: 'signed_out', user: null })
  })

  it.each(['the person signs in again', 'someone else does'])('leaves the newer session alone when %s', async (who) => {
    const { server, one: entry, started } = await signOutUnsent()
    server.reachable = true
    expect(await entry.session.signIn(who === 'someone else does' ? '8' : '7', 'x')).toBe(true)
    expect(server.asked.slice(-2)).toEqual(['SignOut', 'Login'])
    const next = await started()
    expect(next.who()).toBe(server.cookie)
    expect(next.state().phase).toBe('signed_in')
  })

  it('AUTH-12: names the ended session, since the browser may have a new one', async () => {
    const { server, clock, goOnline } = await signOutUnsent()
    server.reachable = true
    goOnline()
    await clock.advance(0)
    expect(server.left).toEqual(['token-1'])
  })

  it.each(['7', '8'])('AUTH-12: leaves %s alone, who has signed in in another tab since', async (login) => {
    const { clock, started, hold } = browser()
    const [candidate, other] = [await started(), await started()]
    await candidate.session.signIn('7', 'x')
    await clock.advance(0)
    let outs = 0
    const lose = hold(({ method }) => method === 'SignOut' && (outs += 1) === 1)
    const leaving = candidate.session.signOut()
    await clock.advance(0)
    await other.session.signIn(login, 'x')
    await clock.advance(0)
    lose('lost')
    await leaving
    await clock.advance(0)
    expect([candidate.who(), other.who()]).toEqual([Number(login), Number(login)])
    expect(other.state().phase).toBe('signed_in')
  })

  it('is sent as soon as the network is back', async () => {
    const { server, clock, goOnline } = await signOutUnsent()
    server.reachable = true
    goOnline()
    await clock.advance(0)
    expect(server.cookie).toBeUndefined()
  })

  it('signs the other tabs out at once', async () => {
    const { server, started } = browser()
    const [one, other] = [await started(), await started()]
    await one.session.signIn('7', 'x')
    await other.session.refresh()
    expect(other.who()).toBe(7)
    server.reachable = false
    await one.session.signOut()
    expect(other.state()).toMatchObject({ phase: 'signed_out', user: null })
  })
})

it('SHELL-06: without an answer about the session for 10 s offers a retry', async () => {
  const { clock, started, tab, hold } = browser()
  await (await started()).session.signIn('7', 'x')
  const release = hold(isAbout('checkAuth'))
  const next = tab()
  const start = next.session.start()
  await clock.advance(9999)
  expect(next.state().phase).toBe('starting')
  await clock.advance(1)
  await start
  expect(next.state()).toMatchObject({ phase: 'unreachable', error: { code: 'timeout_client' } })
  release()
  await next.session.start()
  expect(next.state()).toMatchObject({ phase: 'signed_in', user: { admin_id: 7 } })
})

it.each(['at the start', 'after a sign-in in another tab'])(
  "SHELL-06 SHELL-07: a session that can't be checked %s because of the network offers a retry instead of the sign-in",
  async (when) => {
    const { server, clock, started, tab } = browser()
    const item = await started()
    const next = when === 'at the start' ? tab() : await started()
    server.unreachableCalls = 'checkAuth'
    await item.session.signIn('7', 'x')
    await (when === 'at the start' ? next.session.start() : clock.advance(0))
    expect(next.state()).toMatchObject({ phase: 'unreachable', error: { code: 'network' } })
    server.unreachableCalls = ''
    await next.session.start()
    expect(next.state()).toMatchObject({ phase: 'signed_in', user: { admin_id: 7 } })
  },
)

describe('tabs of one browser', () => {
  it.each([
    ['its texts at the start', 'getLang'],
    ['who is signed in at the start', 'checkAuth'],
    ['who has signed in before', 'checkAuth'],
  ])('SHELL-06: a sign-in in one tab continues another that could not read %s, without Retry', async (what, lost) => {
    const { server, clock, started, tab } = browser()
    const item = await started()
    const other = what === 'who has signed in before' ? await started() : tab()
    server.unreachableCalls = lost
    if (what === 'who has signed in before') await item.session.signIn('8', 'x')
    else await other.session.start()
    await clock.advance(0)
    expect(other.state().phase).toBe('unreachable')
    server.unreachableCalls = ''
    await item.session.signIn('7', 'x')
    await clock.advance(0)
    expect(other.state()).toMatchObject({ phase: 'signed_in', user: { admin_id: 7 }, error: null })
  })

  it('a sign-in in one tab signs in the others that showed the sign-in page', async () => {
    const { clock, started } = browser()
    const [entry, other] = [await started(), await started()]
    await entry.session.signIn('7', 'x')
    await clock.advance(0)
    expect(other.state()).toMatchObject({ phase: 'signed_in', user: { admin_id: 7 } })
  })

  it('AUTH-01: after two simultaneous sign-ins both tabs have the person whose answer came last', async () => {
    const { server, clock, started, hold } = browser()
    const [candidate, other] = [await started(), await started()]
    const release = hold(({ method, data = '' }) => method === 'Login' && data.includes('"7"'))
    const signingIn = candidate.session.signIn('7', 'x')
    await clock.advance(0)
    await other.session.signIn('8', 'x')
    await clock.advance(0)
    expect([candidate.who(), other.who()]).toEqual([8, 8])
    // The response sets the browser's cookie.
    server.cookie = 7
    release()
    expect(await signingIn).toBe(true)
    await clock.advance(0)
    expect([candidate.who(), other.who()]).toEqual([7, 7])
  })

  it.each([
    ['a signed-out person', undefined],
    ['another person', '8'],
  ])('AUTH-01: a tab of %s that could not ask who signed in elsewhere retries automatically', async (_who, before) => {
    const { server, clock, started } = browser()
    const [one, other] = [await started(), await started()]
    if (before !== undefined) await one.session.signIn(before, 'x')
    await clock.advance(0)
    server.unreachableCalls = 'checkAuth'
    await one.session.signIn('7', 'x')
    await clock.advance(30_000)
    expect(other.who()).toBe(before === undefined ? undefined : Number(before))
    server.unreachableCalls = ''
    await clock.advance(60_000)
    expect(other.state()).toMatchObject({ phase: 'signed_in', user: { admin_id: 7 }, error: null })
    server.asked.length = 0
    await clock.advance(30_000)
    expect(server.asked).toEqual([])
  })

  it('AUTH-12: a tab that keeps asking who signed in elsewhere stops when its own person signs out', async () => {
    const { server, clock, started } = browser()
    const [one, other] = [await started(), await started()]
    await one.session.signIn('7', 'x')
    await clock.advance(0)
    server.reachable = false
    one.ports.tabs.post({ type: 'signed_in' })
    await clock.advance(0)
    await other.session.signOut()
    await clock.advance(30_000)
    expect(other.state()).toMatchObject({ phase: 'signed_out', user: null })
    server.reachable = true
    await clock.advance(30_000)
    expect(other.state()).toMatchObject({ phase: 'signed_out', user: null })
  })

  it('AUTH-01: asks less and less often, at least once a minute, even if someone else signs in', async () => {
    const { server, clock, started } = browser()
    const [one, other] = [await started(), await started()]
    let asked = 0
    other.ports.log = () => void (asked += 1)
    server.unreachableCalls = 'checkAuth'
    for (const login of ['7', '8', '7']) await one.session.signIn(login, 'x')
    await clock.advance(0)
    expect(asked).toBe(3)
    await clock.advance(3000)
    expect(asked).toBe(4)
    await clock.advance(600_000)
    expect(asked).toBeGreaterThan(14)
    expect(asked).toBeLessThan(29)
  })

  it('does not retry after an error of its own', async () => {
    const { clock, started } = browser()
    const [one, other] = [await started(), await started()]
    let asked = 0
    const checkAuth = () => ((asked += 1), Promise.reject(new Error('a mistake')))
    Object.assign(other.client.Auth, { checkAuth })
    await one.session.signIn('7', 'x')
    await clock.advance(0)
    await clock.advance(600_000)
    expect(asked).toBe(1)
  })

  it.each([
    ['a signed-out person', 'between two questions', undefined],
    ['a signed-out person', 'before an answer', undefined],
    ['another person', 'between two questions', '8'],
  ])('AUTH-12: a tab of %s that asks, %s, does not restore a person whose sign-out was not sent', async (_who, when, before) => {
    const { server, clock, started, hold } = browser()
    const [one, other] = [await started(), await started()]
    if (before !== undefined) await one.session.signIn(before, 'x')
    await clock.advance(0)
    const release = hold(isAbout('checkAuth'))
    if (when === 'between two questions') server.unreachableCalls = 'checkAuth'
    await one.session.signIn('7', 'x')
    await clock.advance(0)
    server.unreachableCalls = 'SignOut'
    await one.session.signOut()
    release()
    await clock.advance(600_000)
    expect(other.state()).toMatchObject({ phase: 'signed_out', user: null, error: null })
    server.unreachableCalls = ''
    await clock.advance(600_000)
    expect(other.state()).toMatchObject({ phase: 'signed_out', user: null })
  })

  it('AUTH-12: a tab that retries sends the sign-out of a closed tab', async () => {
    const { server, clock, started } = browser()
    const [one, other] = [await started(), await started()]
    await one.session.signIn('8', 'x')
    await clock.advance(0)
    server.unreachableCalls = 'checkAuth'
    await one.session.signIn('7', 'x')
    await clock.advance(0)
    one.ports.storage.set('leaving', 'here token-2')
    server.unreachableCalls = ''
    await clock.advance(60_000)
    expect(server.left).toEqual(['token-2'])
    expect(other.state()).toMatchObject({ phase: 'signed_out', user: null })
  })

  it("another person signing in in one tab replaces the person in all, and the first one's data is deleted", async () => {
    const { clock, started } = browser()
    const [one, other] = [await started(), await started()]
    await one.session.signIn('7', 'x')
    await clock.advance(0)
    const ended: unknown[] = []
    other.client.session.subscribe(({ type }) => type === 'signed_out' && ended.push(type))
    await one.session.signIn('8', 'x')
    await clock.advance(0)
    expect(other.state()).toMatchObject({ phase: 'signed_in', user: { admin_id: 8 } })
    expect(ended).toHaveLength(1)
  })
})

describe('a tab without a company', () => {
  it('stays without one when another tab chooses the first; the next start uses it', async () => {
    const { started, server } = browser()
    server.home = 0
    const [item, other] = [await started(), await started()]
    await item.session.signIn('7', 'x')
    await other.session.refresh()
    expect([item.session.company(), other.session.company()]).toEqual([0, 0])
    await switchCompany(item.core, 2)
    server.home = 2
    await other.session.refresh()
    expect([item.session.company(), other.session.company(), other.state().user?.company]).toEqual([2, 0, null])
    await other.session.start()
    expect(other.session.company()).toBe(0)
    const fresh = await started()
    expect(fresh.session.company()).toBe(2)
  })
})

describe('the company that a terminal is started for', () => {
  it.each([
    ['the wanted one offline, even if the last session was for another', { last: 1, wanted: 2 }, false, 2],
    ['that of the last session offline', { last: 1 }, false, 1],
    ["the person's own if the server answers first", { last: 1 }, true, 3],
  ])('is %s', async (_what, how, reachable, company) => {
    const { server, tab } = browser()
    Object.assign(server, { reachable, cookie: 7, home: 3 })
    const { session, i18n, state } = tab('', how)
    const load = i18n.use
    // The texts may arrive after the server's response.
    i18n.use = async (...given) => {
      while (reachable && !state().user) await Promise.resolve()
      return load(...given)
    }
    await session.start()
    expect([session.company(), state().user?.company?.company_id ?? company]).toEqual([company, company])
  })
})

describe('a late answer', () => {
  it('about the previous company does not restore it', async () => {
    const { started, hold } = browser()
    const { session } = await started()
    await session.signIn('7', 'x')
    const release = hold(isAbout('checkAuth', '1'))
    const late = session.refresh()
    await session.useCompany(2)
    release()
    await late
    expect([session.company(), session.store.getState().user?.company?.company_id]).toEqual([2, 2])
  })

  it('to the first of two choices does not override the second', async () => {
    const { started, hold } = browser()
    const { core, session } = await started()
    await session.signIn('7', 'x')
    const release = hold((fields) => fields['company'] === '2')
    const first = switchCompany(core, 2)
    expect(await switchCompany(core, 3)).toBe(true)
    release()
    expect(await first).toBe(false)
    expect([session.company(), session.store.getState().user?.company?.company_id]).toEqual([3, 3])
  })

  it('to an unrelated call does not keep the choice from ending', async () => {
    const { started, hold } = browser()
    const { session } = await started()
    await session.signIn('7', 'x')
    const [chosen, asked] = [hold(isAbout('checkAuth', '2')), hold(isAbout('checkAuth', '1'))]
    const [choice, question] = [session.useCompany(2), session.refresh()]
    chosen()
    await choice
    asked()
    await question
    expect(session.company()).toBe(2)
  })

  it('with texts of another language than the last chosen one is ignored', async () => {
    const { started, hold } = browser()
    const { session, i18n } = await started()
    const release = hold((fields) => fields['lang'] === 'ru')
    const late = session.setLang('ru')
    await session.setLang('ar')
    release()
    await late
    expect([session.store.getState().lang, i18n.lang(), i18n.t.message('Word')]).toEqual(['ar', 'ar', 'ar word'])
  })
})

it.each([
  ['none was chosen', '', 'ru'],
  ['the platform no longer has the one chosen before', 'ar', 'ru'],
  ['the one chosen before is still there', 'en', 'en'],
])('SHELL-08: a start where %s is in the right language', async (_what, before, lang) => {
  const { server, tab } = browser()
  server.langs = ['ru', 'en']
  const { session, i18n, ports } = tab(before)
  await session.start()
  expect([session.store.getState().lang, i18n.lang(), i18n.t.message('Word'), ports.storage.get('lang')]).toEqual([
    lang,
    lang,
    `${lang} word`,
    lang,
  ])
})
