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

/** Waits for the client's hello, and lets it in unless told otherwise. */
async function greet({ feed = 90, admit = true } = {}): Promise<{ line: StubLine; hello: Record<string, unknown> }> {
  const line = await server.lines.next()
  const hello = await line.frames.next()
  if (admit) {
    line.say(welcome(feed))
    while ((await frames.next()).type !== 'welcome');
  }
  return { line, hello }
}

/** Sends frames and waits until the client has passed the last one on. */
async function tell(line: StubLine, ...said: object[]): Promise<LiveServerFrame[]> {
  for (const frame of said) line.say(frame)
  const heard = []
  for (const _ of said) heard.push(await frames.next())
  return heard
}

describe('hello', () => {
  it('says first who it is, what it wants to see and from where on', async () => {
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

  it('asks for the token at each attempt, and tries again when there is none to be had', async () => {
    const tokens = [Promise.reject(new Error('locked')), Promise.resolve('second'), Promise.resolve('third')]
    connect({ getToken: () => tokens.shift() })
    expect((await states.next()).phase).toBe('offline')
    clock.advance(1_000)
    const { line, hello } = await greet()
    line.breakOff()
    await states.next()
    await states.next()
    clock.advance(1_000)
    expect([hello['token'], (await greet()).hello['token']]).toEqual(['second', 'third'])
  })
})

describe('resuming', () => {
  it.each<[string, object[], number]>([
    ['where it began when only welcome came', [], 50],
    ['after the last orders', [orders(60), orders(61)], 61],
    ['after changes of other tables', [orders(60), { type: 'changed', feed: 70, table: 'merchant', ids: [1] }], 70],
    ['after the number of a pong', [orders(60), pong(64)], 64],
    ['not before what it has seen', [orders(60), orders(55)], 60],
    ['where a resync says, even before', [orders(60), { type: 'resync', feed: 7, reason: 'company' }], 7],
  ])('starts %s', async (_what, said, since) => {
    connect()
    const { line } = await greet()
    expect(await tell(line, ...said)).toEqual(said)
    line.breakOff()
    expect([(await states.next()).phase, (await states.next()).phase]).toEqual(['online', 'offline'])
    clock.advance(1_000)
    expect((await greet()).hello).toMatchObject({ type: 'hello', since, merchants: 'all' })
    expect((await states.next()).phase).toBe('online')
  })

  it('asks for other merchants at once, and for those again after a lost line', async () => {
    connect()
    const { line } = await greet()
    await tell(line, orders(60))
    live.watch([4])
    expect(await line.frames.next()).toEqual({ type: 'watch', merchants: [4], since: 60 })
    line.breakOff()
    await states.next()
    await states.next()
    live.watch([5, 6], 58)
    clock.advance(1_000)
    expect((await greet()).hello).toMatchObject({ merchants: [5, 6], since: 58 })
  })

  it('asks for other merchants after the welcome when the wish came in between', async () => {
    connect()
    const { line } = await greet({ admit: false })
    live.watch([4], 40)
    expect(line.frames.waiting()).toEqual([])
    await tell(line, welcome())
    expect(await line.frames.next()).toEqual({ type: 'watch', merchants: [4], since: 40 })
  })

  it('does not count what was still sent for the merchants before', async () => {
    connect()
    const { line } = await greet()
    live.watch([4], 40)
    await tell(line, orders(60))
    line.breakOff()
    await states.next()
    await states.next()
    clock.advance(1_000)
    const { line: second, hello } = await greet()
    expect(hello).toMatchObject({ merchants: [4], since: 40 })
    live.watch([5], 41)
    await tell(second, orders(60), pong(62), orders(63))
    second.breakOff()
    await states.next()
    await states.next()
    clock.advance(1_000)
    expect((await greet()).hello).toMatchObject({ merchants: [5], since: 63 })
  })
})

describe('nonsense', () => {
  it.each<[string, string | Uint8Array, IgnoredFrame['reason']]>([
    ['no JSON', 'hello?', 'not_json'],
    ['bytes', new Uint8Array([1, 2, 3]), 'not_json'],
    ['JSON that is no object', '"orders"', 'not_json'],
    ['no type', '{}', 'unknown_type'],
    ['a type of a newer server', '{"type":"weather","feed":99}', 'unknown_type'],
    ['a broken pong', '{"type":"pong"}', 'invalid'],
  ])('is ignored and told to the log: %s', async (_what, message, reason) => {
    connect()
    const { line } = await greet()
    if (typeof message === 'string') line.say(message)
    else line.sayBytes(message)
    expect(await tell(line, orders(60))).toEqual([orders(60)])
    expect(ignored.map((frame) => frame.reason)).toEqual([reason])
    expect(live.state.phase).toBe('online')
  })

  it.each([
    ['orders', { type: 'orders', feed: 60, rows: 'many' }],
    ['changes', { type: 'changed', feed: 60 }],
    ['a resync for a reason of a newer server', { type: 'resync', feed: 60, reason: 'flood' }],
  ])('that hides news makes the client read everything anew: %s', async (_what, message) => {
    connect()
    const { line } = await greet()
    expect(await tell(line, message)).toEqual([{ type: 'resync', feed: 50, reason: 'large_change' }])
    expect(ignored).toHaveLength(1)
  })
})

describe('lost lines', () => {
  it('comes back after 1 s doubling to 30 s, and after 1 s again once it was welcome', async () => {
    connect()
    const pauses: (number | undefined)[] = []
    for (let failure = 0; failure < 7; failure += 1) {
      const { line } = await greet({ admit: false })
      line.breakOff()
      if (failure === 0) await states.next()
      while (clock.pending().length !== 1 || clock.pending()[0] === 10_000) await new Promise(setImmediate)
      pauses.push(clock.pending()[0])
      clock.advance(pauses.at(-1) ?? 0)
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    const { line } = await greet()
    expect((await states.next()).phase).toBe('online')
    line.breakOff()
    await states.next()
    expect(clock.pending()).toEqual([1_000])
  })

  it('takes up to half of a pause off by chance', async () => {
    connect({ random: () => 0 })
    const { line } = await greet({ admit: false })
    line.breakOff()
    await states.next()
    expect(clock.pending()).toEqual([500])
  })

  it('KDS-17: says since when it is connecting, online, offline and closed', async () => {
    connect()
    const began = clock.now()
    expect(live.state).toEqual({ phase: 'connecting', since: began })
    clock.advance(2_000)
    const first = await greet()
    expect(await states.next()).toEqual({ phase: 'online', since: began + 2_000 })
    clock.advance(5_000)
    first.line.breakOff()
    expect(await states.next()).toEqual({ phase: 'offline', since: began + 7_000 })
    clock.advance(1_000)
    const second = await greet({ admit: false })
    second.line.breakOff()
    await second.line.ended
    clock.advance(60_000)
    expect(live.state).toEqual({ phase: 'offline', since: began + 7_000 })
    live.close()
    expect(await states.next()).toEqual({ phase: 'closed', since: began + 68_000 })
  })

  it('gives up on a server that takes the line and never answers', async () => {
    connect()
    const { line } = await greet({ admit: false })
    clock.advance(10_000)
    expect((await states.next()).phase).toBe('offline')
    await line.ended
  })

  it('tries at once when told that the network is back', async () => {
    connect()
    const { line } = await greet({ admit: false })
    line.breakOff()
    await states.next()
    live.retry()
    await greet()
    expect((await states.next()).phase).toBe('online')
  })

  it('is offline at once when told that the network is gone, and comes back when told that it is back', async () => {
    connect()
    await greet()
    expect((await states.next()).phase).toBe('online')
    live.lose()
    expect((await states.next()).phase).toBe('offline')
    live.retry()
    await greet()
    expect((await states.next()).phase).toBe('online')
  })

  it('comes back by itself to a server that was restarted', async () => {
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
  it('pings every 5 s, and a line that answers stays', async () => {
    connect()
    const { line } = await greet()
    for (let at = 0; at < 6; at += 1) {
      clock.advance(5000)
      expect(await line.frames.next()).toEqual({ type: 'ping' })
      await tell(line, pong(90))
    }
    expect(live.state.phase).toBe('online')
  })

  it('KDS-17: a line without a frame for 15 s is opened anew, and counts as lost since the last one', async () => {
    connect()
    const { line } = await greet()
    await states.next()
    clock.advance(7_000)
    await tell(line, orders(60))
    const heard = clock.now()
    clock.advance(14_999)
    expect(live.state.phase).toBe('online')
    clock.advance(1)
    expect(await states.next()).toEqual({ phase: 'offline', since: heard })
    await line.ended
    clock.advance(1_000)
    expect((await greet()).hello).toMatchObject({ since: 60 })
  })

  it('a tab whose timers come late asks before it calls the line dead', async () => {
    connect()
    const { line } = await greet()
    clock.sleep(60_000)
    expect(await line.frames.next()).toEqual({ type: 'ping' })
    expect(live.state.phase).toBe('online')
    await tell(line, pong(90))
    clock.advance(10_000)
    expect(live.state.phase).toBe('online')
  })
})

describe('the end', () => {
  it('signed_out ends it: the reason is passed on and nobody comes back', async () => {
    connect()
    const { line } = await greet()
    await states.next()
    await tell(line, { type: 'signed_out', code: 'session_expired', error: 'Expired' })
    expect((await states.next()).phase).toBe('closed')
    await line.ended
    expect(clock.pending()).toEqual([])
    live.retry()
    expect(live.state.phase).toBe('closed')
  })

  it('close ends the line and every timer, also before the line is there', async () => {
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

  it('a line that comes after close is ended unused', async () => {
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

  it('a refusal is passed on and tried again', async () => {
    connect()
    const { line } = await greet({ admit: false })
    const refusal = { type: 'error', code: 'rate_limited', error: 'Wait %1 seconds', params: [10] }
    expect(await tell(line, refusal)).toEqual([refusal])
    line.breakOff()
    await states.next()
    clock.advance(1_000)
    await greet()
  })
})
