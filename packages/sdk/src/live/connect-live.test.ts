import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { LiveServerFrame } from '../contract/live.ts'
import { connectLive, type LiveConnection, type LiveOptions, type LiveState } from './connect-live.ts'
import { fakeClock, type FakeClock } from './fake-clock.ts'
import type { IgnoredFrame } from './read-frame.ts'
import type { LiveSocket } from './open-socket.ts'
import { type Queue, queue, stubLive, type StubLine, type StubLive } from './stub-live.ts'

const app = { name: 'tui', version: '1.0.0', contract: 1 } as const
const welcome = (feed = 90) => ({ type: 'welcome', feed, server_time: 1 })
const orders = (feed: number) => ({ type: 'orders', feed, server_time: 1, rows: [{ order_id: feed }], gone: [] })
const pong = (feed: number) => ({ type: 'pong', feed, server_time: 1 })

let server: StubLive
let clock: FakeClock
let live: LiveConnection
let frames: Queue<LiveServerFrame>
let states: Queue<LiveState>
let ignored: IgnoredFrame[]

beforeEach(async () => {
  server = await stubLive()
  clock = fakeClock()
  frames = queue()
  states = queue()
  ignored = []
})
afterEach(async () => {
  live.close()
  await server.close()
})

function connect(options: Partial<LiveOptions> = {}): void {
  live = connectLive({
    url: server.url,
    getToken: () => 'secret',
    app,
    company: 3,
    merchants: 'all',
    since: 50,
    lang: 'ru',
    onFrame: (frame) => frames.push(frame),
    onState: (state) => states.push(state),
    onIgnored: (frame) => ignored.push(frame),
    clock,
    random: () => 1,
    ...options,
  })
}

/** Waits for the client's hello and admits it unless told otherwise. */
async function greet({ feed = 90, admit = true } = {}): Promise<{ line: StubLine; hello: Record<string, unknown> }> {
  const line = await server.lines.next()
  const hello = await line.frames.next()
  if (admit) {
    line.say(welcome(feed))
    while ((await frames.next()).type !== 'welcome');
  }
  return { line, hello }
}

/** Sends frames and waits until the client has passed on the last one. */
async function send(line: StubLine, ...said: object[]): Promise<LiveServerFrame[]> {
  for (const frame of said) line.say(frame)
  const heard = []
  for (const _ of said) heard.push(await frames.next())
  return heard
}

describe('hello', () => {
  it('sends the token, the merchants and the feed number first', async () => {
    connect({ merchants: [1, 2], kiosk: true })
    const { hello } = await greet()
    expect(hello).toEqual({
      type: 'hello',
      token: 'secret',
      app,
      company: 3,
      merchants: [1, 2],
      since: 50,
      lang: 'ru',
      kiosk: true,
    })
  })

  it('reads the token on each attempt, and retries without one', async () => {
    const tokens = [Promise.reject(new Error('locked')), Promise.resolve('second'), Promise.resolve('third')]
    connect({ getToken: () => tokens.shift() })
    expect((await states.next()).phase).toBe('offline')
    clock.advance(1_000)
    const { line, hello } = await greet()
    line.terminate()
    await states.next()
    await states.next()
    clock.advance(1_000)
    expect([hello['token'], (await greet()).hello['token']]).toEqual(['second', 'third'])
  })
})

describe('resuming', () => {
  it.each<[string, object[], number]>([
    ['from its start if only welcome arrived', [], 50],
    ['after the last orders', [orders(60), orders(61)], 61],
    ['after changes of other tables', [orders(60), { type: 'changed', feed: 70, table: 'merchant', ids: [1] }], 70],
    ['after the number of a pong', [orders(60), pong(64)], 64],
    ['never before what it has seen', [orders(60), orders(55)], 60],
    ['where a resync says, even earlier', [orders(60), { type: 'resync', feed: 7, reason: 'company' }], 7],
  ])('starts %s', async (_what, said, since) => {
    connect()
    const { line } = await greet()
    expect(await send(line, ...said)).toEqual(said)
    line.terminate()
    expect([(await states.next()).phase, (await states.next()).phase]).toEqual(['online', 'offline'])
    clock.advance(1_000)
    expect((await greet()).hello).toMatchObject({ type: 'hello', since, merchants: 'all' })
    expect((await states.next()).phase).toBe('online')
  })

  it('switches merchants at once, and asks for the new ones again after a lost connection', async () => {
    connect()
    const { line } = await greet()
    await send(line, orders(60))
    live.watch([4])
    expect(await line.frames.next()).toEqual({ type: 'watch', merchants: [4], since: 60 })
    line.terminate()
    await states.next()
    await states.next()
    live.watch([5, 6], 58)
    clock.advance(1_000)
    expect((await greet()).hello).toMatchObject({ merchants: [5, 6], since: 58 })
  })

  it('switches merchants after the welcome if the request came before it', async () => {
    connect()
    const { line } = await greet({ admit: false })
    live.watch([4], 40)
    expect(line.frames.waiting()).toEqual([])
    await send(line, welcome())
    expect(await line.frames.next()).toEqual({ type: 'watch', merchants: [4], since: 40 })
  })

  it('does not count frames that were still sent for the previous merchants', async () => {
    connect()
    const { line } = await greet()
    live.watch([4], 40)
    await send(line, orders(60))
    line.terminate()
    await states.next()
    await states.next()
    clock.advance(1_000)
    const { line: second, hello } = await greet()
    expect(hello).toMatchObject({ merchants: [4], since: 40 })
    live.watch([5], 41)
    await send(second, orders(60), pong(62), orders(63))
    second.terminate()
    await states.next()
    await states.next()
    clock.advance(1_000)
    expect((await greet()).hello).toMatchObject({ merchants: [5], since: 63 })
  })
})

describe('invalid frames', () => {
  it.each<[string, string | Uint8Array, IgnoredFrame['reason']]>([
    ['no JSON', 'hello?', 'not_json'],
    ['bytes', new Uint8Array([1, 2, 3]), 'not_json'],
    ['JSON that is not an object', '"orders"', 'not_json'],
    ['no type', '{}', 'unknown_type'],
    ['a type of a newer server', '{"type":"weather","feed":99}', 'unknown_type'],
    ['a broken pong', '{"type":"pong"}', 'invalid'],
  ])('ignores and logs %s', async (_what, message, reason) => {
    connect()
    const { line } = await greet()
    if (typeof message === 'string') line.say(message)
    else line.sendBytes(message)
    expect(await send(line, orders(60))).toEqual([orders(60)])
    expect(ignored.map((frame) => frame.reason)).toEqual([reason])
    expect(live.state.phase).toBe('online')
  })

  it.each([
    ['orders', { type: 'orders', feed: 60, rows: 'many' }],
    ['changes', { type: 'changed', feed: 60 }],
    ['a resync with a reason of a newer server', { type: 'resync', feed: 60, reason: 'flood' }],
  ])('reloads everything after a lost change: %s', async (_what, message) => {
    connect()
    const { line } = await greet()
    expect(await send(line, message)).toEqual([{ type: 'resync', feed: 50, reason: 'large_change' }])
    expect(ignored).toHaveLength(1)
  })
})

describe('lost connections', () => {
  it('reconnects after 1 s, doubling to 30 s, and after 1 s again after a welcome', async () => {
    connect()
    const pauses: (number | undefined)[] = []
    for (let failure = 0; failure < 7; failure += 1) {
      const { line } = await greet({ admit: false })
      line.terminate()
      if (failure === 0) await states.next()
      while (clock.pending().length !== 1 || clock.pending()[0] === 10_000) await new Promise(setImmediate)
      pauses.push(clock.pending()[0])
      clock.advance(pauses.at(-1) ?? 0)
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    const { line } = await greet()
    expect((await states.next()).phase).toBe('online')
    line.terminate()
    await states.next()
    expect(clock.pending()).toEqual([1_000])
  })

  it('shortens delays by a random part of up to half', async () => {
    connect({ random: () => 0 })
    const { line } = await greet({ admit: false })
    line.terminate()
    await states.next()
    expect(clock.pending()).toEqual([500])
  })

  it('KDS-17: reports since when it is connecting, online, offline and closed', async () => {
    connect()
    const began = clock.now()
    expect(live.state).toEqual({ phase: 'connecting', since: began })
    clock.advance(2_000)
    const first = await greet()
    expect(await states.next()).toEqual({ phase: 'online', since: began + 2_000 })
    clock.advance(5_000)
    first.line.terminate()
    expect(await states.next()).toEqual({ phase: 'offline', since: began + 7_000 })
    clock.advance(1_000)
    const second = await greet({ admit: false })
    second.line.terminate()
    await second.line.ended
    clock.advance(60_000)
    expect(live.state).toEqual({ phase: 'offline', since: began + 7_000 })
    live.close()
    expect(await states.next()).toEqual({ phase: 'closed', since: began + 68_000 })
  })

  it('gives up on a server that accepts the connection and never answers', async () => {
    connect()
    const { line } = await greet({ admit: false })
    clock.advance(10_000)
    expect((await states.next()).phase).toBe('offline')
    await line.ended
  })

  it('reconnects at once when the network comes back', async () => {
    connect()
    const { line } = await greet({ admit: false })
    line.terminate()
    await states.next()
    live.retry()
    await greet()
    expect((await states.next()).phase).toBe('online')
  })

  it('goes offline at once when the network is lost, and reconnects when it comes back', async () => {
    connect()
    await greet()
    expect((await states.next()).phase).toBe('online')
    live.lose()
    expect((await states.next()).phase).toBe('offline')
    live.retry()
    await greet()
    expect((await states.next()).phase).toBe('online')
  })

  it('reconnects to a restarted server', async () => {
    connect()
    await greet()
    await states.next()
    const port = Number(new URL(server.url).port)
    await server.close()
    expect((await states.next()).phase).toBe('offline')
    server = await stubLive(port)
    clock.advance(1_000)
    expect((await greet()).hello).toMatchObject({ since: 50 })
  })
})

describe('silence', () => {
  it('pings every 5 s and keeps a connection that answers', async () => {
    connect()
    const { line } = await greet()
    for (let at = 0; at < 6; at += 1) {
      clock.advance(5000)
      expect(await line.frames.next()).toEqual({ type: 'ping' })
      await send(line, pong(90))
    }
    expect(live.state.phase).toBe('online')
  })

  it('KDS-17: reconnects after 15 s without a frame, and counts as offline since the last frame', async () => {
    connect()
    const { line } = await greet()
    await states.next()
    clock.advance(7_000)
    await send(line, orders(60))
    const heard = clock.now()
    clock.advance(14_999)
    expect(live.state.phase).toBe('online')
    clock.advance(1)
    expect(await states.next()).toEqual({ phase: 'offline', since: heard })
    await line.ended
    clock.advance(1_000)
    expect((await greet()).hello).toMatchObject({ since: 60 })
  })

  it('pings before it gives up a connection when the timers of a tab run late', async () => {
    connect()
    const { line } = await greet()
    clock.sleep(60_000)
    expect(await line.frames.next()).toEqual({ type: 'ping' })
    expect(live.state.phase).toBe('online')
    await send(line, pong(90))
    clock.advance(10_000)
    expect(live.state.phase).toBe('online')
  })
})

describe('closing', () => {
  it('passes on the reason of signed_out and does not reconnect', async () => {
    connect()
    const { line } = await greet()
    await states.next()
    await send(line, { type: 'signed_out', code: 'session_expired', error: 'Expired' })
    expect((await states.next()).phase).toBe('closed')
    await line.ended
    expect(clock.pending()).toEqual([])
    live.retry()
    expect(live.state.phase).toBe('closed')
  })

  it('closes the connection and every timer, also while connecting', async () => {
    connect()
    live.close()
    await new Promise(setImmediate)
    expect([live.state.phase, clock.pending(), server.lines.waiting()]).toEqual(['closed', [], []])
    connect()
    const { line } = await greet()
    live.close()
    await line.ended
    expect(clock.pending()).toEqual([])
  })

  it('closes a connection that opens after close', async () => {
    let asked = () => {}
    const opening = new Promise<void>((resolve) => (asked = resolve))
    let give = (_socket: LiveSocket) => {}
    const socket = new Promise<LiveSocket>((resolve) => (give = resolve))
    connect({ webSocket: () => (asked(), socket) })
    await opening
    live.close()
    const line = new WebSocket(server.url)
    const ended = new Promise((resolve) => line.once('close', resolve))
    give(line)
    await ended
    expect(server.lines.waiting()).toEqual([])
  })

  it('passes on a refusal and retries', async () => {
    connect()
    const { line } = await greet({ admit: false })
    const refusal = { type: 'error', code: 'rate_limited', error: 'Wait %1 seconds', params: [10] }
    expect(await send(line, refusal)).toEqual([refusal])
    line.terminate()
    await states.next()
    clock.advance(1_000)
    await greet()
  })
})
