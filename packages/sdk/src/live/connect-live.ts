import { backoffDelay } from '../client/backoff.ts'
import { type Clock, systemClock } from '../client/clock.ts'
import type { LiveClientFrame, LiveServerFrame } from '../contract/live.ts'
import { anyProgram, type App } from '../contract/wire.ts'
import { type LiveSocket, type OpenSocket, openSocket } from './open-socket.ts'
import { type IgnoredFrame, readFrame } from './read-frame.ts'

export type Merchants = 'all' | number[]

/** `since`: start of this state in ms since 1970, for "offline since" (KDS-17). */
export interface LiveState {
  phase: 'connecting' | 'online' | 'offline' | 'closed'
  since: number
}

export interface LiveOptions {
  /** Address of `/live`; http and https are turned into ws and wss. */
  url: string
  /** Called on each attempt. */
  getToken: () => string | undefined | Promise<string | undefined>
  /** The front-end; other programs may leave it out. */
  app?: App
  company: number
  merchants: Merchants
  /** Feed number of the snapshot; changes after it are sent. */
  since: number
  lang?: string
  /** A kitchen screen: being open counts as input, so that its session does not expire. */
  kiosk?: boolean
  onFrame: (frame: LiveServerFrame) => void
  onState?: (state: LiveState) => void
  /** Called with messages that could not be read, for logging. */
  onIgnored?: (frame: IgnoredFrame) => void
  webSocket?: OpenSocket
  clock?: Clock
  random?: () => number
}

export interface LiveConnection {
  /** Switches to other merchants; `since` is the feed number of their snapshot, by default the last one seen. */
  watch(merchants: Merchants, since?: number): void
  /** Reconnects at once instead of after the delay, for when the network is known to be back. */
  retry(): void
  /** Drops the connection at once, for when the device is known to be offline. */
  lose(): void
  /** Closes it permanently. No further frames are reported, and no state other than `closed`. */
  close(): void
  readonly state: LiveState
}

const reconnect = { first: 1_000, longest: 30_000 }
const pingEvery = 5000
const deadAfterMs = 15_000
const answerWithin = 10_000

/**
 * Keeps a live connection: says hello, pings every 5 s, drops a connection without a frame for 15 s, reconnects after
 * 1 s doubling to 30 s and resumes from the last feed number seen. `signed_out` ends it.
 */
export function connectLive(options: LiveOptions): LiveConnection {
  const {
    app = anyProgram,
    company,
    lang,
    kiosk = false,
    onFrame,
    onIgnored,
    onState,
    webSocket = openSocket,
    clock = systemClock,
    random,
  } = options
  const url = options.url.replace(/^http/, 'ws')
  let { merchants, since: feed } = options
  let state: LiveState = { phase: 'connecting', since: clock.now() }
  let failures = 0
  let attempt = 0
  let socket: LiveSocket | undefined
  let heardAt = 0
  /** When the oldest pending ping was sent. */
  let oldestPingAt: number | undefined
  let pings = 0
  let pongs = 0
  /** `feed` does not advance until this pong: frames sent before the server reads a `watch` belong to the previous merchants. */
  let heldUntil = 0
  let watchPending = false
  const timers = new Map<'retry' | 'answer' | 'ping' | 'silence', () => void>()

  function arm(name: 'retry' | 'answer' | 'ping' | 'silence', ms: number, run: () => void) {
    timers.get(name)?.()
    timers.set(name, clock.after(ms, run))
  }

  function enter(phase: LiveState['phase'], since = clock.now()) {
    if (state.phase === phase) return
    state = { phase, since }
    onState?.(state)
  }

  function send(frame: LiveClientFrame) {
    socket?.send(JSON.stringify(frame))
  }

  function drop() {
    attempt += 1
    for (const cancel of timers.values()) cancel()
    timers.clear()
    if (socket) onIgnoredFrame(socket)
    socket = undefined
  }

  function fail(since?: number) {
    drop()
    failures += 1
    enter('offline', since)
    if (state.phase === 'offline') arm('retry', backoffDelay(reconnect, failures, random), () => void open())
  }

  function close() {
    drop()
    enter('closed')
  }

  function ping() {
    pings += 1
    oldestPingAt ??= clock.now()
    send({ type: 'ping' })
    arm('ping', pingEvery, ping)
  }

  /** Timers of hidden tabs and sleeping machines run late, so silence counts only after a ping had time to be answered. */
  function checkSilence() {
    const silent = clock.now() - heardAt
    if (silent < deadAfterMs) return arm('silence', deadAfterMs - silent, checkSilence)
    if (oldestPingAt !== undefined && clock.now() - oldestPingAt >= answerWithin) return fail(heardAt)
    ping()
    arm('silence', answerWithin, checkSilence)
  }

  function sendWatch() {
    watchPending = false
    send({ type: 'watch', merchants, since: feed })
    ping()
    heldUntil = pings
  }

  function welcome() {
    failures = 0
    timers.get('answer')?.()
    arm('ping', pingEvery, ping)
    arm('silence', deadAfterMs, checkSilence)
    if (watchPending) sendWatch()
    enter('online')
  }

  function advance(frame: LiveServerFrame) {
    if (frame.type === 'pong') pongs += 1
    if (frame.type === 'resync') feed = frame.feed
    else if (frame.type !== 'welcome' && 'feed' in frame && pongs >= heldUntil) feed = Math.max(feed, frame.feed)
  }

  function receive(data: unknown) {
    heardAt = clock.now()
    oldestPingAt = undefined
    const reading = readFrame(data)
    if ('ignored' in reading) {
      onIgnored?.(reading.ignored)
      // A reload recovers the changes in the unreadable frame.
      if (reading.missed) onFrame({ type: 'resync', feed, reason: 'large_change' })
      return
    }
    const { frame } = reading
    if (frame.type === 'welcome') welcome()
    advance(frame)
    onFrame(frame)
    if (frame.type === 'signed_out') close()
  }

  async function open() {
    drop()
    const mine = attempt
    arm('answer', answerWithin, fail)
    try {
      const token = await options.getToken()
      if (mine !== attempt) return
      const opened = await webSocket(url)
      if (mine !== attempt) return onIgnoredFrame(opened)
      socket = opened
      opened.onmessage = (event: { data: unknown }) => receive(event.data)
      opened.onclose = opened.onerror = () => fail()
      opened.onopen = () => {
        pings = pongs = heldUntil = 0
        watchPending = false
        send({ type: 'hello', token, app, company, merchants, since: feed, lang, kiosk })
      }
    } catch {
      if (mine === attempt) fail()
    }
  }

  void open()
  return {
    watch(next, since = feed) {
      merchants = next
      feed = since
      if (state.phase === 'online') sendWatch()
      else watchPending = true
    },
    retry() {
      if (timers.has('retry')) void open()
    },
    lose() {
      if (state.phase === 'online' || state.phase === 'connecting') fail()
    },
    close,
    get state() {
      return state
    },
  }
}

function onIgnoredFrame(socket: LiveSocket) {
  socket.onopen = socket.onmessage = socket.onclose = null
  // `ws` throws errors that have no listener.
  socket.onerror = () => {}
  if (socket.terminate) socket.terminate()
  else socket.close()
}
