import cookie from '@fastify/cookie'
import websocket from '@fastify/websocket'
import helmet from 'helmet'
import { Readable, Transform } from 'node:stream'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteShorthandOptionsWithHandler,
} from 'fastify'
import { apiError, type ApiError, calls, isApiError } from '@tiffin/sdk/contract'
import { configuredAddresses, mapServices } from '../config.ts'
import type { Context, Download, ReplyControl } from '../context.ts'
import { asApiError, errorBody, successBody, statusOf } from './response-body.ts'
import { clientCode, createClientLog } from './client-log.ts'
import { compressed } from './compress.ts'
import { serveChatPage } from './chat-page.ts'
import { serveContent } from './content.ts'
import { readCredentials } from '#sessions/credentials'
import { dispatch, ownerId } from './dispatch.ts'
import { serveJsonCalls } from './json-calls.ts'
import { mayReadMetrics, type Metrics } from './metrics.ts'
import { createOrigins, type Origins } from './origins.ts'
import { servePayments } from './pay.ts'
import { readForm } from './read-form.ts'
import { byteAllowance } from '#limits/byte-allowance'
import type { Sessions } from '#sessions/sessions'
import { tooLarge } from './too-large.ts'
import { serveUnsubscribe } from './unsubscribe.ts'
import { serveWeb } from './web.ts'

/** Maximum body in bytes without and with credentials. Only uploads may be that large; other calls are limited to 4 MB. */
const ANONYMOUS_BODY_LIMIT = 256 * 1024
const UPLOAD_BODY_LIMIT = 24 * 1024 * 1024
/** Maximum bytes of large bodies in a process at a time, in all and for one user. */
const LARGE_BODIES_LIMIT = 256 * 1024 * 1024
const LARGE_BODIES_PER_PERSON = 3 * UPLOAD_BODY_LIMIT
/** Parsing a large body blocks the process for a moment. */
const LARGE_BYTES_PER_PERSON = { most: 20 * UPLOAD_BODY_LIMIT, perSecond: UPLOAD_BODY_LIMIT / 6 }
/** Paths served under any host name. */
const monitoringPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** Failures of external services, whose cause matters to the operator. */
const outsideCodes: ReadonlySet<string> = new Set(['content_unavailable', 'service_failed'])

export interface App {
  fastify: FastifyInstance
  origins: Origins
  cookieName: string
}

/** Builds the HTTP side of the server: one route for calls, health, metrics, and the web console's files. */
export async function createApp(
  context: Context,
  sessions: Sessions,
  metrics: Metrics,
  state: { stopping: boolean },
): Promise<App> {
  const { config } = context
  const logger: FastifyBaseLogger = context.log
  const clientLog = createClientLog(context.log)
  const fastify = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address, hop) => hop < config.TRUST_PROXY,
    bodyLimit: UPLOAD_BODY_LIMIT,
    forceCloseConnections: 'idle',
    // An incomplete request does not hold its connection for longer than this.
    requestTimeout: 120_000,
    routerOptions: { ignoreTrailingSlash: true },
    // Malformed URLs never reach the handlers below.
    frameworkErrors: (_error, _request, reply) => void refuse(reply, 400, apiError('malformed')),
  })
  const refuse = (reply: FastifyReply, status: number, error: ApiError, api = '') =>
    send(reply.code(status), Buffer.from(errorBody(error, api, context.now().getTime())))
  let listening: number | undefined
  /** Needed for every call, so it is looked up once. */
  const port = (): number => (listening ??= (fastify.server.address() as { port: number } | null)?.port) ?? config.PORT
  const origins = createOrigins(config, port)
  const secure = config.TIFFIN_PUBLIC_URL?.startsWith('https:') === true
  // On loopback, several servers share one cookie jar, so the name includes the port.
  const cookieName = (): string => (secure ? '__Host-tiffin' : `tiffin_${port()}`)

  // Set before the routes: otherwise, plugins awaited later would leave them with fastify's own error responses.
  fastify.setErrorHandler((error, request, reply) => {
    const known = asApiError(fastifyError(error))
    const body = (request.body ?? {}) as { api?: unknown; method?: unknown }
    const [api, method] = nameOf(body.api, body.method)
    // A request counts as destroyed once its body is read, so the client is gone only if its response was not sent either.
    const isGone = reply.raw.destroyed && !reply.raw.writableFinished
    const byClient = isGone ? clientCode(error) : undefined
    if (byClient !== undefined) clientLog('a client went away while it asked', byClient)
    else if (known.code === 'server_error') request.log.error({ err: error }, 'call failed')
    if (outsideCodes.has(known.code))
      request.log.warn({ err: known.cause ?? known }, 'a service that the server depends on failed')
    if (request.url.startsWith('/api')) metrics.call(api, method, known.code, 0)
    return refuse(reply, statusOf(known), known, api)
  })

  await fastify.register(cookie)
  // Forms only, except for calls in JSON: plain text would add unprotected entry points.
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => readForm(body),
  )
  const widget = config.TIFFIN_SUPPORT_WIDGET === '' ? [] : [new URL(config.TIFFIN_SUPPORT_WIDGET).origin]
  // Without a translation key on the server, users translate with their own (API-37).
  const model = config.TIFFIN_TRANSLATION_KEY === '' ? [new URL(config.TIFFIN_TRANSLATION_URL).origin] : []
  const { chat, content, sounds, geocoder } = configuredAddresses(config)
  const { tiles, google } = mapServices(config)
  const originsOf = (...urls: (string | undefined)[]): string[] =>
    urls.flatMap((url) => (url === undefined || url === '' ? [] : [new URL(url).origin]))
  // Google's library loads its parts, fonts and pictures from more hosts (Google's guide to content security policies).
  const maps = google === '' ? [] : [...originsOf(google), 'https://*.googleapis.com', 'https://*.gstatic.com']
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...widget, ...maps],
        styleSrc: ["'self'", "'unsafe-inline'", ...widget, ...maps],
        imgSrc: ["'self'", 'data:', 'blob:', ...widget, ...maps, ...originsOf(content, tiles)],
        fontSrc: ["'self'", ...maps],
        connectSrc: ["'self'", ...widget, ...model, ...maps, ...originsOf(chat, content, geocoder)],
        // Company stores are rows, so any of them may be shown in a frame (MERCH-09).
        frameSrc: ["'self'", 'https:', ...widget],
        mediaSrc: ["'self'", 'blob:', ...originsOf(sounds)],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: secure,
  })
  // The plugin for fastify would compute all of its headers for each request.
  fastify.addHook('onRequest', (request, reply, done) => protect(request.raw, reply.raw, (error) => done(error as Error)))
  await fastify.register(websocket, {
    options: { maxPayload: ANONYMOUS_BODY_LIMIT },
    errorHandler(error, socket) {
      const code = clientCode(error)
      if (code === undefined) logger.error({ err: error }, 'a socket failed')
      else clientLog('a client broke the rules of its socket', code)
      // The library has sent the reason; a client that does not close is cut off.
      setTimeout(() => socket.terminate(), 2000).unref()
    },
  })

  fastify.addHook('onRequest', async (request, reply) => {
    // Monitoring reaches the server by its address inside a network.
    if (!monitoringPaths.has(request.url) && !origins.hostAllowed(request.headers.host)) throw apiError('forbidden_origin')
    const { origin } = request.headers
    if (origin === undefined) return
    if (!origins.originAllowed(origin)) throw apiError('forbidden_origin')
    if (config.TIFFIN_ORIGINS.includes(origin)) {
      reply.header('Access-Control-Allow-Origin', origin).header('Vary', 'Origin')
      reply.header('Access-Control-Allow-Headers', 'authorization, content-type')
      reply.header('Access-Control-Expose-Headers', 'content-disposition, tiffin-rows')
    }
  })
  for (const url of ['/api', '/api/*']) fastify.options(url, async (_request, reply) => reply.code(204).send())

  /** Bytes received of each body; the Content-Length header may be missing. */
  const received = new WeakMap<FastifyRequest, number>()
  const credentialsOf = (request: FastifyRequest) => readCredentials(request.headers, request.cookies, cookieName())

  const personOf = (secret: string): Promise<string | null> =>
    sessions.find(secret, null).then(
      ({ session }) => ownerId(session),
      (error: unknown) => {
        if (isApiError(error) && error.code !== 'database_unavailable') return null
        throw error
      },
    )

  async function handleRequest(request: FastifyRequest, reply: FastifyReply, body: unknown, bytes: number) {
    if (state.stopping) throw apiError('shutting_down')
    const started = performance.now()
    const { output, api, call } = await dispatch(context, sessions, {
      body,
      bytes,
      credentials: credentialsOf(request),
      address: request.ip,
      reply: replyControl(reply, cookieName(), secure),
    })
    metrics.call(api, call.method, 'OK', (performance.now() - started) / 1000)
    if (isDownload(output)) return sendFile(reply, output)
    const json = successBody(output, context.now().getTime())
    const small = call.compressed ? await compressed(request, json) : null
    return small ? send(reply.header('Content-Encoding', small.encoding), small.bytes) : send(reply, json)
  }

  /** Bytes of the large bodies being received or processed. */
  let large = 0
  const largeOf = new Map<string, number>()
  const allowance = byteAllowance(LARGE_BYTES_PER_PERSON)
  function admit(length: number, who: string, request: FastifyRequest, reply: FastifyReply): void {
    const isKnown = Number.isFinite(length)
    const bytes = Math.min(length, UPLOAD_BODY_LIMIT)
    const own = largeOf.get(who) ?? 0
    if (large + bytes > LARGE_BODIES_LIMIT || own + bytes > LARGE_BODIES_PER_PERSON)
      throw apiError('rate_limited', { params: [5] })
    allowance.take(who, isKnown ? bytes : 0)
    large += bytes
    largeOf.set(who, own + bytes)
    reply.raw.once('close', () => {
      if (!isKnown) allowance.add(who, received.get(request) ?? 0)
      large -= bytes
      const left = (largeOf.get(who) ?? 0) - bytes
      if (left > 0) largeOf.set(who, left)
      else largeOf.delete(who)
    })
  }

  const callRoute: RouteShorthandOptionsWithHandler = {
    preParsing: async (request, reply, payload: Readable) => {
      const { bearer, cookie: cookieSecret } = credentialsOf(request)
      // A browser sends Origin with every post; without it, a cookie proves nothing.
      if (cookieSecret !== null && bearer === null && request.headers.origin === undefined) throw apiError('forbidden_origin')
      const secret = bearer ?? cookieSecret
      const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
      // Only a large body is worth the lookup; without a session, the small limit applies.
      const who = secret !== null && length > ANONYMOUS_BODY_LIMIT ? await personOf(secret) : null
      const limit = who === null ? ANONYMOUS_BODY_LIMIT : UPLOAD_BODY_LIMIT
      // Node itself limits a body to the stated length.
      if (Number.isFinite(length) && length > limit) throw tooLarge(limit)
      if (who !== null) admit(length, who, request, reply)
      if (!Number.isFinite(length)) return payload.pipe(limitBytes(limit, (bytes) => received.set(request, bytes)))
      received.set(request, length)
      return payload
    },
    handler: (request, reply) => handleRequest(request, reply, request.body, received.get(request) ?? 0),
  }
  fastify.post('/api', callRoute)
  await serveJsonCalls(fastify, callRoute)
  // A download is requested by GET, so that a browser can save it as a file (API-24).
  fastify.get('/api', { exposeHeadRoute: false }, (request, reply) => {
    const { token, params, api, method, ...others } = request.query as Record<string, string>
    if (api !== 'Export' || method !== 'Excel') throw apiError('malformed')
    const data = `{"ticket":${JSON.stringify(token)}${params === undefined ? '' : `,"params":${params}`}}`
    return handleRequest(request, reply, { ...others, api, method, data }, 0)
  })

  fastify.get('/healthz', async () => ({ status: 'ok' }))
  fastify.get('/readyz', async (_request, reply) => {
    const ready =
      !state.stopping &&
      (await context.db.pool.query('select 1').then(
        () => true,
        () => false,
      ))
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
  fastify.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config.TIFFIN_METRICS_TOKEN)) return refuse(reply, 401, apiError('session_required'))
    return reply.type(metrics.contentType).send(await metrics.text())
  })
  serveContent(fastify, context.content)
  serveChatPage(fastify, context)
  await serveUnsubscribe(fastify, context)
  await servePayments(fastify, context)
  // Other methods and paths under /api get an error in the format of calls; HEAD and OPTIONS have no body.
  for (const url of ['/api', '/api/*']) {
    fastify.route({
      url,
      method: url === '/api' ? ['PUT', 'PATCH', 'DELETE'] : ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      handler: (_request, reply) => refuse(reply, 404, apiError('unknown_call')),
    })
  }
  await serveWeb(fastify, config.TIFFIN_WEB)

  return {
    fastify,
    origins,
    get cookieName() {
      return cookieName()
    },
  }
}

const send = (reply: FastifyReply, json: Buffer) =>
  reply.header('Content-Type', 'application/json; charset=utf-8').header('Cache-Control', 'no-store').send(json)

const isDownload = (output: unknown): output is Download =>
  typeof output === 'object' && output !== null && 'stream' in output && output.stream instanceof Readable

const sendFile = (reply: FastifyReply, { stream, type, filename, rows }: Download) =>
  reply
    .header('Content-Type', type)
    .header('Content-Disposition', `attachment; filename="${filename}"`)
    .headers(rows === undefined ? {} : { 'Tiffin-Rows': String(rows) })
    .header('Cache-Control', 'no-store')
    .send(stream)

/** Logs and metrics contain only names of existing calls, so that clients can't add more. */
function nameOf(api: unknown, method: unknown): [api: string, method: string] {
  const methods = typeof api === 'string' && Object.hasOwn(calls, api) ? (calls as Record<string, object>)[api] : undefined
  if (!methods) return ['?', '?']
  return [String(api), typeof method === 'string' && Object.hasOwn(methods, method) ? method : '?']
}

/** Converts fastify's own errors. */
function fastifyError(error: unknown): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(UPLOAD_BODY_LIMIT)
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  // A client error reported by the framework is not a server failure.
  if (!isApiError(error) && status >= 400 && status < 500)
    return status === 413 ? tooLarge(UPLOAD_BODY_LIMIT) : apiError('malformed')
  return error
}

function limitBytes(limit: number, count: (bytes: number) => void): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      count(bytes)
      done(bytes > limit ? tooLarge(limit) : null, chunk)
    },
  })
}

function replyControl(reply: FastifyReply, name: string, secure: boolean): ReplyControl {
  const base = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  return {
    setSession(secret, { remember }) {
      reply.setCookie(name, secret, remember ? { ...base, maxAge: 30 * 86_400 } : base)
    },
    onClose: (run) => void (reply.raw.destroyed ? run() : reply.raw.once('close', run)),
  }
}
