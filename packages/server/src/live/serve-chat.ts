import { randomUUID } from 'node:crypto'
import type { WebSocket } from '@fastify/websocket'
import type { FastifyRequest } from 'fastify'
import { mayChat, tokenMayCall } from '@tiffin/core/rules'
import {
  apiError,
  type ApiError,
  type ChatFile,
  type ChatMessage,
  chatClientFrameSchema,
  type ChatServerFrame,
  isApiError,
  OLDEST_CONTRACT,
  type ParsedChatClientFrame,
  TYPING_EVERY_MS,
} from '@tiffin/sdk/contract'
import type { Context } from '#server/context'
import type { Tx } from '#db/database'
import { adminName } from '#domains/chat/colleagues'
import { type Customer, CUSTOMER_TOKEN, findCustomer } from '#domains/chat/customers'
import { storeFile, storeFileOfCustomer } from '#domains/chat/files'
import {
  addMessage,
  assertCustomer,
  countAllUnread,
  countCustomerUnread,
  deleteMessage,
  findMessage,
  readChatUser,
  readPage,
  setStatuses,
  type Side,
} from '#domains/chat/messages'
import { createOpenings } from '#domains/chat/opening'
import { pictureOwnerOf } from '#domains/chat/picture-owner'
import { hasText, sanitizeMessage } from '#domains/chat/rich-text'
import { limitUnknownTokens } from '#domains/people/limit-unknown-tokens'
import type { App } from '#http/app'
import { personId } from '#http/dispatch'
import { isStorableJson } from '#http/is-storable-json'
import type { Metrics } from '#http/metrics'
import { asApiError } from '#http/response-body'
import { readCredentials } from '#sessions/credentials'
import { networkOf } from '#sessions/network-of'
import type { Session, Sessions } from '#sessions/sessions'
import type { ChatBus, ChatEvent } from './chat-bus.ts'
import { createSocketLimits } from './socket-limits.ts'
import { secretOf } from './socket-secret.ts'

const HANDSHAKE_MS = 5000
const CLOSE_TIMEOUT_MS = 2000
/** Sessions that have ended elsewhere are found at this interval, and before each frame that writes. */
const CHECK_MS = 5000
/** Clients send keepalive every 15 s. */
const SILENT_MS = 60_000
const MAX_FRAMES = { frames: 300, ms: 10_000 }
/** Maximum messages of one person. */
const MAX_MESSAGES = { messages: 60, ms: 60_000 }
const MAX_BUFFERED = 8 * 1024 * 1024
/** Statuses in one notification to other processes. */
const STATUSES_PER_EVENT = 100

const writingFrames: ReadonlySet<string> = new Set(['message', 'printing', 'delete_message', 'msg_status'])

type Handshake = Extract<ParsedChatClientFrame, { mode: 'handshake' }>
type Frame = Exclude<ParsedChatClientFrame, Handshake>

interface Connection {
  id: string
  socket: WebSocket
  company: number
  side: Side
  /** The same for all connections of a person. */
  person: string
  /** Reads the rights again. @throws if they have ended, or an access token may only read */
  check(writes?: boolean): Promise<void>
  heardAt: number
  typedAt: number
  /** The conversation that a console shows. */
  viewing: number | undefined
  /** Frames are carried out one after the other. */
  queue: Promise<void>
}

/** Serves `/chat`: the socket of consoles and customers (D3 §7), authenticated by its handshake. */
export function serveChat(
  app: App,
  context: Context,
  sessions: Sessions,
  bus: ChatBus,
  metrics: Metrics,
): { close(): Promise<void> } {
  const { db } = context
  const openingOf = createOpenings(context)
  const connections = new Set<Connection>()
  const sent = new Map<string, { since: number; messages: number }>()
  const limits = createSocketLimits({
    waiting: context.config.TIFFIN_SOCKETS_WAITING,
    waitingOfAddress: context.config.TIFFIN_SOCKETS_WAITING_PER_ADDRESS,
    ofAddress: context.config.TIFFIN_SOCKETS_PER_ADDRESS,
    ofPerson: context.config.TIFFIN_SOCKETS_PER_PERSON,
  })

  bus.onEvent(
    (event, message) => void deliver(event, message).catch((error: unknown) => context.log.warn({ err: error }, "can't deliver")),
    // Clients read everything again when they reconnect.
    () => connections.forEach(({ socket }) => socket.close(1012, 'missed messages')),
  )
  const checking = setInterval(() => {
    for (const connection of connections) {
      if (Date.now() - connection.heardAt > SILENT_MS) connection.socket.terminate()
      else connection.check().catch((error: unknown) => isEnded(error) && refuse(connection.socket, error))
    }
    for (const [person, { since }] of sent) if (Date.now() - since > MAX_MESSAGES.ms) sent.delete(person)
  }, CHECK_MS)

  // Before the handshake: an error here costs no socket.
  const preValidation = async (request: FastifyRequest): Promise<void> => limits.admit(networkOf(request.ip))
  app.fastify.get('/chat', { websocket: true, preValidation }, (socket, request) => {
    const address = networkOf(request.ip)
    const waits = limits.waits(address, () => socket.terminate())
    let left = (): void => {}
    let connection: Connection | undefined
    let greeting = false
    let counted = { since: Date.now(), frames: 0 }
    const timer = setTimeout(() => refuse(socket, apiError('session_required')), HANDSHAKE_MS)

    socket.on('message', (data, isBinary) => {
      if (Date.now() - counted.since > MAX_FRAMES.ms) counted = { since: Date.now(), frames: 0 }
      counted.frames += 1
      if (counted.frames > MAX_FRAMES.frames) return refuse(socket, apiError('rate_limited', { params: [MAX_FRAMES.ms / 1000] }))
      const frame = isBinary ? null : readFrame(data)
      if (frame === null) return refuse(socket, apiError('malformed'))
      if (frame.mode !== 'handshake')
        return connection ? enqueue(connection, frame) : refuse(socket, apiError('session_required'))
      if (greeting) return refuse(socket, apiError('malformed'))
      greeting = true
      // A client that has spoken is not refused because the answer takes long.
      clearTimeout(timer)
      waits.heard()
      greet(frame).catch((error: unknown) => refuse(socket, asApiError(error)))
    })
    socket.on('close', () => {
      clearTimeout(timer)
      waits.done()
      left()
      if (connection) leave(connection)
    })

    async function greet(handshake: Handshake): Promise<void> {
      if (handshake.app && handshake.app.contract < OLDEST_CONTRACT) throw apiError('client_outdated')
      const authenticated = await authenticate(handshake, request)
      if (socket.readyState !== socket.OPEN) return
      left = limits.opens(authenticated.person, address)
      waits.done()
      const { company, side } = authenticated
      const unread = await db.read({ company }, (tx) =>
        side.type === 1 ? countAllUnread(tx, company) : countCustomerUnread(tx, company, side.user_id),
      )
      const opening = side.type === 0 ? { opening: await openingOf(company) } : {}
      if (socket.readyState !== socket.OPEN) return left()
      connection = {
        ...authenticated,
        id: randomUUID(),
        socket,
        heardAt: Date.now(),
        typedAt: 0,
        viewing: undefined,
        queue: Promise.resolve(),
      }
      connections.add(connection)
      metrics.chatSockets.set(connections.size)
      send(socket, { mode: 'handshake', server_time: context.now().getTime() / 1000, unread, ...opening })
      if (side.type === 0) announce(company, side.user_id)
    }
  })

  type Authenticated = Pick<Connection, 'company' | 'side' | 'person' | 'check'>

  async function authenticate(handshake: Handshake, request: FastifyRequest): Promise<Authenticated> {
    const { cookie } = readCredentials(request.headers, request.cookies, app.cookieName)
    const secret = secretOf(handshake.token, request.headers.origin === undefined ? null : cookie)
    if (secret === null) throw apiError('session_required')
    return secret.startsWith(CUSTOMER_TOKEN)
      ? authenticateCustomer(handshake, secret)
      : authenticateConsole(handshake, secret, request.ip)
  }

  async function authenticateConsole(handshake: Handshake, secret: string, ip: string): Promise<Authenticated> {
    const find = async (writes = false): Promise<Session & { company: number }> => {
      const { session, company } = await sessions.find(secret, handshake.company)
      const decision = mayChat(session.actor)
      if (!decision.allowed) throw apiError(decision.code, { params: decision.params })
      const scope = tokenMayCall(session.actor, [writes ? 'write' : 'read'])
      if (!scope.allowed) throw apiError(scope.code, { params: scope.params })
      if (company === null) throw apiError('company_required')
      return { ...session, company }
    }
    const session = await limitUnknownTokens({ db, address: ip }, () => find())
    const { company, admin_id, actor } = session
    assertSame([
      [handshake.role, actor.role],
      [handshake.admin_id, admin_id],
      [handshake.user_id, null],
      [handshake.admin?.admin_id, admin_id],
      [handshake.admin?.company, company],
    ])
    if ((handshake.counter !== undefined || handshake.admin) && actor.company_role !== 1 && actor.role !== 1)
      throw apiError('forbidden')
    const name = await db.read({ company }, async (tx) => {
      const [admin] = await tx.sql<{ name: string }>(`select ${adminName('a')} as name from admin a where a.admin_id = $1`, [
        admin_id,
      ])
      return admin?.name ?? ''
    })
    return {
      company,
      side: { type: 1, admin_id, name },
      person: personId(session),
      async check(writes) {
        await find(writes)
      },
    }
  }

  async function authenticateCustomer(handshake: Handshake, token: string): Promise<Authenticated> {
    const find = async (): Promise<Customer> => {
      const customer = await findCustomer(db, token)
      if (!customer) throw apiError('session_expired')
      return customer
    }
    const { company, user_id, name, phone } = await find()
    assertSame([
      [handshake.company, company],
      [handshake.user_id, user_id],
      [handshake.admin_id, null],
      [handshake.role, null],
    ])
    if (handshake.counter !== undefined || handshake.admin) throw apiError('forbidden')
    return {
      company,
      side: { type: 0, user_id, name: name || phone },
      person: `customer ${company} ${user_id}`,
      async check() {
        await find()
      },
    }
  }

  function enqueue(connection: Connection, frame: Frame): void {
    connection.heardAt = Date.now()
    const uuid = frame.mode === 'message' ? frame.message.uuid : undefined
    connection.queue = connection.queue
      .then(() => (connection.socket.readyState === connection.socket.OPEN ? handleFrame(connection, frame) : undefined))
      .catch((error: unknown) => {
        const known = asApiError(error)
        if (known.code === 'server_error') context.log.error({ err: error }, 'a chat frame failed')
        refuse(connection.socket, known, uuid)
      })
  }

  async function handleFrame(connection: Connection, frame: Frame): Promise<void> {
    const { company, side, socket } = connection
    if (frame.mode === 'keepalive') return send(socket, { mode: 'keepalive' })
    await connection.check(writingFrames.has(frame.mode))
    switch (frame.mode) {
      case 'message':
        return handleMessage(connection, frame.message)
      case 'printing':
        return handleTyping(connection, conversationOf(side, frame.user_id))
      case 'delete_message': {
        const user_id = await db.write({ company }, (tx) => deleteMessage(tx, company, side, frame.uuid))
        if (user_id === undefined) return
        return publish({ company, user_id, event: { frame: { mode: 'delete_message', user_id, uuid: frame.uuid } } })
      }
      case 'msg_status': {
        const changed = await db.write({ company }, (tx) => setStatuses(tx, company, side, frame.status))
        for (const [user_id, status] of changed) {
          for (let at = 0; at < status.length; at += STATUSES_PER_EVENT)
            publish({
              company,
              user_id,
              event: { frame: { mode: 'status', user_id, status: status.slice(at, at + STATUSES_PER_EVENT) } },
            })
        }
        return
      }
      case 'get_messages_top':
      case 'get_messages_bottom': {
        const { mode, id, limit } = frame
        const user_id = conversationOf(side, frame.user_id)
        const direction = mode === 'get_messages_top' ? 'top' : 'bottom'
        const messages = await readIn(company, user_id, (tx) => readPage(tx, company, direction, { user_id, id, limit }))
        if (side.type === 1 && id === null) view(connection, user_id)
        return send(socket, { mode, user_id, id, messages })
      }
      case 'get_all_messages_from_uuid': {
        const { mode, uuid, limit } = frame
        const user_id = conversationOf(side, frame.user_id)
        const messages = await readIn(company, user_id, (tx) => readPage(tx, company, 'from', { user_id, id: uuid, limit }))
        return send(socket, { mode, user_id, id: uuid, messages })
      }
    }
  }

  const readIn = <T>(company: number, user_id: number, work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.read({ company }, async (tx) => {
      await assertCustomer(tx, company, user_id)
      return work(tx)
    })

  async function handleMessage(
    { company, side, person }: Connection,
    { uuid, file, quote, seen, ...given }: Extract<Frame, { mode: 'message' }>['message'],
  ): Promise<void> {
    const text = sanitizeMessage(given.text)
    // CHAT-20
    if (!hasText(text) && file === null) throw apiError('required', { params: ['text'] })
    countMessage(person)
    const user_id = conversationOf(side, given.user_id)
    const owner = pictureOwnerOf(company, person)
    const store = (sent: ChatFile): Promise<ChatFile> =>
      side.type === 0 ? storeFileOfCustomer(context, owner, sent, { company, user_id }) : storeFile(context, owner, sent)
    // A repeated message has its file already.
    const earlier = file && (await db.read({ company }, (tx) => findMessage(tx, company, uuid)))
    const stored = file && (earlier?.file ?? (await store(file)))
    const { message } = await db.write({ company }, (tx) =>
      addMessage(tx, company, side, { uuid, user_id, text, file: stored, quote, seen }),
    )
    // A repeated one is answered, too: its sender has missed the first answer.
    publish({ company, user_id, event: { message: uuid } }, message)
  }

  function countMessage(person: string): void {
    const found = sent.get(person)
    const own = found && Date.now() - found.since <= MAX_MESSAGES.ms ? found : { since: Date.now(), messages: 0 }
    sent.set(person, own)
    if (own.messages >= MAX_MESSAGES.messages)
      throw apiError('rate_limited', { params: [Math.ceil((own.since + MAX_MESSAGES.ms - Date.now()) / 1000)] })
    own.messages += 1
  }

  async function handleTyping(connection: Connection, user_id: number): Promise<void> {
    const { company, side } = connection
    if (Date.now() - connection.typedAt < TYPING_EVERY_MS * 0.8) return
    connection.typedAt = Date.now()
    await readIn(company, user_id, async () => {})
    const who = side.type === 1 ? { admin_id: side.admin_id, admin_name: side.name } : {}
    publish({ company, user_id, source: connection.id, event: { frame: { mode: 'printing', user_id, ...who } } })
  }

  const publish = (event: ChatEvent, message?: ChatMessage): void => bus.publish(event, message)

  /** Sends an event to all ends of its conversation that are connected here. */
  async function deliver({ company, user_id, event, source }: ChatEvent, known?: ChatMessage): Promise<void> {
    const concerned = [...connections].filter((one) => one.company === company && hears(one.side, user_id))
    if (concerned.length === 0) return
    if ('listed' in event) return pushUnread(company, user_id)
    const frame = 'frame' in event ? event.frame : await messageFrame(company, event.message, known)
    if (!frame) return
    for (const one of concerned) if (one.id !== source) send(one.socket, frame)
    if (frame.mode !== 'printing' && concerned.some(({ side }) => side.type === 1)) await pushUnread(company, user_id)
  }

  const hears = (side: Side, user_id: number): boolean => side.type === 1 || side.user_id === user_id

  async function messageFrame(company: number, uuid: string, known?: ChatMessage): Promise<ChatServerFrame | undefined> {
    const message = known ?? (await db.read({ company }, (tx) => findMessage(tx, company, uuid)))
    return message && { mode: 'message', message }
  }

  /** CHAT-39 */
  async function pushUnread(company: number, user_id: number): Promise<void> {
    const [unread, user] = await db.read({ company }, (tx) =>
      Promise.all([countAllUnread(tx, company), readChatUser(tx, company, user_id)]),
    )
    for (const { company: other, side, socket } of connections)
      if (other === company && side.type === 1) send(socket, { mode: 'unread', unread, ...(user ? { user } : {}) })
  }

  function view(connection: Connection, user_id: number): void {
    const before = connection.viewing
    connection.viewing = user_id
    if (before !== undefined && before !== user_id) announce(connection.company, before)
    announce(connection.company, user_id)
  }

  /** Tells consoles whether a customer is connected and who looks at the conversation; the customer, whether anyone does. */
  function announce(company: number, user_id: number): void {
    const here = [...connections].filter((one) => one.company === company)
    const online = here.some(({ side }) => side.type === 0 && side.user_id === user_id)
    const viewers = here.flatMap(({ side, viewing }) =>
      side.type === 1 && viewing === user_id ? [{ admin_id: side.admin_id, admin_name: side.name }] : [],
    )
    for (const { side, socket } of here) if (side.type === 1) send(socket, { mode: 'user_status', user_id, online, viewers })
  }

  function leave(connection: Connection): void {
    connections.delete(connection)
    metrics.chatSockets.set(connections.size)
    const { company, side, viewing } = connection
    const user_id = side.type === 0 ? side.user_id : viewing
    if (user_id !== undefined) announce(company, user_id)
  }

  return {
    async close() {
      clearInterval(checking)
      for (const { socket } of connections) socket.close(1012, 'restarting')
    },
  }
}

/** A customer has one conversation; a console names it (AMB-251). */
function conversationOf(side: Side, user_id: number | undefined): number {
  if (side.type === 1 && user_id === undefined) throw apiError('required', { params: ['user_id'] })
  if (side.type === 0 && user_id !== undefined && user_id !== side.user_id) throw apiError('forbidden')
  return side.type === 0 ? side.user_id : (user_id as number)
}

/** Refuses a handshake that claims to come from another user or company (AMB-015). */
function assertSame(pairs: readonly (readonly [said: number | null | undefined, actual: number | null])[]): void {
  for (const [said, actual] of pairs) if (said !== undefined && said !== null && said !== actual) throw apiError('forbidden')
}

const isEnded = (error: unknown): error is ApiError => isApiError(error) && error.code !== 'database_unavailable'

function readFrame(data: Buffer | ArrayBuffer | Buffer[]): ParsedChatClientFrame | null {
  try {
    const value: unknown = JSON.parse((data as Buffer).toString('utf8'))
    const parsed = chatClientFrameSchema.safeParse(value)
    return parsed.success && isStorableJson(value) ? parsed.data : null
  } catch {
    return null
  }
}

function send(socket: WebSocket, frame: ChatServerFrame): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > MAX_BUFFERED) socket.close(1013, 'too slow')
  else socket.send(JSON.stringify(frame))
}

/** After an error the socket is closed (CHAT-27). */
function refuse(socket: WebSocket, { code, message, params }: ApiError, uuid?: string): void {
  send(socket, { mode: 'error', code, error: message, ...(params ? { params: [...params] } : {}), ...(uuid ? { uuid } : {}) })
  socket.close(code === 'too_many_connections' ? 1013 : 4400, code)
  setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref()
}
