import type { WebSocket } from '@fastify/websocket'
import type { FastifyRequest } from 'fastify'
import {
  apiError,
  type ApiError,
  isApiError,
  type ParsedLiveClientFrame,
  liveClientFrameSchema,
  type LiveServerFrame,
  OLDEST_CONTRACT,
} from '@tiffin/sdk/contract'
import { tokenMayCall } from '@tiffin/core/rules'
import type { Context } from '#server/context'
import type { Session } from '#sessions/sessions'
import type { App } from '#http/app'
import { readCredentials } from '#sessions/credentials'
import { asApiError } from '#http/response-body'
import { personId } from '#http/dispatch'
import { networkOf } from '#sessions/network-of'
import { feedNumber } from '#engine/read-tables'
import { limitUnknownTokens } from '#domains/people/limit-unknown-tokens'
import { keepAliveOf } from '#domains/people/keep-alive'
import type { Metrics } from '#http/metrics'
import type { Sessions } from '#sessions/sessions'
import type { Feed } from './feed.ts'
import { Room, type Subscription } from './room.ts'
import { createSocketLimits } from './socket-limits.ts'
import { secretOf } from './socket-secret.ts'

const HELLO_MS = 5000
/** A client that does not close when told to is cut off. */
const CLOSE_TIMEOUT_MS = 2000
/** Each process polls at this interval, so that a lost notification costs at most a second. */
const CHECK_MS = 1000
const SESSION_EXTEND_MS = 20_000
/** Clients ping every 5 s, or every 15 s if older. */
const SILENT_MS = 60_000
/** Maximum frames of a client within ten seconds. */
const MAX_FRAMES = 300
/** A changed subscription counts as this many frames, because it may repeat changes; a user changes it far less often. */
const FRAMES_OF_WATCH = 10
const FRAMES_MS = 10_000
/** A client with more unread bytes than this is cut off; it reconnects and reloads. */
const MAX_BUFFERED = 8 * 1024 * 1024

/** Errors after which it is useless to reconnect with the same token. */
const endedCodes: ReadonlySet<string> = new Set([
  'session_required',
  'session_expired',
  'session_locked',
  'factor_required',
  'account_blocked',
  'foreign_company',
  'token_malformed',
  'token_revoked',
  'token_expired',
  'token_factor_required',
  'token_company',
  'scope_required',
])

interface Connection {
  socket: WebSocket
  secret: string
  session: Session
  kiosk: boolean
  /** When the client last sent anything, in ms since 1970. */
  heardAt: number
  room: Room
  subscription: Subscription
}

/** Serves `/live`: one WebSocket per client, authenticated by its first frame. */
export function serveLive(
  app: App,
  context: Context,
  sessions: Sessions,
  feed: Feed,
  metrics: Metrics,
): { close(): Promise<void> } {
  const rooms = new Map<number, Room>()
  const connections = new Set<Connection>()

  const stopListening = feed.onGrowth((company) => {
    if (company === 0) sessions.forget()
    void rooms.get(company)?.poll()
  })
  const looking = setInterval(() => {
    for (const room of rooms.values()) void room.poll()
    closeSilent()
    void dropEnded().catch((error: unknown) => context.log.warn({ err: error }, "can't check sessions"))
  }, CHECK_MS)
  const extending = setInterval(() => {
    for (const connection of connections) if (connection.kiosk) void extend(connection)
  }, SESSION_EXTEND_MS)

  /** A kitchen board stays signed in as long as its connection is alive. */
  async function extend({ session }: Connection): Promise<void> {
    await keepAliveOf(context, session.admin_id)
      .then((seconds) => sessions.extend(session, seconds))
      .catch((error: unknown) => context.log.warn({ err: error }, "can't extend a session"))
  }

  /** A client that was switched off does not close its connection. */
  function closeSilent(): void {
    for (const { socket, heardAt } of connections) if (Date.now() - heardAt > SILENT_MS) socket.terminate()
  }

  /** Closes sockets whose session has ended elsewhere, or whose user has left the company. */
  async function dropEnded(): Promise<void> {
    // Connections opened during the query were not part of it.
    const checkedConnections = [...connections]
    if (checkedConnections.length === 0) return
    const watched = new Map(checkedConnections.map((checkedConnection) => [watchedBy(checkedConnection), checkedConnection]))
    const rows = await context.db.read({ global: true }, (tx) =>
      tx.sql<{ key: string; role: number; locked: boolean; lacksFactor: boolean; isMember: boolean }>(
        `select w.key, case when s.device is not null or jsonb_array_length(t.companies) > 0 then 2 else a.role::int end as role, s.locked is not null as locked,
           s.device is null and s.admin in (select lack_factor(array(select admin from session where session_id = any($2)), $4)) as "lacksFactor",
           s.device is not null or a.role = 1 or exists (select from memberships_of(s.admin) m where m.company = w.company) as "isMember"
         from unnest($1::text[], $2::bigint[], $3::bigint[]) as w (key, session_id, company)
         join session s on s.session_id = w.session_id join admin a on a.admin_id = s.admin
           left join access_token t on t.access_token_id = s.access_token
         where s.expires > now() and (a.admin_status = 1 or s.device is not null)`,
        [
          [...watched.keys()],
          [...watched.values()].map(({ session }) => session.session_id),
          [...watched.values()].map(({ room }) => room.company),
          context.config.TIFFIN_ADMIN_SECOND_FACTOR,
        ],
      ),
    )
    const found = new Map(rows.map((row) => [row.key, row]))
    for (const connection of checkedConnections) {
      const now = found.get(watchedBy(connection))
      if (!now) refuse(connection.socket, apiError(connection.session.token ? 'token_revoked' : 'session_expired'))
      else if (now.locked) refuse(connection.socket, apiError('session_locked'))
      else if (now.lacksFactor)
        refuse(connection.socket, apiError(connection.session.token ? 'token_factor_required' : 'factor_required'))
      // The company's feed does not show who is a platform administrator; the client reconnects with its current rights.
      else if (now.role !== connection.session.actor.role) {
        sessions.forget()
        connection.socket.close(1012, 'rights have changed')
      } else if (!now.isMember) refuse(connection.socket, apiError('foreign_company'))
    }
  }

  const limits = createSocketLimits({
    waiting: context.config.TIFFIN_SOCKETS_WAITING,
    waitingOfAddress: context.config.TIFFIN_SOCKETS_WAITING_PER_ADDRESS,
    ofAddress: context.config.TIFFIN_SOCKETS_PER_ADDRESS,
    ofPerson: context.config.TIFFIN_SOCKETS_PER_PERSON,
  })

  // Before the handshake: an error here costs no socket.
  const preValidation = async (request: FastifyRequest): Promise<void> => limits.admit(networkOf(request.ip))
  app.fastify.get('/live', { websocket: true, preValidation }, (socket, request) => {
    const address = networkOf(request.ip)
    const helloLimit = limits.waits(address, () => socket.terminate())
    let left = (): void => {}
    let connection: Connection | undefined
    /** Frames received after hello and before its response; the general frame limits apply to them. */
    let waiting: ParsedLiveClientFrame[] | undefined
    let lastFrames = { since: Date.now(), frames: 0 }
    const timer = setTimeout(() => refuse(socket, apiError('session_required')), HELLO_MS)
    const { cookie } = readCredentials(request.headers, request.cookies, app.cookieName)
    const fromBrowser = request.headers.origin !== undefined

    socket.on('message', (data, isBinary) => {
      if (Date.now() - lastFrames.since > FRAMES_MS) lastFrames = { since: Date.now(), frames: 0 }
      lastFrames.frames += 1
      if (lastFrames.frames > MAX_FRAMES) return refuse(socket, apiError('rate_limited', { params: [FRAMES_MS / 1000] }))
      const frame = isBinary ? null : readFrame(data)
      if (frame?.type === 'watch') lastFrames.frames += FRAMES_OF_WATCH - 1
      if (frame === null) return refuse(socket, apiError('malformed'))
      if (connection) return void handleFrame(connection, frame)
      if (waiting) return void waiting.push(frame)
      if (frame.type !== 'hello') return refuse(socket, apiError('session_required'))
      waiting = []
      // A client that has spoken is not refused because the answer takes long.
      clearTimeout(timer)
      helloLimit.heard()
      greet(frame).catch((error: unknown) => refuse(socket, asApiError(error)))
    })
    socket.on('close', () => {
      clearTimeout(timer)
      helloLimit.done()
      left()
      if (connection) leave(connection)
    })

    async function greet(hello: Extract<ParsedLiveClientFrame, { type: 'hello' }>): Promise<void> {
      if (hello.app.contract < OLDEST_CONTRACT) throw apiError('client_outdated')
      const secret = secretOf(hello.token, fromBrowser ? cookie : null)
      if (secret === null) throw apiError('session_required')
      // Read in this order, so that the rights are never older than the position: the feed reports only later changes
      // of rights.
      const feedPosition = await context.db.read({ company: hello.company }, (tx) => feedNumber(tx, hello.company))
      const { session } = await limitUnknownTokens({ db: context.db, address: request.ip }, () =>
        sessions.reload(secret, hello.company),
      )
      const decision = tokenMayCall(session.actor, ['read'])
      if (!decision.allowed) throw apiError(decision.code, { params: decision.params })
      if (session.actor.company === null) throw apiError('company_required')
      if (socket.readyState !== socket.OPEN) return
      left = limits.opens(personId(session), address)
      helloLimit.done()
      const room = rooms.get(hello.company) ?? new Room(hello.company, context)
      rooms.set(hello.company, room)
      const subscription: Subscription = {
        session,
        merchants: hello.merchants,
        lang: hello.lang ?? 'en',
        position: Math.min(hello.since, feedPosition),
        send: (frame) => sendText(socket, frame),
        refresh: () => refresh(current),
      }
      const current: Connection = { socket, secret, session, kiosk: hello.kiosk, heardAt: Date.now(), room, subscription }
      connection = current
      connections.add(current)
      metrics.liveSockets.set(connections.size)
      if (current.kiosk) void extend(current)
      sendFrame(socket, { type: 'welcome', feed: feedPosition, server_time: context.now().getTime() / 1000 })
      // The client has seen changes that the company does not have, for example after a backup was restored.
      if (hello.since > feedPosition) sendFrame(socket, { type: 'resync', feed: feedPosition, reason: 'company' })
      room.subscriptions.add(subscription)
      for (const frame of waiting ?? []) void handleFrame(current, frame)
      waiting = undefined
      await room.poll()
    }
  })

  async function refresh(connection: Connection): Promise<void> {
    sessions.forget()
    try {
      const { session } = await sessions.find(connection.secret, connection.session.actor.company)
      connection.session = session
      connection.subscription.session = session
    } catch (error) {
      // If the database is unavailable, rights are unknown; the room asks again at its next check.
      if (!isApiError(error) || !endedCodes.has(error.code)) throw error
      refuse(connection.socket, error)
      leave(connection)
    }
  }

  async function handleFrame(connection: Connection, frame: ParsedLiveClientFrame): Promise<void> {
    connection.heardAt = Date.now()
    const { socket, subscription, room } = connection
    if (frame.type === 'hello') return refuse(socket, apiError('malformed'))
    if (frame.type === 'watch') {
      room.subscriptions.delete(subscription)
      // The position never moves forwards, because that could skip a change of rights.
      const position = Math.min(frame.since, subscription.position)
      connection.subscription = { ...subscription, merchants: frame.merchants, position }
      room.subscriptions.add(connection.subscription)
      return room.poll()
    }
    sendFrame(socket, { type: 'pong', feed: subscription.position, server_time: context.now().getTime() / 1000 })
  }

  function leave(connection: Connection): void {
    connections.delete(connection)
    connection.room.subscriptions.delete(connection.subscription)
    metrics.liveSockets.set(connections.size)
  }

  return {
    async close() {
      clearInterval(looking)
      clearInterval(extending)
      stopListening()
      for (const { socket } of connections) socket.close(1012, 'restarting')
    },
  }
}

/** Connections with the same key are checked together. */
const watchedBy = ({ session, room }: Connection): string => `${session.session_id}/${room.company}`

function readFrame(data: Buffer | ArrayBuffer | Buffer[]): ParsedLiveClientFrame | null {
  try {
    const parsed = liveClientFrameSchema.safeParse(JSON.parse((data as Buffer).toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

function sendText(socket: WebSocket, frame: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > MAX_BUFFERED) socket.close(1013, 'too slow')
  else socket.send(frame)
}

const sendFrame = (socket: WebSocket, frame: LiveServerFrame): void => sendText(socket, JSON.stringify(frame))

function refuse(socket: WebSocket, { code, message, params }: ApiError): void {
  const isOver = endedCodes.has(code)
  sendFrame(socket, { type: isOver ? 'signed_out' : 'error', code, error: message, params })
  socket.close(isOver ? 4401 : code === 'too_many_connections' ? 1013 : 4400, code)
  setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref()
}
