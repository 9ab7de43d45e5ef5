import { createStore, type StoreApi } from 'zustand/vanilla'
import { apiError } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import type { Ports } from '../ports.ts'

/** How long before its end a session asks whether anybody is there (AUTH-06, AUTH-07). */
const CONFIRM_MS = 30_000

export interface SessionClockState {
  /** `confirming` shows the session-confirm dialog. */
  phase: 'off' | 'running' | 'confirming'
  /** Whole seconds until the session ends; counts down while confirming. */
  left: number
}

/** Watches the end of the session: a person's input moves it, silence leads to a question and then to the sign-in. */
export interface SessionClock {
  store: StoreApi<SessionClockState>
  /** Begins to listen; the answer stops it. Does nothing where the ports know no activity. */
  start(): () => void
  /** "Stay here": moves the end of the session (AUTH-08). */
  stay(): Promise<void>
}

/** What tabs tell each other. */
type TabMessage = { type: 'until'; until: number } | { type: 'ended' }
const isTabMessage = (message: unknown): message is TabMessage =>
  ['until', 'ended'].includes((message as TabMessage | null)?.type ?? '')

/** Input is told to the server at most this often, and more often where sessions are short. */
const PAUSE_MS = { least: 1000, most: 60_000 }
/** The server is asked before anybody is sent away, but not waited for longer than this. */
const ANSWER_MS = 5000

const silent: SessionClockState = { phase: 'off', left: 0 }

/**
 * The end of the session is the server's: each answer that carries the user says how many seconds are left. All tabs of a
 * browser have one session, so a tab that has moved its end tells the others (AUTH-06 to 10, DESIGN §3).
 */
export function createSessionClock(options: { client: Client; ports: Ports; company: () => number | undefined }): SessionClock {
  const { client, ports } = options
  const { clock, activity, tabs } = ports
  const store = createStore<SessionClockState>(() => silent)
  const { getState: get, setState: set } = store
  /** Local time in ms. */
  let until = 0
  let toldAt = 0
  let cancelTick = (): void => {}
  let cancelTell: (() => void) | undefined
  /** An answer that decides how to go on is awaited. */
  let asking = false

  const leftMs = (): number => until - clock.now()
  const post = (message: TabMessage): void => tabs?.post(message)

  function off(): void {
    cancelTick()
    cancelTell?.()
    cancelTell = undefined
    set(silent)
  }

  /** The answer comes back through the session's news. */
  async function checkAuth(active: boolean): Promise<void> {
    const company = options.company()
    try {
      await client.Auth.checkAuth({ active }, { timeoutMs: ANSWER_MS, ...(company === undefined ? {} : { company }) })
    } catch (error) {
      ports.log('the session could not be looked up', error)
    }
  }

  function learn(moment: number): void {
    until = moment
    if (!asking) follow()
  }

  function follow(): void {
    cancelTick()
    if (leftMs() <= CONFIRM_MS) return count()
    set({ phase: 'running', left: Math.ceil(leftMs() / 1000) })
    cancelTick = clock.after(leftMs() - CONFIRM_MS, () => void ask())
  }

  function count(): void {
    if (leftMs() <= 0) return void ask()
    set({ phase: 'confirming', left: Math.ceil(leftMs() / 1000) })
    cancelTick = clock.after(leftMs() % 1000 || 1000, count)
  }

  /** Before a person is asked or sent away, the server is: another browser may have moved the end. */
  async function ask(): Promise<void> {
    if (asking) return
    asking = true
    const over = leftMs() <= 0
    if (over) set({ phase: 'confirming', left: 0 })
    await checkAuth(false)
    asking = false
    if (!client.session.user()) return
    if (leftMs() > 0) follow()
    else if (over) client.session.end(apiError('session_expired'))
    else count()
  }

  function onInput(): void {
    if (get().phase !== 'running' || cancelTell) return
    const pause = Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, (leftMs() - CONFIRM_MS) / 4))
    cancelTell = clock.after(Math.max(0, toldAt + pause - clock.now()), () => void stay())
  }

  async function stay(): Promise<void> {
    cancelTell?.()
    cancelTell = undefined
    toldAt = clock.now()
    await checkAuth(true)
    if (client.session.user()) post({ type: 'until', until })
  }

  return {
    store,
    stay,
    start() {
      if (!activity) return () => {}
      const stops = [
        client.session.subscribe((change) => {
          if (change.type === 'signed_out') {
            const { phase } = get()
            off()
            if (phase !== 'off') post({ type: 'ended' })
          } else if (change.user.session_seconds !== undefined) {
            // Signing in is input too.
            if (get().phase === 'off') toldAt = clock.now()
            learn(clock.now() + change.user.session_seconds * 1000)
          }
        }),
        activity.watch(onInput),
        tabs?.watch((message) => {
          if (get().phase === 'off' || !isTabMessage(message)) return
          if (message.type === 'until') learn(Math.max(until, message.until))
          else void checkAuth(false)
        }),
      ]
      return () => {
        for (const stop of stops) stop?.()
        off()
      }
    },
  }
}
