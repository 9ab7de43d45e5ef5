import { backoffDelay } from '../client/backoff.ts'
import { type Clock, systemClock } from '../client/clock.ts'
import type { ChatClientFrame, ChatHandshake, ChatServerFrame } from '../contract/chat.ts'
import { type LiveSocket, type OpenSocket, openSocket } from './open-socket.ts'

/** `closed`: ended on purpose, or by an error that reconnecting does not mend. */
export type ChatPhase = 'connecting' | 'online' | 'offline' | 'closed'

type ChatError = Extract<ChatServerFrame, { mode: 'error' }>

export interface ChatConnectionOptions {
  /** Address of `/chat`; http and https are turned into ws and wss. */
  url: string
  /** Called on each attempt. */
  getHandshake: () => ChatHandshake | Promise<ChatHandshake>
  onFrame: (frame: ChatServerFrame) => void
  onPhase: (phase: ChatPhase) => void
  /** Whether an error passes, so that reconnecting makes sense. */
  isTransient: (error: ChatError) => boolean
  log: (message: string, error?: unknown) => void
  webSocket?: OpenSocket | undefined
  clock?: Clock
  random?: () => number
}

export interface ChatConnection {
  /** False if there is no connection to send on. */
  send(frame: ChatClientFrame): boolean
  /** Reconnects at once, even after it was closed by an error. */
  retry(): void
  /** Drops the connection at once, for when the device is known to be offline. */
  lose(): void
  /** Closes it on purpose. */
  close(): void
  readonly phase: ChatPhase
}

/** AMB-186 */
const reconnect = { first: 1_000, longest: 30_000 }
const KEEPALIVE_MS = 15_000
/** A connection without any frame for this long is dead, because each keepalive is answered. */
const DEAD_MS = 25_000
const ANSWER_MS = 10_000

/**
 * Keeps a chat connection: handshake, keepalive, and reconnection unless it was closed on purpose (CHAT-19, CHAT-28, CHAT-35). The
 * server closes the socket after an error; a lasting one ends the connection (CHAT-27).
 */
export function connectChat(options: ChatConnectionOptions): ChatConnection {
  const { onFrame, onPhase, isTransient, log, webSocket = openSocket, clock = systemClock, random } = options
  const url = options.url.replace(/^http/, 'ws')
  let phase: ChatPhase = 'connecting'
  let socket: LiveSocket | undefined
  let failures = 0
  let attempt = 0
  const timers = new Map<'retry' | 'answer' | 'keepalive' | 'silence', () => void>()

  function arm(name: 'retry' | 'answer' | 'keepalive' | 'silence', ms: number, run: () => void): void {
    timers.get(name)?.()
    timers.set(name, clock.after(ms, run))
  }

  function enter(next: ChatPhase): void {
    if (phase === next) return
    phase = next
    onPhase(phase)
  }

  function drop(): void {
    attempt += 1
    for (const cancel of timers.values()) cancel()
    timers.clear()
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    // `ws` throws errors that have no listener.
    socket.onerror = () => {}
    socket.close()
    socket = undefined
  }

  function fail(): void {
    drop()
    failures += 1
    enter('offline')
    arm('retry', backoffDelay(reconnect, failures, random), () => void open())
  }

  function close(): void {
    drop()
    enter('closed')
  }

  function write(frame: ChatClientFrame): void {
    socket?.send(JSON.stringify(frame))
  }

  function keepalive(): void {
    write({ mode: 'keepalive' })
    arm('keepalive', KEEPALIVE_MS, keepalive)
  }

  function receive(data: unknown): void {
    const frame = readFrame(data)
    if (!frame) return log('unreadable chat frame')
    arm('silence', DEAD_MS, fail)
    if (frame.mode === 'handshake') {
      failures = 0
      timers.get('answer')?.()
      arm('keepalive', KEEPALIVE_MS, keepalive)
      enter('online')
    }
    onFrame(frame)
    if (frame.mode !== 'error') return
    if (isTransient(frame)) fail()
    else close()
  }

  async function open(): Promise<void> {
    drop()
    const mine = attempt
    if (phase === 'closed') enter('connecting')
    arm('answer', ANSWER_MS, fail)
    try {
      const handshake = await options.getHandshake()
      if (mine !== attempt) return
      const opened = await webSocket(url)
      if (mine !== attempt) return opened.close()
      socket = opened
      opened.onmessage = (event: { data: unknown }) => receive(event.data)
      opened.onclose = opened.onerror = () => fail()
      opened.onopen = () => write({ ...handshake, mode: 'handshake' })
    } catch (error) {
      // Without WebSocket support this is all that happens (CHAT-28).
      log("can't open the chat", error)
      if (mine === attempt) fail()
    }
  }

  void open()
  return {
    send(frame) {
      if (phase !== 'online') return false
      write(frame)
      return true
    },
    retry() {
      if (phase === 'closed' || timers.has('retry')) void open()
    },
    lose() {
      if (phase === 'online' || phase === 'connecting') fail()
    },
    close,
    get phase() {
      return phase
    },
  }
}

/** The server is trusted to follow the contract; frames of newer servers are left to the reader. */
function readFrame(data: unknown): ChatServerFrame | undefined {
  try {
    const value = JSON.parse(String(data)) as ChatServerFrame | null
    return typeof value === 'object' && typeof value?.mode === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
