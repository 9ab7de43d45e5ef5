import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setImmediate } from 'node:timers/promises'
import type { ChatClientFrame, ChatMessage, ChatServerFrame } from '@tiffin/sdk/contract'
import { stubClock, type StubClock } from '#session/stub-clock'
import { memoryStorage } from '../ports.ts'
import { selectConnection } from './chat-state.ts'
import { type Chat, createChat } from './create-chat.ts'

/** The server's end of one socket. */
interface Line {
  frames: ChatClientFrame[]
  say(frame: ChatServerFrame): void
  cut(): void
  fail(): void
  isClosed: boolean
}

let clock: StubClock
let lines: Line[]
let errors: string[]
let chat: Chat
let visible: boolean
let storage: ReturnType<typeof memoryStorage>

beforeEach(() => {
  clock = stubClock()
  lines = []
  errors = []
  visible = true
  storage = memoryStorage()
})
afterEach(() => chat.stop())

function webSocket() {
  const socket = {
    onopen: null as (() => void) | null,
    onmessage: null as ((event: { data: string }) => void) | null,
    onclose: null as (() => void) | null,
    onerror: null as (() => void) | null,
    send: (text: string) => void line.frames.push(JSON.parse(text) as ChatClientFrame),
    close: () => void (line.isClosed = true),
  }
  const line: Line = {
    frames: [],
    isClosed: false,
    say: (frame) => socket.onmessage?.({ data: JSON.stringify(frame) }),
    cut: () => socket.onclose?.(),
    fail: () => socket.onerror?.(),
  }
  lines.push(line)
  void setImmediate().then(() => socket.onopen?.())
  return socket
}

async function start(side: 0 | 1 = 1): Promise<Line> {
  chat = createChat({
    side,
    url: 'http://server.test/chat',
    getHandshake: () => ({ mode: 'handshake', token: 'secret' }),
    webSocket: webSocket,
    ports: { clock, moves: storage, log: () => {}, isVisible: () => visible },
    owner: () => '1.7',
    onError: ({ code }) => errors.push(code),
    notSaved: () => {},
  })
  chat.start()
  return greet()
}
async function greet(unread = 0): Promise<Line> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate()
  const line = lines.at(-1) as Line
  line.say({ mode: 'handshake', server_time: 1, unread })
  return line
}
async function reconnect(): Promise<Line> {
  lines.at(-1)?.cut()
  await clock.advance(2000)
  return greet()
}

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const message = (n: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  uuid: id(n),
  chat_id: n,
  type: 0,
  text: `m${n}`,
  file: null,
  quote: null,
  status: 1,
  date: '2026-11-20T10:00:00.000Z',
  showdate: 0,
  style: '',
  delete: 0,
  user_id: 5,
  user_name: 'Ida',
  admin_id: null,
  admin_name: '',
  ...more,
})
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => message(from + index))
const said = <M extends ChatClientFrame['mode']>(line: Line, mode: M) =>
  line.frames.filter((frame): frame is Extract<ChatClientFrame, { mode: M }> => frame.mode === mode)
const top = (line: Line, messages: ChatMessage[], at: number | null = null) =>
  line.say({ mode: 'get_messages_top', user_id: 5, id: at, messages })
const numbers = () => chat.store.getState().messages.map(({ chat_id }) => chat_id)

describe('sending', () => {
  const texts = (line: Line) => said(line, 'message').map((frame) => frame.message.text)

  it('CHAT-20: sends only with a text or a file', async () => {
    const line = await start()
    chat.open(5)
    expect([chat.send({ text: '  \n', quote: null }), chat.send({ text: '', quote: null })]).toEqual([false, false])
    const file = { flag: 2, name: 'a', type: 'b/c', content: 'x' } as const
    expect(chat.send({ text: '', quote: null, file })).toBe(true)
    await clock.advance(0)
    expect(said(line, 'message')).toEqual([expect.objectContaining({ message: expect.objectContaining({ file }) as object })])
  })

  it('CHAT-31 PERM-26: carries the quote as a uuid, in the order of writing', async () => {
    const line = await start()
    chat.open(5)
    chat.send({ text: 'one & <two>', quote: id(9) })
    chat.send({ text: 'three', quote: null })
    await clock.advance(0)
    expect(texts(line)).toEqual(['one &amp; &lt;two&gt;'])
    const [first] = said(line, 'message')
    expect(first?.message.quote).toBe(id(9))
    line.say({ mode: 'message', message: message(1, { uuid: first?.message.uuid ?? '', type: 1 }) })
    await clock.advance(0)
    expect(texts(line)).toEqual(['one &amp; &lt;two&gt;', 'three'])
  })

  it.each(['cut', 'restart', 'silence'])('CHAT-31: loses nothing by a %s, and sends uuid and quote again', async (how) => {
    const line = await start()
    chat.open(5)
    chat.send({ text: 'one', quote: id(9) })
    chat.send({ text: 'two', quote: null })
    await clock.advance(0)
    const [before] = said(line, 'message')
    let next: Line
    if (how === 'restart') {
      chat.stop()
      next = await start()
    } else if (how === 'cut') next = await reconnect()
    else {
      await clock.advance(40_000)
      next = await greet()
    }
    await clock.advance(2000)
    expect(said(next, 'message')[0]?.message).toEqual(before?.message)
    for (const sent of ['one', 'two']) {
      const last = said(next, 'message').at(-1)
      expect(last?.message.text).toBe(sent)
      next.say({
        mode: 'message',
        message: message(sent === 'one' ? 1 : 2, { uuid: last?.message.uuid ?? '', type: 1, text: sent }),
      })
      await clock.advance(2000)
    }
    expect([chat.store.getState().unsent, storage.keys('chat.')]).toEqual([[], []])
  })

  it('CHAT-14: a message is pending until it is stored as sent (1), and becomes delivered (2) and read (3), never less', async () => {
    const line = await start()
    chat.open(5)
    top(line, [])
    chat.send({ text: 'one', quote: null })
    await clock.advance(0)
    const uuid = said(line, 'message')[0]?.message.uuid ?? ''
    const state = () => ({
      pending: chat.store.getState().unsent.map(({ intent_id }) => intent_id),
      stored: chat.store.getState().messages.map(({ status }) => status),
    })
    expect(state()).toEqual({ pending: [uuid], stored: [] })
    line.say({ mode: 'message', message: message(1, { uuid, type: 1, status: 1 }) })
    await clock.advance(0)
    expect(state()).toEqual({ pending: [], stored: [1] })
    for (const [status, shown] of [
      [2, 2],
      [1, 2],
      [3, 3],
      [2, 3],
    ] as const) {
      line.say({ mode: 'status', user_id: 5, status: [{ uuid, status }] })
      expect(state().stored).toEqual([shown])
    }
  })

  it('keeps a refused message until it is sent again or discarded, and does not let it block others', async () => {
    const line = await start()
    chat.open(5)
    chat.send({ text: 'bad', quote: id(9) })
    chat.send({ text: 'good', quote: null })
    await clock.advance(0)
    const bad = said(line, 'message')[0]?.message.uuid ?? ''
    line.say({ mode: 'error', code: 'not_found', error: 'x', uuid: bad })
    await clock.advance(0)
    expect([...chat.store.getState().refused.keys()]).toEqual([bad])
    expect(storage.keys('chat.')).toHaveLength(2)
    chat.retry()
    const next = await greet()
    await clock.advance(2000)
    expect(texts(next)).toEqual(['good'])
    chat.discard(bad)
    expect([chat.store.getState().refused.size, storage.keys('chat.').length]).toEqual([0, 1])
  })

  it('sends the last message that its sender saw, not one that arrived unseen or while disconnected', async () => {
    const line = await start()
    chat.open(5)
    top(line, range(1, 3))
    visible = false
    line.say({ mode: 'message', message: message(4, { type: 1, admin_id: 9 }) })
    chat.send({ text: 'one', quote: null })
    await clock.advance(0)
    expect(said(line, 'message').at(-1)?.message).toMatchObject({ text: 'one', seen: 3 })
    line.say({ mode: 'message', message: message(5, { uuid: said(line, 'message').at(-1)?.message.uuid ?? '', type: 1 }) })
    visible = true
    chat.see()
    line.cut()
    chat.send({ text: 'two', quote: null })
    await clock.advance(2000)
    const next = await greet()
    await clock.advance(0)
    expect(said(next, 'message').at(-1)?.message).toMatchObject({ text: 'two', seen: 5 })
  })

  it("asks before a message goes out over a colleague's reply, and reconnects by itself", async () => {
    const line = await start()
    chat.open(5)
    top(line, range(1, 3))
    chat.send({ text: 'late', quote: null })
    await clock.advance(0)
    const uuid = said(line, 'message').at(-1)?.message.uuid ?? ''
    line.say({ mode: 'error', code: 'colleague_replied', error: 'x', params: ['Ida', 4], uuid })
    await clock.advance(0)
    expect([...chat.store.getState().refused.keys()]).toEqual([uuid])
    await clock.advance(2000)
    const next = await greet()
    expect(chat.store.getState().phase).toBe('online')
    chat.sendAnyway(uuid)
    await clock.advance(2000)
    expect(said(next, 'message').map((frame) => frame.message)).toMatchObject([{ uuid, text: 'late', seen: 4 }])
    next.say({ mode: 'message', message: message(5, { uuid, type: 1, text: 'late' }) })
    await clock.advance(0)
    expect([chat.store.getState().refused.size, storage.keys('chat.')]).toEqual([0, []])
  })

  it("takes a message back to be changed, with the colleague's reply counted as seen", async () => {
    const line = await start()
    chat.open(5)
    top(line, range(1, 3))
    chat.send({ text: 'late & <wrong>', quote: id(3) })
    await clock.advance(0)
    const uuid = said(line, 'message').at(-1)?.message.uuid ?? ''
    line.say({ mode: 'error', code: 'colleague_replied', error: 'x', params: ['Ida', 4], uuid })
    await clock.advance(0)
    expect(chat.takeBack(uuid)).toEqual({ text: 'late & <wrong>', quote: id(3), file: null })
    expect([chat.store.getState().refused.size, storage.keys('chat.')]).toEqual([0, []])
    await clock.advance(2000)
    const next = await greet()
    chat.send({ text: 'better', quote: null })
    await clock.advance(2000)
    expect(said(next, 'message').at(-1)?.message).toMatchObject({ text: 'better', seen: 4 })
  })

  it('keeps typed text over a restart', async () => {
    await start()
    const file = { flag: 2 as const, name: 'plan.pdf', type: 'application/pdf', content: 'a.bin' }
    chat.keepDraft(5, { text: 'half a sen', quote: id(3) })
    chat.keepDraft(7, { text: '', quote: null, file })
    chat.stop()
    await start()
    expect([chat.draft(5), chat.draft(6), chat.draft(7)]).toEqual([
      { text: 'half a sen', quote: id(3), file: null },
      { text: '', quote: null, file: null },
      { text: '', quote: null, file },
    ])
    for (const user of [5, 7]) chat.keepDraft(user, { text: '', quote: null, file: null })
    expect(storage.keys('chatdraft.')).toEqual([])
  })

  it('CHAT-32: tells that someone types at most every 500 ms', async () => {
    const line = await start()
    chat.open(5)
    for (let at = 0; at < 10; at += 1) {
      chat.typed()
      await clock.advance(100)
    }
    expect(said(line, 'printing')).toEqual(Array.from({ length: 2 }, () => ({ mode: 'printing', user_id: 5 })))
  })
})

describe('history', () => {
  it('CHAT-36: opens at the newest 50 and pages up', async () => {
    const line = await start()
    chat.open(5)
    expect(said(line, 'get_messages_top')).toEqual([{ mode: 'get_messages_top', user_id: 5, id: null, limit: 50 }])
    top(line, range(51, 100))
    chat.loadOlder()
    chat.loadOlder()
    expect(said(line, 'get_messages_top').slice(1)).toEqual([{ mode: 'get_messages_top', user_id: 5, id: 51, limit: 50 }])
    top(line, range(1, 50), 51)
    expect(numbers()).toEqual(range(1, 100).map(({ chat_id }) => chat_id))
    top(line, [], 1)
    expect(chat.store.getState().hasOlder).toBe(false)
  })

  it('requests missed messages, so that there is no gap', async () => {
    const line = await start()
    chat.open(5)
    top(line, range(1, 3))
    line.say({ mode: 'message', message: message(6) })
    expect(said(line, 'get_messages_bottom')).toEqual([{ mode: 'get_messages_bottom', user_id: 5, id: 3, limit: 50 }])
    line.say({ mode: 'get_messages_bottom', user_id: 5, id: 3, messages: range(4, 6) })
    expect(numbers()).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('CHAT-37: after a lost connection reads all messages from the oldest one again, deletions and statuses included', async () => {
    const line = await start()
    chat.open(5)
    top(line, range(1, 3))
    const next = await reconnect()
    expect(said(next, 'get_all_messages_from_uuid')).toEqual([
      { mode: 'get_all_messages_from_uuid', user_id: 5, uuid: id(1), limit: 50 },
    ])
    const page = [message(1, { delete: 1, text: '' }), ...range(2, 50)]
    next.say({ mode: 'get_all_messages_from_uuid', user_id: 5, id: id(1), messages: page })
    expect(said(next, 'get_all_messages_from_uuid').at(-1)).toEqual({
      mode: 'get_all_messages_from_uuid',
      user_id: 5,
      uuid: id(50),
      limit: 50,
    })
    next.say({ mode: 'get_all_messages_from_uuid', user_id: 5, id: id(50), messages: range(50, 60) })
    expect(numbers()).toEqual(range(1, 60).map(({ chat_id }) => chat_id))
    expect(chat.store.getState().messages[0]).toMatchObject({ delete: 1, text: '' })
  })

  it('ignores pages of a conversation that was left', async () => {
    const line = await start()
    chat.open(5)
    chat.leave()
    chat.open(6)
    top(line, range(1, 3))
    expect(numbers()).toEqual([])
  })
})

describe('an earlier message', () => {
  const bottom = (line: Line, messages: ChatMessage[], at: number) =>
    line.say({ mode: 'get_messages_bottom', user_id: 5, id: at, messages })
  const span = () => [numbers()[0], numbers().at(-1)]

  /** A conversation of 500 messages that shows number 200. */
  async function showEarly(): Promise<Line> {
    const line = await start()
    chat.open(5)
    top(line, range(451, 500))
    chat.show({ uuid: id(200), chat_id: 200 })
    expect(said(line, 'get_messages_top').at(-1)).toMatchObject({ id: 201, user_id: 5 })
    expect(said(line, 'get_messages_bottom').at(-1)).toMatchObject({ id: 200, user_id: 5 })
    top(line, range(151, 200), 201)
    bottom(line, range(201, 250), 200)
    return line
  }

  it('is shown with the messages around it, from which the reader goes on to the newest', async () => {
    const line = await showEarly()
    expect(span()).toEqual([151, 250])
    expect(chat.store.getState()).toMatchObject({ shown: { uuid: id(200) }, hasNewer: true, hasOlder: true, loading: false })
    for (const from of [251, 301, 351, 401, 451]) {
      chat.loadNewer()
      bottom(line, range(from, from + 49), from - 1)
    }
    chat.loadNewer()
    bottom(line, [], 500)
    expect([span(), chat.store.getState().hasNewer]).toEqual([[151, 500], false])
    line.say({ mode: 'message', message: message(501) })
    expect(span()).toEqual([151, 501])
  })

  it('that is loaded is only shown', async () => {
    const line = await start()
    chat.open(5)
    top(line, range(451, 500))
    const asked = line.frames.length
    chat.show({ uuid: id(460), chat_id: 460 })
    expect([line.frames.length, span(), chat.store.getState().shown]).toEqual([asked, [451, 500], { uuid: id(460) }])
  })

  it('is not mixed with new messages, which count as delivered until they are shown', async () => {
    const line = await showEarly()
    line.say({ mode: 'message', message: message(501) })
    expect(span()).toEqual([151, 250])
    expect(said(line, 'msg_status').at(-1)?.status).toEqual([{ uuid: id(501), status: 2 }])
    chat.showNewest()
    // Requested before.
    bottom(line, range(251, 300), 250)
    expect(numbers()).toEqual([])
    top(line, range(452, 501))
    expect([span(), chat.store.getState().hasNewer]).toEqual([[452, 501], false])
  })

  it('is replaced by the newest messages when one is sent', async () => {
    const line = await showEarly()
    chat.send({ text: 'new', quote: null })
    await clock.advance(0)
    expect(said(line, 'get_messages_top').at(-1)).toMatchObject({ id: null })
    // The reader has seen the newest message before.
    expect(said(line, 'message')[0]?.message.seen).toBe(500)
  })

  it('a message that arrives while the last page is read is not missed', async () => {
    const line = await start()
    chat.open(5)
    top(line, range(101, 150))
    chat.show({ uuid: id(80), chat_id: 80 })
    top(line, range(31, 80), 81)
    bottom(line, range(81, 130), 80)
    chat.loadNewer()
    line.say({ mode: 'message', message: message(151) })
    bottom(line, range(131, 150), 130)
    expect(chat.store.getState().hasNewer).toBe(true)
    chat.loadNewer()
    bottom(line, [message(151)], 150)
    expect([span(), chat.store.getState().hasNewer]).toEqual([[31, 151], false])
  })

  it('stays after a lost connection, without the messages up to the newest', async () => {
    await showEarly()
    const line = await reconnect()
    top(line, range(451, 500))
    expect(span()).toEqual([151, 250])
    const all = { mode: 'get_all_messages_from_uuid', user_id: 5 } as const
    line.say({ ...all, id: id(151), messages: range(151, 200) })
    line.say({ ...all, id: id(200), messages: range(200, 249) })
    line.say({ ...all, id: id(249), messages: range(249, 298) })
    expect(said(line, 'get_all_messages_from_uuid').map(({ uuid }) => uuid)).toEqual([id(151), id(200), id(249)])
    expect([span(), chat.store.getState().hasNewer]).toEqual([[151, 298], true])
  })

  it('is requested again if the connection was lost first', async () => {
    const first = await start()
    chat.open(5)
    top(first, range(451, 500))
    chat.show({ uuid: id(200), chat_id: 200 })
    const line = await reconnect()
    top(line, range(451, 500))
    expect(numbers()).toEqual([])
    top(line, range(151, 200), 201)
    expect(span()).toEqual([151, 200])
  })
})

describe('statuses', () => {
  const told = (line: Line) => said(line, 'msg_status').flatMap(({ status }) => status.map((one) => [one.uuid, one.status]))

  it('CHAT-11 CHAT-15 CHAT-34: acknowledges incoming messages as read at once while they are seen, else as delivered (AMB-184)', async () => {
    const line = await start()
    chat.open(5)
    top(line, [])
    line.say({ mode: 'message', message: message(1) })
    line.say({ mode: 'message', message: message(2, { type: 1 }) })
    line.say({ mode: 'message', message: message(3, { user_id: 6 }) })
    visible = false
    line.say({ mode: 'message', message: message(4) })
    expect(told(line)).toEqual([
      [id(1), 3],
      [id(3), 2],
      [id(4), 2],
    ])
    visible = true
    chat.see()
    expect(told(line).at(-1)).toEqual([id(4), 3])
  })

  it('CHAT-16: marks unread messages of the opened user as delivered when the unread event arrives', async () => {
    visible = false
    const line = await start()
    chat.open(5)
    top(line, [])
    chat.store.setState({ messages: [message(1), message(2, { status: 2 })] })
    const user = {
      user_id: 5,
      phone: '',
      name: '',
      img: '',
      chat_admin_unread: 2,
      chat_date: null,
      admin_id: null,
      admin_name: '',
    }
    line.say({ mode: 'unread', unread: 3, user: { ...user, user_id: 6 } })
    expect(told(line)).toEqual([])
    line.say({ mode: 'unread', unread: 2, user })
    expect(told(line)).toEqual([[id(1), 2]])
    expect(chat.store.getState().unread).toBe(2)
  })

  it("CHAT-11 CHAT-16 CHAT-34: the customer's side acknowledges an administrator's messages (1), not its own (0)", async () => {
    visible = false
    const line = await start(0)
    chat.open(5)
    top(line, [])
    chat.store.setState({ messages: [message(1), ...[2, 3].map((n) => message(n, { type: 1 }))] })
    line.say({ mode: 'unread', unread: 2 })
    expect(told(line)).toEqual([2, 3].map((n) => [id(n), 2]))
  })
})

describe('the other side', () => {
  it('CHAT-33 CHAT-38: a message is deleted by its uuid, and emptied by the frame that says so', async () => {
    const line = await start()
    chat.open(5)
    const file = { flag: 2, name: 'a', type: 'b/c', content: 'x' } as const
    top(line, [message(1), message(2, { type: 1, file })])
    chat.remove(id(2))
    expect(said(line, 'delete_message')).toEqual([{ mode: 'delete_message', uuid: id(2) }])
    line.say({ mode: 'delete_message', user_id: 5, uuid: id(2) })
    const emptied = { text: '', file: null, delete: 1 }
    expect(chat.store.getState().messages).toMatchObject([
      { text: 'm1', delete: 0 },
      { chat_id: 2, ...emptied },
    ])
  })

  it('CHAT-38: the status of a customer says whether they are connected and who looks at the conversation', async () => {
    const line = await start()
    const viewers = [{ admin_id: 9, admin_name: 'Nora' }]
    const states = ([true, false] as const).map((online) => {
      line.say({ mode: 'user_status', user_id: 5, online, ...(online ? { viewers } : {}) })
      const { online: connected, viewers: looking } = chat.store.getState()
      return [[...connected], looking.get(5)]
    })
    expect(states).toEqual([[[5], viewers], [[], []]]) // prettier-ignore
  })
})

describe('the connection', () => {
  it('CHAT-17 CHAT-18: is connecting, online, offline, and shows typing for 1 s', async () => {
    const states: number[] = []
    const line = await start()
    chat.open(5)
    states.push(selectConnection(chat.store.getState()))
    line.say({ mode: 'printing', user_id: 5 })
    states.push(selectConnection(chat.store.getState()))
    await clock.advance(999)
    states.push(selectConnection(chat.store.getState()))
    await clock.advance(1)
    states.push(selectConnection(chat.store.getState()))
    line.cut()
    states.push(selectConnection(chat.store.getState()))
    expect(states).toEqual([1, 3, 3, 1, 2])
    chat.stop()
    chat.start()
    expect(selectConnection(chat.store.getState())).toBe(0)
  })

  it('CHAT-19 CHAT-28: reconnects after it was closed or has failed, unless closed on purpose', async () => {
    const first = await start()
    await reconnect()
    expect([lines.length, first.isClosed]).toEqual([2, true])
    lines.at(-1)?.fail()
    expect([lines.at(-1)?.isClosed, chat.store.getState().phase]).toEqual([true, 'offline'])
    await clock.advance(2000)
    await greet()
    expect([lines.length, chat.store.getState().phase]).toEqual([3, 'online'])
    chat.stop()
    lines.at(-1)?.cut()
    await clock.advance(60_000)
    expect(lines).toHaveLength(3)
  })

  it('CHAT-28: only logs without WebSocket support', async () => {
    const logged: string[] = []
    chat = createChat({
      side: 1,
      url: 'http://server.test/chat',
      getHandshake: () => ({ mode: 'handshake' }),
      webSocket: () => {
        throw new Error('WebSocket is not defined')
      },
      ports: { clock, moves: storage, log: (text) => void logged.push(text) },
      owner: () => '1.7',
      onError: ({ code }) => errors.push(code),
      notSaved: () => {},
    })
    chat.start()
    await clock.advance(0)
    expect([logged, errors]).toEqual([["can't open the chat"], []])
  })

  it('CHAT-27: an error event is reported and closes the chat', async () => {
    const line = await start()
    line.say({ mode: 'error', code: 'forbidden', error: 'x' })
    expect([errors, chat.store.getState().phase, line.isClosed]).toEqual([['forbidden'], 'closed', true])
    await clock.advance(60_000)
    expect(lines).toHaveLength(1)
    chat.retry()
    await greet()
    expect(chat.store.getState()).toMatchObject({ phase: 'online', error: null })
  })

  it('CHAT-35: keeps the connection alive, and closes one that does not answer', async () => {
    const line = await start()
    await clock.advance(15_000)
    expect(said(line, 'keepalive')).toHaveLength(1)
    line.say({ mode: 'keepalive' })
    await clock.advance(24_000)
    expect(chat.store.getState().phase).toBe('online')
    await clock.advance(1000)
    expect(chat.store.getState().phase).not.toBe('online')
  })
})
