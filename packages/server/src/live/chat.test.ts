import { randomUUID } from 'node:crypto'
import { chatClientFrameSchema, type ChatMessage, chatServerFrameSchema, type ChatUser } from '@tiffin/sdk/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertRow } from '../test/seed.ts'
import { type LiveProbe, openChat, startTestServer, type TestServer } from '../test/test-server.ts'
import { chatUserFields, exchanges, handshakeFields, messageFields, serverModes, USER } from './chat-frames.fixture.ts'

let server: TestServer
let owner: string
const opened: LiveProbe[] = []
beforeAll(async () => {
  server = await startTestServer()
  await server.database.asOwner('update company set allow_chat = 1')
  owner = await server.signIn('owner')
})
afterAll(async () => {
  for (const { socket } of opened) socket.terminate()
  await server.stop()
})

const sql = <R extends object>(text: string, values: unknown[] = []) => server.database.asOwner<R>(text, values)
let phones = 49_150_000_000

/** Signs a customer of A in with the code that was sent to their phone. */
async function signInCustomer(
  company = server.world.a,
  phone = String((phones += 1)),
): Promise<{ token: string; user_id: number }> {
  // All customers of this test come from one network.
  await sql('delete from rate_limit')
  expect(await server.call('Customer', 'code', { company, phone })).toMatchObject({ status: 'OK' })
  const [sent] = await sql<{ text: string }>('select text from outbox where recipient = $1 order by outbox_id desc limit 1', [
    phone,
  ])
  const answer = await server.call('Customer', 'login', { company, phone, code: sent?.text.slice(0, 9) ?? '' })
  const data = answer['data'] as { token: string; user: { user_id: number } }
  return { token: data.token, user_id: data.user.user_id }
}

async function open(token: string, said: Record<string, unknown> = {}, url = server.url): Promise<Chat> {
  const probe = openChat(url, token, said)
  opened.push(probe)
  await Promise.race([probe.next(({ mode }) => mode === 'handshake'), probe.closed])
  return { ...probe, say: (frame) => probe.socket.send(JSON.stringify(frame)), heard: (mode) => waitFor(probe, mode) }
}
interface Chat extends LiveProbe {
  say(frame: unknown): void
  /** The next frame of this mode that was not heard yet. */
  heard(mode: string, fields?: object): Promise<Record<string, unknown>>
}
const taken = new WeakSet<object>()
async function waitFor(probe: LiveProbe, mode: string): Promise<Record<string, unknown>> {
  const frame = await probe.next((one) => one['mode'] === mode && !taken.has(one))
  taken.add(frame)
  return frame
}

/** A new conversation: its customer and a console. */
async function conversation() {
  const customer = await signInCustomer()
  const [console, widget] = [await open(owner), await open(customer.token)]
  return { ...customer, console, widget }
}
const messageOf = (frame: Record<string, unknown>) => frame['message'] as ChatMessage
const say = (text: string, more: object = {}) => ({ mode: 'message', message: { uuid: randomUUID(), text, ...more } })

describe('the documented frames', () => {
  it('CHAT-31 CHAT-33 CHAT-34 CHAT-36 CHAT-38: each gets its documented answer', async () => {
    const { console, widget, user_id } = await conversation()
    const filled = (value: object) => JSON.parse(JSON.stringify(value).replaceAll(`"${USER}"`, String(user_id))) as object
    for (const { what, by, frame, answer, other } of exchanges) {
      const [own, theirs] = by === 'admin' ? [console, widget] : [widget, console]
      own.say(filled(frame))
      if (answer) expect(await own.heard(answer.mode), what).toMatchObject(filled(answer.fields))
      if (other) expect(await theirs.heard(other.mode), what).toMatchObject(filled(other.fields))
    }
    console.say({ mode: 'get_messages_top', user_id: server.world.userB })
    expect(await console.heard('error')).toMatchObject({ code: 'not_found' })
    const modes = new Set([...console.frames, ...widget.frames].map(({ mode }) => mode))
    expect(new Set(modes)).toEqual(new Set<unknown>(serverModes))
    expect(chatServerFrameSchema.options.map(({ shape }) => shape.mode.value).toSorted()).toEqual(serverModes.toSorted())
    for (const frame of [...console.frames, ...widget.frames]) expect(chatServerFrameSchema.parse(frame)).toBeDefined()
  })

  it('only the handshake of a customer tells when the company answers', async () => {
    const { console, widget } = await conversation()
    const greeting = (frames: readonly Record<string, unknown>[]) => frames.find(({ mode }) => mode === 'handshake')
    expect(greeting(widget.frames)).toMatchObject({ opening: { open: null, closes: null, reply_minutes: null } })
    expect(greeting(console.frames)).not.toHaveProperty('opening')
  })

  it('CHAT-10 CHAT-11: a message has all documented fields; its type is 0 from the customer and 1 from an administrator', async () => {
    const { console, widget, user_id } = await conversation()
    await sql(`update "user" set name = 'Ida' where user_id = $1`, [user_id])
    widget.say(say('Hello'))
    const asked = messageOf(await console.heard('message'))
    expect(Object.keys(asked).toSorted()).toEqual(messageFields.toSorted())
    const common = { file: null, delete: 0, user_id, user_name: 'Ida' }
    expect(asked).toMatchObject({ ...common, chat_id: 1, type: 0, text: 'Hello', quote: null, admin_id: null, admin_name: '' })
    console.say(say('Yes?', { user_id, quote: asked.uuid }))
    const admin = { admin_id: server.world.ownerA, admin_name: 'Olga Ames' }
    expect(messageOf(await console.heard('message'))).toMatchObject({
      ...common,
      ...admin,
      chat_id: 2,
      type: 1,
      quote: asked.uuid,
    })
  })

  it('CHAT-34: the status of each message in a long list reaches the other side', async () => {
    const { console, widget, user_id } = await conversation()
    const rows = await sql<{ uuid: string }>(
      `insert into chat_message (company, user_id, chat_id, text, type, status)
       select $1, $2, n, n, 0, 1 from generate_series(1, 250) n returning uuid`,
      [server.world.a, user_id],
    )
    const status = rows.map(({ uuid }, index) => ({ uuid, status: index % 2 === 0 ? 2 : 3 }))
    console.say({ mode: 'msg_status', status })
    const told: typeof status = []
    while (told.length < status.length) told.push(...((await widget.heard('status'))['status'] as typeof status))
    const byUuid = (a: { uuid: string }, b: { uuid: string }) => a.uuid.localeCompare(b.uuid)
    expect(told.toSorted(byUuid)).toEqual(status.toSorted(byUuid))
  })

  it('CHAT-38: consoles hear when a customer connects and leaves, and who looks at the conversation', async () => {
    const { user_id, token } = await signInCustomer()
    const [console, colleague] = [await open(owner), await open(owner)]
    const next = async (): Promise<unknown[]> => {
      const { user_id: of, online, viewers } = await console.heard('user_status')
      return of === user_id ? [online, (viewers as { admin_id: number }[]).map(({ admin_id }) => admin_id)] : next()
    }
    const widget = await open(token)
    expect(await next()).toEqual([true, []])
    colleague.say({ mode: 'get_messages_top', user_id, id: null })
    expect(await next()).toEqual([true, [server.world.ownerA]])
    widget.socket.close()
    expect(await next()).toEqual([false, [server.world.ownerA]])
    colleague.socket.close()
    expect(await next()).toEqual([false, []])
  })

  it('CHAT-39: pushes the unread count of the company with the changed conversation', async () => {
    const other = await conversation()
    other.widget.say(say('Hello'))
    await other.console.heard('message')
    const { console, widget, user_id } = await conversation()
    const [{ sum } = { sum: 0 }] = await sql<{ sum: number }>(
      'select sum(chat_admin_unread)::int as sum from "user" where company = $1',
      [server.world.a],
    )
    widget.say(say('Hello'))
    expect(await console.heard('unread')).toMatchObject({ unread: sum + 1, user: { user_id, chat_admin_unread: 1 } })
    const { uuid } = messageOf(await console.heard('message'))
    console.say({ mode: 'msg_status', status: [{ uuid, status: 3 }] })
    expect(await console.heard('unread')).toMatchObject({ unread: sum, user: { user_id, chat_admin_unread: 0 } })
  })
})

describe('a conversation', () => {
  it('numbers messages without gaps, from many senders at once', async () => {
    const { console, widget, user_id } = await conversation()
    for (let at = 0; at < 20; at += 1) {
      widget.say(say(`c${at}`))
      console.say(say(`a${at}`, { user_id }))
    }
    await console.next((frame) => frame['mode'] === 'message' && messageOf(frame).chat_id === 40)
    const rows = await sql<{ chat_id: number }>('select chat_id from chat_message where user_id = $1 order by chat_id', [user_id])
    expect(rows.map(({ chat_id }) => chat_id)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  })

  it('stores a message once, however often it is sent, and answers each time', async () => {
    const { console, widget, user_id } = await conversation()
    const frame = say('Only once')
    for (let at = 0; at < 3; at += 1) widget.say(frame)
    for (let at = 0; at < 3; at += 1) expect(messageOf(await widget.heard('message'))).toMatchObject({ chat_id: 1 })
    widget.socket.close()
    const again = await open((await signInAgain(user_id)).token)
    again.say(frame)
    expect(messageOf(await again.heard('message'))).toMatchObject({ chat_id: 1 })
    expect(await sql('select from chat_message where user_id = $1', [user_id])).toHaveLength(1)
    expect(await sql(`select chat_admin_unread from "user" where user_id = $1`, [user_id])).toEqual([{ chat_admin_unread: 1 }])
    expect(console.frames.filter(({ mode }) => mode === 'error')).toEqual([])
  })
  const signInAgain = async (user_id: number) => {
    const [user] = await sql<{ phone: string }>('select phone from "user" where user_id = $1', [user_id])
    return signInCustomer(server.world.a, user?.phone)
  }

  it("refuses a message over a colleague's reply that its sender has not seen, until they confirm it", async () => {
    const { console, widget, user_id } = await conversation()
    const colleague = () => server.signIn('platform').then((token) => open(token, { company: server.world.a }))
    const answer = async (chat: Chat, frame: ReturnType<typeof say>) => {
      chat.say(frame)
      const found = await Promise.race([chat.heard('error'), waitForMessage(chat, frame.message.uuid)])
      return found['mode'] === 'error' ? { code: found['code'], params: found['params'] } : messageOf(found).chat_id
    }
    const waitForMessage = (chat: Chat, uuid: string) =>
      chat.next((frame) => frame['mode'] === 'message' && messageOf(frame).uuid === uuid)
    expect(await answer(widget, say('Where is it?'))).toBe(1)
    const first = say('On its way', { user_id, seen: 1 })
    expect(await answer(console, first)).toBe(2)
    const late = say('It is late', { user_id, seen: 1 })
    const other = await colleague()
    expect(await answer(other, late)).toEqual({ code: 'colleague_replied', params: [expect.any(String), 2] })
    expect(await sql('select from chat_message where uuid = $1', [late.message.uuid])).toEqual([])
    // Sent again after the question, and repeated after a lost answer.
    const again = await colleague()
    for (const seen of [2, 0]) {
      const message = { ...late.message, seen }
      expect(await answer(again, { ...late, message })).toBe(3)
    }
    // Own replies, the customer's messages and deleted ones are no reason to ask.
    expect(await answer(widget, say('Thanks', { seen: 0 }))).toBe(4)
    expect(await answer(again, say('Welcome', { user_id, seen: 2 }))).toBe(5)
    console.say({ mode: 'delete_message', uuid: first.message.uuid })
    await console.heard('delete_message')
    expect(await answer(again, say('Anything else?', { user_id, seen: 0 }))).toBe(6)
  })

  it('of two colleagues who answer at once, one is asked', async () => {
    const { console, widget, user_id } = await conversation()
    widget.say(say('Where is it?'))
    await console.heard('message')
    const other = await open(await server.signIn('platform'), { company: server.world.a })
    for (const chat of [console, other]) chat.say(say('On its way', { user_id, seen: 1 }))
    const error = await Promise.race([console.heard('error'), other.heard('error')])
    expect(error).toMatchObject({ code: 'colleague_replied' })
    expect(await sql('select from chat_message where user_id = $1 and type = 1', [user_id])).toHaveLength(1)
  })

  it('reaches clients of other server processes', async () => {
    const { console, user_id } = await conversation()
    const other = await server.another()
    const far = await open((await signInAgain(user_id)).token, {}, other.url)
    far.say(say('From afar'))
    expect(messageOf(await console.heard('message'))).toMatchObject({ text: 'From afar' })
    console.say(say('Back', { user_id }))
    expect(messageOf(await far.next((frame) => frame['mode'] === 'message' && messageOf(frame).type === 1))).toMatchObject({
      text: 'Back',
    })
  })

  it('CHAT-14: a stored message is sent (1), then delivered (2) and read (3); it only rises, and only by its reader', async () => {
    const { console, widget, user_id } = await conversation()
    widget.say(say('Hello'))
    const { uuid, status: stored } = messageOf(await console.heard('message'))
    expect(stored).toBe(1)
    widget.say({ mode: 'msg_status', status: [{ uuid, status: 3 }] })
    for (const status of [2, 3, 2, 1, 0]) console.say({ mode: 'msg_status', status: [{ uuid, status }] })
    await widget.heard('status')
    await widget.heard('status')
    console.say({ mode: 'keepalive' })
    await console.heard('keepalive')
    expect(widget.frames.filter(({ mode }) => mode === 'status').map((frame) => frame['status'])).toEqual([
      [{ uuid, status: 2 }],
      [{ uuid, status: 3 }],
    ])
    expect(await sql('select status from chat_message where user_id = $1', [user_id])).toEqual([{ status: 3 }])
  })

  it('CHAT-36 CHAT-37: pages through the history in both directions, and from a message on, 50 at a time', async () => {
    const { widget, user_id } = await conversation()
    await sql(
      `insert into chat_message (company, user_id, chat_id, text, type) select $1, $2, n, n, 1 from generate_series(1, 120) n`,
      [server.world.a, user_id],
    )
    const page = async (frame: object) => {
      widget.say(frame)
      const { mode } = frame as { mode: string }
      return ((await widget.heard(mode))['messages'] as ChatMessage[]).map(({ chat_id }) => chat_id)
    }
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
    expect(await page({ mode: 'get_messages_top', id: null, limit: 50 })).toEqual(range(71, 120))
    expect(await page({ mode: 'get_messages_top', id: 71, limit: 50 })).toEqual(range(21, 70))
    expect(await page({ mode: 'get_messages_top', id: 21, limit: 50 })).toEqual(range(1, 20))
    expect(await page({ mode: 'get_messages_bottom', id: 60, limit: 50 })).toEqual(range(61, 110))
    expect(await page({ mode: 'get_messages_bottom', id: 110, limit: 50 })).toEqual(range(111, 120))
    const [row] = await sql<{ uuid: string }>('select uuid from chat_message where user_id = $1 and chat_id = 30', [user_id])
    const from = { mode: 'get_all_messages_from_uuid', uuid: row?.uuid }
    expect(await page({ ...from, limit: 50 })).toEqual(range(30, 79))
    expect(await page({ ...from, limit: 7 })).toEqual(range(30, 36))
  })
})

describe('rights', () => {
  const operatorWith = async (navigation: string[] | null) => {
    const token = await server.signIn('operator')
    await sql('update membership set navigation = $1 where admin = $2 and company = $3', [
      JSON.stringify(navigation ?? []),
      server.world.operatorA,
      server.world.a,
    ])
    await new Promise((resolve) => setTimeout(resolve, 1100))
    return token
  }
  const entered = async (token: string, said: object) => {
    const chat = await open(token, said as Record<string, unknown>)
    return chat.frames.map(({ mode, code }) => code ?? mode)[0]
  }

  it('PERM-22: opens only for owners, the platform and operators with the page', async () => {
    const { a, b } = server.world
    expect(await entered(owner, { company: a })).toBe('handshake')
    expect(await entered(owner, {})).toBe('handshake')
    expect(await entered(owner, { company: b })).toBe('foreign_company')
    expect(await entered(await server.signIn('platform'), { company: a })).toBe('handshake')
    expect(await entered(await server.signIn('platform'), {})).toBe('company_required')
    expect(await entered(await operatorWith(null), { company: a })).toBe('forbidden')
    expect(await entered(await operatorWith(['Company-Order', 'Company-Chat']), { company: a })).toBe('handshake')
    await operatorWith(null)
    expect(await entered('nobody-has-this-token', { company: a })).toBe('session_required')
    await sql('update company set allow_chat = 0 where company_id = $1', [b])
    expect(await entered(await server.signIn('owner-b'), { company: b })).toBe('option_required')
    await sql('update company set allow_chat = 1 where company_id = $1', [b])
  })

  it.each([
    ['another role', { role: 1 }],
    ['another administrator', { admin_id: 999_999 }],
    ['a customer', { user_id: 1 }],
    ['the figures of another administrator', { counter: 1, admin: { admin_id: 999_999 } }],
    ['the figures of another company', { counter: 1, admin: { company: 999_999 } }],
  ])('CHAT-29 CHAT-30: refuses a handshake that claims %s (AMB-015)', async (_what, said) => {
    const chat = await open(owner, said)
    expect(chat.frames).toEqual([expect.objectContaining({ mode: 'error', code: 'forbidden' })])
    expect(await chat.closed).toBe(4400)
  })

  it.each([
    ['another company', () => ({ company: server.world.b })],
    ['another customer', () => ({ user_id: server.world.userA })],
    ['an administrator', () => ({ admin_id: server.world.ownerA })],
    ['a role', () => ({ role: 1 })],
  ])("CHAT-29: refuses a customer's handshake that claims %s", async (_what, said) => {
    const chat = await open((await signInCustomer()).token, said())
    expect(chat.frames).toEqual([expect.objectContaining({ mode: 'error', code: 'forbidden' })])
  })

  it('CHAT-29 CHAT-30: accepts all data of the person in a handshake, but figures only from owners and the platform', async () => {
    const { a, operatorA, ownerA } = server.world
    const said = {
      admin_name: 'Olga',
      admin_img: '',
      user_id: null,
      user_name: '',
      user_img: '',
      user_phone: '',
      timezone: 'UTC',
    }
    const figures = (admin_id: number) => ({ counter: 1, admin: { admin_id, name: 'x', img: '', company: a } })
    const mine = { ...said, company: a, role: 2, admin_id: ownerA }
    expect(await entered(owner, { ...mine, ...figures(ownerA) })).toBe('handshake')
    const operator = await operatorWith(['Company-Order', 'Company-Chat'])
    const theirs = { ...mine, admin_id: operatorA }
    expect(await entered(operator, theirs)).toBe('handshake')
    expect(await entered(operator, { ...theirs, counter: 1 })).toBe('forbidden')
    expect(await entered(operator, { ...theirs, admin: figures(operatorA).admin })).toBe('forbidden')
    await operatorWith(null)
    expect(Object.keys(chatClientFrameSchema.options[0].shape)).toEqual(expect.arrayContaining(handshakeFields))
  })

  it('CHAT-35: answers a keepalive, and to its sender only', async () => {
    const { console, widget } = await conversation()
    console.say({ mode: 'keepalive' })
    await console.heard('keepalive')
    widget.say({ mode: 'keepalive' })
    await widget.heard('keepalive')
    for (const { frames } of [console, widget]) expect(frames.filter(({ mode }) => mode === 'keepalive')).toHaveLength(1)
  })

  it('PERM-25 CHAT-11: only the administrator who wrote a message deletes it', async () => {
    const { console, widget, user_id } = await conversation()
    const others = await open(await server.signIn('platform'), { company: server.world.a })
    widget.say(say('From the customer'))
    const own = messageOf(await console.heard('message'))
    console.say(say('From the owner', { user_id }))
    const { uuid } = messageOf(await console.heard('message'))
    for (const [by, what] of [
      [others, uuid],
      [widget, uuid],
      [await open(owner), own.uuid],
      [await open((await signInAgainOf(user_id)).token), own.uuid],
    ] as const) {
      by.say({ mode: 'delete_message', uuid: what })
      expect(await by.heard('error')).toMatchObject({ code: 'forbidden' })
      expect(await by.closed).toBe(4400)
    }
    console.say({ mode: 'delete_message', uuid })
    expect(await console.heard('delete_message')).toEqual({ mode: 'delete_message', user_id, uuid })
    expect(await sql('select text, delete from chat_message where uuid = $1', [uuid])).toEqual([{ text: '', delete: 1 }])
  })
  const signInAgainOf = async (user_id: number) => {
    const [user] = await sql<{ phone: string }>('select phone from "user" where user_id = $1', [user_id])
    return signInCustomer(server.world.a, user?.phone)
  }

  it('a session that ends elsewhere ends its chat before the next message', async () => {
    const token = await server.signIn('owner')
    const chat = await open(token)
    await server.call('Auth', 'SignOut', {}, { token })
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const frame = say('Too late', { user_id: server.world.userA })
    chat.say(frame)
    expect(await chat.heard('error')).toMatchObject({ code: 'session_required' })
    expect(await sql('select from chat_message where uuid = $1', [frame.message.uuid])).toEqual([])
  })
})

describe('hostile frames', () => {
  it('refuses a foreign conversation in every frame, and changes and shows nothing', async () => {
    const foreign = randomUUID()
    const { a, b, userB } = server.world
    await insertRow(server.database, 'chat_message', {
      uuid: foreign,
      company: b,
      user_id: userB,
      text: 'Secret',
      type: 0,
      status: 1,
      chat_id: 1,
    })
    const { user_id: neighbour, widget: theirs } = await conversation()
    const next = say('Also secret')
    theirs.say(next)
    await theirs.heard('message')
    const frames = (user_id: number, uuid: string, quote = uuid) => [
      say('x', { user_id }),
      { mode: 'message', message: { uuid: randomUUID(), text: 'x', quote, user_id } },
      { mode: 'message', message: { uuid, text: 'x', user_id } },
      { mode: 'printing', user_id },
      { mode: 'delete_message', uuid },
      { mode: 'get_messages_top', user_id, id: null },
      { mode: 'get_messages_top', user_id, id: uuid },
      { mode: 'get_messages_bottom', user_id, id: uuid },
      { mode: 'get_all_messages_from_uuid', user_id, uuid },
    ]
    const before = await sql('select * from chat_message where user_id in ($1, $2) order by uuid', [userB, neighbour])
    const customer = await signInCustomer()
    const attempts = [
      ...frames(userB, foreign).map((frame) => [owner, frame] as const),
      // Its own conversation, with the uuid of a foreign one.
      ...frames(customer.user_id, foreign)
        .filter((frame) => JSON.stringify(frame).includes(foreign))
        .map((frame) => [owner, frame] as const),
      ...frames(neighbour, next.message.uuid).map((frame) => [customer.token, frame] as const),
      ...frames(customer.user_id, next.message.uuid)
        .filter((frame) => JSON.stringify(frame).includes(next.message.uuid))
        .map((frame) => [customer.token, frame] as const),
    ]
    for (const [token, frame] of attempts) {
      const chat = await open(token)
      chat.say(frame)
      const { code } = await chat.heard('error')
      expect(['not_found', 'forbidden', 'duplicate'], JSON.stringify(frame)).toContain(code)
      expect(JSON.stringify(chat.frames)).not.toMatch(/[Ss]ecret/)
    }
    for (const token of [owner, customer.token]) {
      const chat = await open(token)
      const uuid = token === owner ? foreign : next.message.uuid
      chat.say({ mode: 'msg_status', status: [{ uuid, status: 3 }] })
      chat.say({ mode: 'keepalive' })
      await chat.heard('keepalive')
      expect(chat.frames.map(({ mode }) => mode)).not.toContain('status')
    }
    expect(await sql('select * from chat_message where user_id in ($1, $2) order by uuid', [userB, neighbour])).toEqual(before)
    expect(a).not.toBe(b)
  })

  it.each([
    ['no JSON', 'hello?'],
    ['bytes', Buffer.from([1, 2, 3])],
    ['a list', '[]'],
    ['an unknown mode', '{"mode":"weather"}'],
    ['a second handshake', '{"mode":"handshake"}'],
    ['a text that is not one', '{"mode":"message","message":{"uuid":"7b1c2d30-0000-4000-8000-000000000009","text":5}}'],
    ['NUL in a text', '{"mode":"message","message":{"uuid":"7b1c2d30-0000-4000-8000-000000000009","text":"\\u0000"}}'],
    ['a limit of a million', '{"mode":"get_messages_top","id":null,"limit":1000000}'],
  ])('refuses %s', async (_what, text) => {
    const { token } = await signInCustomer()
    const chat = await open(token)
    chat.socket.send(text)
    expect(await chat.heard('error')).toMatchObject({ code: 'malformed' })
    expect(await chat.closed).toBe(4400)
  })

  it('drops a message of 1 MB', async () => {
    const { widget, user_id } = await conversation()
    widget.say(say('x'.repeat(1_000_000)))
    expect(await widget.closed).toBe(1009)
    expect(await sql('select from chat_message where user_id = $1', [user_id])).toEqual([])
  })

  it.each(['', ' ', '<p><br></p>', '<script>alert(1)</script>'])(
    'CHAT-20: refuses a message without text or file: %j',
    async (text) => {
      const { widget } = await conversation()
      const frame = say(text)
      widget.say(frame)
      expect(await widget.heard('error')).toMatchObject({ code: 'required', uuid: frame.message.uuid })
    },
  )

  it('stops a sender of a thousand messages a minute, and keeps what it had accepted', async () => {
    const { widget, user_id } = await conversation()
    for (let at = 0; at < 250; at += 1) widget.say(say(`m${at}`))
    expect(await widget.heard('error')).toMatchObject({ code: 'rate_limited' })
    expect(await sql('select from chat_message where user_id = $1', [user_id])).toHaveLength(60)
  })

  it('limits frames of any kind', async () => {
    const { widget } = await conversation()
    for (let at = 0; at < 310; at += 1) widget.say({ mode: 'keepalive' })
    expect(await widget.heard('error')).toMatchObject({ code: 'rate_limited' })
  })

  it('CHAT-32: forwards typing at most every 500 ms, never to its sender', async () => {
    const { console, widget } = await conversation()
    const began = Date.now()
    for (let at = 0; at < 100; at += 1) widget.say({ mode: 'printing' })
    widget.say({ mode: 'keepalive' })
    await widget.heard('keepalive')
    // On a busy machine the frames are read over more than half a second.
    const most = 1 + Math.floor((Date.now() - began) / 400)
    await console.heard('printing')
    expect(console.frames.filter(({ mode }) => mode === 'printing').length).toBeLessThanOrEqual(most)
    expect(widget.frames.filter(({ mode }) => mode === 'printing')).toHaveLength(0)
  })

  it.each([
    ['<script>alert(1)</script>Hi', 'Hi'],
    ['<img src=x onerror=alert(1)>Hi', 'Hi'],
    ['<b onclick="x()">Hi</b>', '<b>Hi</b>'],
    ['<a href="javascript:alert(1)">Hi</a>', '<a>Hi</a>'],
    ['<a href="/%5cevil.example">Hi</a>', '<a>Hi</a>'],
    ['\u001B[2Jone\u0007 \u202Etwo\u202C\nthree', '[2Jone two\nthree'],
    ['<a href="java\nscript:alert(1)">Hi</a>', '<a>Hi</a>'],
    ['<a href="data:text/html,x">Hi</a>', '<a>Hi</a>'],
    ['<a href="//evil.example">Hi</a>', '<a>Hi</a>'],
    ['<a href="https://good.example" style="position:fixed" target="_top">Hi</a>', '<a href="https://good.example">Hi</a>'],
    ['<svg><animate onbegin=alert(1)></svg>Hi', 'Hi'],
    ['<iframe src="https://x.example"></iframe>Hi', 'Hi'],
    ['2 < 3 & "so"', '2 &lt; 3 &amp; "so"'],
    ['<style>*{display:none}</style>Hi', 'Hi'],
  ])('makes %j harmless (AMB-016)', async (text, stored) => {
    const { console, widget } = await conversation()
    widget.say(say(text))
    expect(messageOf(await console.heard('message')).text).toBe(stored)
  })

  it('refuses a socket whose first frame is no handshake', async () => {
    const { WebSocket } = await import('ws')
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/chat`)
    socket.on('open', () => socket.send('{"mode":"keepalive"}'))
    expect(await new Promise((resolve) => socket.on('close', resolve))).toBe(4400)
  })
})

describe('files', () => {
  const png = () =>
    sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer()

  it('CHAT-12: stores a local file (1) and returns it as a stored one (2), pictures encoded again', async () => {
    const { console, widget } = await conversation()
    const file = { flag: 1, name: '../../<b>a\u202Egnp.png', type: 'image/png', content: (await png()).toString('base64') }
    widget.say(say('', { file }))
    const stored = messageOf(await console.heard('message')).file
    expect(stored).toEqual({
      flag: 2,
      name: 'bagnp.png',
      type: 'image/webp',
      content: expect.stringMatching(/^[0-9a-f]{64}\.webp$/) as string,
    })
    const response = await fetch(`${server.url}/content/${stored?.content}`)
    expect(response.headers.get('content-type')).toBe('image/webp')
  })

  it('serves everything else only as a download (AMB-017)', async () => {
    const { console, widget } = await conversation()
    const content = Buffer.from('<script>alert(1)</script>').toString('base64')
    for (const type of ['text/html', 'image/svg+xml', 'image/png', 'bad type"']) {
      widget.say(say('', { file: { flag: 1, name: 'page.html', type, content } }))
      const stored = messageOf(await console.heard('message')).file
      const response = await fetch(`${server.url}/content/${stored?.content}?name=page.html`)
      expect(response.headers.get('content-type')).toBe('application/octet-stream')
      expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''page.html")
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('customers fill half of a company’s storage and send thirty files an hour, and its staff go on', async () => {
    const small = await server.another({ TIFFIN_PICTURES_MB: '2' })
    const { token, user_id } = await signInCustomer()
    const console = await open(owner, { company: server.world.a }, small.url)
    const widget = await open(token, {}, small.url)
    await sql('delete from stored_picture')
    const file = (bytes: number, fill: string) => ({
      flag: 1,
      name: 'a.bin',
      type: 'application/x',
      content: Buffer.alloc(bytes, fill).toString('base64'),
    })
    widget.say(say('', { file: file(20_000, 'a') }))
    await console.heard('message')
    await sql('update stored_picture set bytes = 990000')
    widget.say(say('', { file: file(20_000, 'b') }))
    expect(await widget.heard('error')).toMatchObject({ code: 'pictures_full', params: [1] })
    // CHAT-27: an error closes the socket.
    const again = await open(token, {}, small.url)
    console.say(say('', { file: file(20_000, 'c'), user_id }))
    await again.heard('message')
    // The company's own files take nothing from its customers' half.
    await sql(`update stored_picture set bytes = case when who like '% customers' then 0 else 600000 end`)
    await sql(`update rate_limit set times = 29 where what = 'chat file'`)
    const last = say('', { file: file(10, 'd') })
    // A message that is sent again brings no other file.
    for (const frame of [last, last]) {
      again.say(frame)
      expect(messageOf(await again.heard('message')).uuid).toBe(last.message.uuid)
    }
    again.say(say('', { file: file(10, 'e') }))
    // Final, so that it holds up no other message.
    expect(await again.heard('error')).toMatchObject({ code: 'limit_reached', params: [30] })
    await sql('delete from stored_picture')
  })

  it('one customer sends a hundred files a day and 20 MB in all, and others go on', async () => {
    const { console, widget, user_id, token } = await conversation()
    const other = await signInCustomer()
    const file = (fill: string) => ({
      flag: 1,
      name: 'a.bin',
      type: 'application/x',
      content: Buffer.alloc(1000, fill).toString('base64'),
    })
    widget.say(say('', { file: file('a') }))
    await Promise.all([console.heard('message'), widget.heard('message')])
    await sql(`update stored_picture set bytes = 19999500 where who like '% customer %'`)
    const answerTo = (chat: Chat) => Promise.race([chat.heard('error'), chat.heard('message')])
    widget.say(say('', { file: file('b') }))
    expect(await answerTo(widget)).toMatchObject({ code: 'limit_reached', params: [20] })
    await sql('delete from stored_picture')
    const earlier = `insert into chat_message (uuid, company, chat_id, type, text, file, user_id, user_name, date)
      select gen_random_uuid(), company, 1000 + n, 0, '', file, user_id, user_name, now() - interval '23 hours'
      from chat_message, generate_series(1, 99) n where user_id = $1 and file is not null`
    await sql(earlier, [user_id])
    const again = await open(token)
    again.say(say('', { file: file('c') }))
    expect(await answerTo(again)).toMatchObject({ code: 'limit_reached', params: [100] })
    const theirs = await open(other.token)
    theirs.say(say('', { file: file('d') }))
    await console.heard('message')
    await sql('delete from stored_picture')
  })

  it('CHAT-12: a larger file is uploaded first and sent as a stored one (2); one that the company did not upload is refused (AMB-253)', async () => {
    const { console, widget, user_id } = await conversation()
    const content = Buffer.alloc(600_000, 'x').toString('base64')
    const answer = await server.call(
      'Chat',
      'upload',
      { name: 'menu.pdf', type: 'application/pdf', content },
      { token: owner, company: server.world.a },
    )
    const { file } = answer['data'] as { file: Record<string, unknown> }
    expect(file).toMatchObject({ flag: 2, name: 'menu.pdf', type: 'application/pdf' })
    console.say(say('', { file, user_id }))
    expect(messageOf(await widget.heard('message')).file).toEqual(file)
    console.say(say('', { file: { ...file, content: `${'0'.repeat(64)}.bin` }, user_id }))
    expect(await console.heard('error')).toMatchObject({ code: 'not_found' })
    expect(await server.call('Chat', 'upload', { name: 'x', type: 'x', content: 'eHg=' }, {})).toMatchObject({
      code: 'session_required',
    })
  })
})

describe('the list of conversations', () => {
  const list = async (input: object = {}) =>
    ((await server.call('Chat', 'users', input, { token: owner, company: server.world.a }))['data'] as { users: ChatUser[] })
      .users

  it('CHAT-02 CHAT-03 CHAT-04 CHAT-05 CHAT-13: lists signed-in customers by chat date, found by phone or name, 30 a page', async () => {
    const { a, b } = server.world
    await sql(
      `insert into "user" (company, name, phone, has_session, chat_date)
      select case when n > 100 then $2::bigint else $1::bigint end, 'Zoe ' || n, '4917700' || n, 1, now() + make_interval(mins => n) from generate_series(1, 120) n`,
      [a, b],
    )
    await sql(`insert into "user" (company, name, phone, has_session) values ($1, 'Zoe silent', '4917799999', 0)`, [a])
    // Signed in without a message, and signed out with one.
    await sql(`insert into "user" (company, name, phone, has_session) values ($1, 'Mia new', '4917799998', 1)`, [a])
    await sql(`insert into "user" (company, name, phone, chat_date) values ($1, 'Mia old', '4917799997', now())`, [a])
    expect((await list({ search: 'mia' })).map(({ name }) => name)).toEqual(['Mia old', 'Mia new'])
    const first = await list({ search: 'zoe' })
    expect(first.map(({ name }) => name)).toEqual(Array.from({ length: 30 }, (_, index) => `Zoe ${100 - index}`))
    expect(Object.keys(first[0] ?? {}).toSorted()).toEqual(chatUserFields.toSorted())
    expect((await list({ search: 'zoe', offset: 90 })).map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Zoe ${10 - index}`),
    )
    expect((await list({ search: '+49 177 0042' })).map(({ name }) => name)).toEqual(['Zoe 42'])
    expect(await list({ search: '%' })).toEqual([])
  })

  it('is for those who may chat', async () => {
    const operator = await server.signIn('operator')
    expect(await server.call('Chat', 'users', {}, { token: operator, company: server.world.a })).toMatchObject({
      code: 'forbidden',
    })
  })
})

describe('a customer', () => {
  it('signs in once with a code, and out again (AMB-250)', async () => {
    const { token, user_id } = await signInCustomer()
    const session = () => sql('select has_session from "user" where user_id = $1', [user_id])
    expect(await session()).toEqual([{ has_session: 1 }])
    expect(await server.call('Customer', 'signout', { customer_token: token })).toMatchObject({ status: 'OK' })
    expect(await session()).toEqual([{ has_session: 0 }])
    expect((await open(token)).frames).toEqual([expect.objectContaining({ code: 'session_expired' })])
    expect(JSON.stringify(await sql('select * from customer_session'))).not.toContain(token)
  })

  it('is signed out everywhere when the company gives them another phone, but not another spelling of it', async () => {
    await sql(`update country set phone_code = '49' where country_id = 1`)
    const { a: company } = server.world
    const customer = await signInCustomer(company, '4915900000777')
    const widget = await open(customer.token)
    const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
    await sql(
      `insert into push_target (kind, company, user_id, provider, endpoint, p256dh, auth) values ('customer', $1, $2, 'fcm', 'device of a customer', $3, $4)`,
      [company, customer.user_id, keys.p256dh, keys.auth],
    )
    const give = async (phone: string) => {
      const tables = [{ table: 'user', id: customer.user_id, row: { phone } }]
      expect(await server.call('Reference', 'saveData', { tables }, { token: owner, company })).toMatchObject({ status: 'OK' })
    }
    const state = () =>
      sql(
        `select has_session::int, (select count(*)::int from customer_session s where s.user_id = u.user_id) as sessions,
           (select count(*)::int from push_target p where p.user_id = u.user_id) as devices from "user" u where user_id = $1`,
        [customer.user_id],
      )
    const consent = () => server.call('Customer', 'consent', { customer_token: customer.token })
    await sql(`update "user" set phone = '15900000777' where user_id = $1`, [customer.user_id])
    await give('+49 159 00000777')
    expect(await state()).toEqual([{ has_session: 1, sessions: 1, devices: 1 }])
    expect(await consent()).toMatchObject({ status: 'OK' })
    await give('+49 159 00000778')
    expect(await state()).toEqual([{ has_session: 0, sessions: 0, devices: 0 }])
    expect(await consent()).toMatchObject({ code: 'session_expired' })
    widget.say({ mode: 'get_messages_top' })
    expect(await widget.heard('error')).toMatchObject({ code: 'session_expired' })
    await sql(`update country set phone_code = '' where country_id = 1`)
  })

  it('a code works once, for its phone and company', async () => {
    const { a, b } = server.world
    const phone = '49159000001'
    await sql('delete from rate_limit')
    await server.call('Customer', 'code', { company: a, phone })
    const [sent] = await sql<{ text: string }>('select text from outbox where recipient = $1', [phone])
    const code = sent?.text.slice(0, 9) ?? ''
    expect(await server.call('Customer', 'login', { company: b, phone, code })).toMatchObject({ code: 'code_wrong' })
    expect(await server.call('Customer', 'login', { company: a, phone: '49159000002', code })).toMatchObject({
      code: 'code_wrong',
    })
    expect(await server.call('Customer', 'login', { company: a, phone, code })).toMatchObject({ status: 'OK' })
    expect(await server.call('Customer', 'login', { company: a, phone, code })).toMatchObject({ code: 'code_wrong' })
  })

  it('only the number that the code went to opens an account (AMB-250)', async () => {
    const { a: company } = server.world
    await sql(`update country set phone_code = '49', phone_mask = '+49 ### ########', phone_len = 13 where country_id = 1`)
    const known = await insertRow(server.database, 'user', { company, phone: '4915128121181', name: 'Joaquín' })
    const national = await insertRow(server.database, 'user', { company, phone: '15128121182', name: 'Ida' })
    const signIn = async (phone: string, recipient: string) => {
      await sql('delete from rate_limit')
      expect(await server.call('Customer', 'code', { company, phone })).toMatchObject({ status: 'OK' })
      const [sent] = await sql<{ text: string }>('select text from outbox where recipient = $1', [recipient])
      const answer = await server.call('Customer', 'login', { company, phone, code: sent?.text.slice(0, 9) ?? '' })
      expect(answer).toMatchObject({ status: 'OK' })
      return (answer['data'] as { user: { user_id: number } }).user.user_id
    }
    const stranger = await signIn('+1 512 812 1181', '15128121181')
    expect(stranger).toBeGreaterThan(national)
    expect(await signIn('0151 28121181', '4915128121181')).toBe(known)
    expect(await signIn('+49 151 28121182', '4915128121182')).toBe(national)
    await sql(`update country set phone_code = '', phone_mask = '', phone_len = 0 where country_id = 1`)
  })

  it.each([
    ['deleted', 'deleted = now()', 'deleted = null', 'not_found'],
    ['not enabled', 'enable = 0', 'enable = 1', 'company_disabled'],
  ])('a company that is %s has no chat for its customers', async (_, off, on, code) => {
    const { a: company, ownerA } = server.world
    const { token, user_id } = await signInCustomer()
    const count = () => sql('select from outbox')
    const before = (await count()).length
    await sql(`update company set ${off} where company_id = $1`, [company])
    expect(await server.call('Customer', 'code', { company, phone: '49159000009' })).toMatchObject({ code })
    expect(await server.call('Customer', 'login', { company, phone: '49159000009', code: '1' })).toMatchObject({ code })
    const consent = await server.call('Customer', 'consent', { customer_token: token, mail: true, email: 'a@example.com' })
    expect(consent).toMatchObject({ status: 'FAIL' })
    const assigned = await server.call('Chat', 'assign', { user_id, admin_id: ownerA }, { token: owner, company })
    expect(assigned).toMatchObject({ status: 'FAIL' })
    expect((await count()).length).toBe(before)
    await sql(`update company set ${on} where company_id = $1`, [company])
    expect(await server.call('Customer', 'code', { company, phone: '49159000009' })).toMatchObject({ status: 'OK' })
  })

  it('counts the codes for a phone, however it is written (AMB-250)', async () => {
    await sql('delete from rate_limit')
    await sql(`update country set phone_code = '49' where country_id = 1`)
    const company = server.world.a
    const request = (phone: string) => server.call('Customer', 'code', { company, phone })
    for (const phone of ['+49 159 111', '0049159111', '0159111', '49159111', '+49 (0) 159111'])
      expect(await request(phone)).toMatchObject({ status: 'OK' })
    for (const phone of ['+49159111', '00490159111', '0159 111'])
      expect(await request(phone)).toMatchObject({ code: 'rate_limited' })
    await sql(`update country set phone_code = '' where country_id = 1`)
  })

  it("a customer's token opens nothing of the company", async () => {
    const { token } = await signInCustomer()
    const query = { tables: [{ table: 'user' }] }
    expect(await server.call('Reference', 'getData', query, { token, company: server.world.a })).toMatchObject({ status: 'FAIL' })
    expect(await server.call('Chat', 'users', {}, { token, company: server.world.a })).toMatchObject({ status: 'FAIL' })
  })
})
