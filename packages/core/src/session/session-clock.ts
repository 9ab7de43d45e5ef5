import { createStore, type StoreApi } from 'zustand/vanilla'
import { apiError } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import type { Ports } from '../ports.ts'

/** Time before expiry at which the user is asked whether they are still there (AUTH-06, AUTH-07). */
const CONFIRM_MS = 30_000

export interface SessionClockState {
  /** `confirming` shows the session-confirm dialog. */
  phase: 'off' | 'running' | 'confirming'
  /** Whole seconds until the session expires; counts down while confirming. */
  left: number
}

/** Watches the session's expiry. Activity extends the session; without it the user is asked, then signed out. */
export interface SessionClock {
  store: StoreApi<SessionClockState>
  /** Starts listening; returns a function that stops it. Does nothing if the ports provide no activity. */
  start(): () => void
  /** "Stay here": extends the session (AUTH-08). */
  stay(): Promise<void>
}

/** Messages between tabs. */
type TabMessage = { type: 'until'; until: number } | { type: 'ended' }
const isTabMessage = (message: unknown): message is TabMessage =>
  ['until', 'ended'].includes((message as TabMessage | null)?.type ?? '')

/** Minimum time between reports of activity to the server; less if sessions are short. */
const REPORT_INTERVAL_MS = { min: 1000, max: 60_000 }
/** Timeout for asking the server before signing out. */
const ANSWER_TIMEOUT_MS = 5000

const initialState: SessionClockState = { phase: 'off', left: 0 }

/**
 * The server decides when the session expires: every response with the user contains the seconds left. All tabs of a
 * browser share one session, so a tab that extends it tells the others (AUTH-06 to 10, DESIGN §3).
 */
export function createSessionClock(options: { client: Client; ports: Ports; company: () => number | undefined }): SessionClock {
  const { client, ports } = options
  const { clock, activity, tabs } = ports
  const store = createStore<SessionClockState>(() => initialState)
  const { getState: get, setState: set } = store
  /** Local time in ms. */
  let until = 0
  let reportedAt = 0
  let cancelTick = (): void => {}
  let cancelReport: (() => void) | undefined
  /** Waiting for a response that decides how to continue. */
  let asking = false

  const leftMs = (): number => until - clock.now()
  const post = (message: TabMessage): void => tabs?.post(message)

  function off(): void {
    cancelTick()
    cancelReport?.()
    cancelReport = undefined
    set(initialState)
  }

  /** The response arrives through the session's updates. */
  async function checkAuth(active: boolean): Promise<void> {
    const company = options.company()
    try {
      await client.Auth.checkAuth({ active }, { timeoutMs: ANSWER_TIMEOUT_MS, ...(company === undefined ? {} : { company }) })
    } catch (error) {
      ports.log("can't look up the session", error)
    }
  }

  function updateEnd(time: number): void {
    until = time
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

  /** Ask the server before asking or signing out the user: another browser may have extended the session. */
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
    if (get().phase !== 'running' || cancelReport) return
    const pause = Math.min(REPORT_INTERVAL_MS.max, Math.max(REPORT_INTERVAL_MS.min, (leftMs() - CONFIRM_MS) / 4))
    cancelReport = clock.after(Math.max(0, reportedAt + pause - clock.now()), () => void stay())
  }

  async function stay(): Promise<void> {
    cancelReport?.()
    cancelReport = undefined
    reportedAt = clock.now()
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
            // Signing in counts as activity.
            if (get().phase === 'off') reportedAt = clock.now()
            updateEnd(clock.now() + change.user.session_seconds * 1000)
          }
        }),
        activity.watch(onInput),
        tabs?.watch((message) => {
          if (get().phase === 'off' || !isTabMessage(message)) return
          if (message.type === 'until') updateEnd(Math.max(until, message.until))
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
