import { describe, expect, it } from 'vitest'
import { createClient, createSession, type TransportRequest } from '@tiffin/sdk/client'
import { memoryStorage } from '../ports.ts'
import { createSessionClock } from './session-clock.ts'
import { stubClock } from './stub-clock.ts'

const KEEP_ALIVE = 3600

/** A browser with tabs, and a server that ends its only session after an hour without activity. */
function browser() {
  const clock = stubClock()
  const asked: boolean[] = []
  const server = { until: clock.now() + KEEP_ALIVE * 1000, reachable: true }
  const listeners = new Set<(from: object, message: unknown) => void>()

  async function transport({ form }: TransportRequest) {
    const { active } = JSON.parse(form.get('data') ?? '{}') as { active: boolean }
    asked.push(active)
    if (!server.reachable) return { kind: 'network' as const, reason: 'no network' }
    const over = server.until <= clock.now()
    if (active && !over) server.until = clock.now() + KEEP_ALIVE * 1000
    const user = { token: 't', admin_id: 1, session_seconds: Math.floor((server.until - clock.now()) / 1000), company: null }
    const body = over
      ? { status: 'FAIL', code: 'session_expired', error: 'Таймаут сессии', auth: { status: 'FAIL' }, server_time: 1 }
      : { status: 'OK', auth: { status: 'OK', user }, server_time: 1 }
    return { kind: 'answer' as const, status: 200, text: JSON.stringify(body) }
  }

  function tab() {
    const me = {}
    const inputs = new Set<() => void>()
    const ended: (string | null)[] = []
    const client = createClient({
      url: 'http://server.test/api',
      app: { name: 'web', version: '1', contract: 1 },
      session: createSession({ kind: 'cookie' }),
      validate: false,
      clock,
      transport,
    })
    client.session.subscribe((change) => change.type === 'signed_out' && ended.push(change.error?.code ?? null))
    const sessionClock = createSessionClock({
      client,
      company: () => undefined,
      ports: {
        clock,
        storage: memoryStorage(),
        activity: { watch: (onInput) => (inputs.add(onInput), () => inputs.delete(onInput)) },
        tabs: {
          post: (message) => [...listeners].forEach((hear) => hear(me, message)),
          watch(onMessage) {
            const hear = (from: object, message: unknown): void => void (from !== me && onMessage(message))
            listeners.add(hear)
            return () => listeners.delete(hear)
          },
        },
        log: () => {},
      },
    })
    sessionClock.start()
    return {
      client,
      ended,
      sessionClock,
      input: () => inputs.forEach((hear) => hear()),
      state: () => sessionClock.store.getState(),
      signIn: () => client.Auth.checkAuth({ active: true }),
    }
  }
  const hear = (message: unknown): void => listeners.forEach((heard) => heard({}, message))
  return { clock, server, asked, tab, hear }
}

describe('session expiry', () => {
  it('AUTH-06 AUTH-07: asks 30 s before, and counts down', async () => {
    const { clock, tab } = browser()
    const item = tab()
    await item.signIn()
    await clock.advance((KEEP_ALIVE - 31) * 1000)
    expect(item.state().phase).toBe('running')
    await clock.advance(1000)
    expect(item.state()).toEqual({ phase: 'confirming', left: 30 })
    await clock.advance(12_000)
    expect(item.state()).toEqual({ phase: 'confirming', left: 18 })
  })

  it('AUTH-08: Stay here asks the server again and extends the session', async () => {
    const { clock, tab, asked } = browser()
    const entry = tab()
    await entry.signIn()
    await clock.advance((KEEP_ALIVE - 10) * 1000)
    await entry.sessionClock.stay()
    expect(asked.at(-1)).toBe(true)
    expect(entry.state()).toEqual({ phase: 'running', left: KEEP_ALIVE })
  })

  it.each([true, false])('AUTH-10: signs out when the time has run out, server reachable: %s', async (reachable) => {
    const { clock, server, tab } = browser()
    const candidate = tab()
    await candidate.signIn()
    server.reachable = reachable
    await clock.advance((KEEP_ALIVE + 30) * 1000)
    expect(candidate.ended).toEqual(['session_expired'])
    expect(candidate.state().phase).toBe('off')
  })

  it('is extended by activity in any tab, which is reported to the server at intervals', async () => {
    const { clock, tab, asked } = browser()
    const [one, other] = [tab(), tab()]
    await one.signIn()
    await other.signIn()
    const before = asked.length
    for (let second = 0; second < KEEP_ALIVE; second += 10) {
      one.input()
      await clock.advance(10_000)
    }
    expect(one.state().phase).toBe('running')
    expect(other.state().phase).toBe('running')
    expect(asked.length - before).toBeLessThanOrEqual(KEEP_ALIVE / 60 + 1)
  })

  it('does not count activity as an answer to its question', async () => {
    const { clock, tab } = browser()
    const one = tab()
    await one.signIn()
    await clock.advance((KEEP_ALIVE - 20) * 1000)
    one.input()
    await clock.advance(19_000)
    expect(one.state()).toEqual({ phase: 'confirming', left: 1 })
  })

  it('closes its question when the session is extended in another tab', async () => {
    const { clock, tab } = browser()
    const [one, other] = [tab(), tab()]
    await one.signIn()
    await other.signIn()
    await clock.advance((KEEP_ALIVE - 5) * 1000)
    expect(other.state().phase).toBe('confirming')
    await one.sessionClock.stay()
    expect(other.state().phase).toBe('running')
  })

  it('AUTH-06: ignores an older expiry from another tab', async () => {
    const { clock, server, tab, hear } = browser()
    const one = tab()
    await one.signIn()
    server.reachable = false
    hear({ type: 'until', until: clock.now() + 40_000 })
    await clock.advance(15_000)
    expect(one.state().phase).toBe('running')
  })

  it('accepts a new expiry from the server', async () => {
    const { clock, server, tab } = browser()
    const one = tab()
    await one.signIn()
    server.until += 600_000
    await clock.advance((KEEP_ALIVE + 60) * 1000)
    expect(one.state().phase).toBe('running')
    expect(one.ended).toEqual([])
  })

  it('is announced to the other tabs', async () => {
    const { clock, server, tab } = browser()
    const [one, other] = [tab(), tab()]
    await one.signIn()
    await other.signIn()
    server.until = 0
    one.client.session.end(null)
    await clock.advance(0)
    expect(other.ended).toEqual(['session_expired'])
  })
})
