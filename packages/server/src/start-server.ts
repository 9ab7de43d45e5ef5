import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { type DestinationStream, pino } from 'pino'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { DEMO_PASSWORD, demoAccounts } from './demo-accounts.ts'
import { createContentStore } from '#content/create-content-store'
import { openStore, type Store, type StoreStep } from '#db/open-store'
import { sealPlainPaySettings } from '#domains/companies/pay-settings'
import { sealPlainApiKeys } from '#domains/people/own-settings'
import { sealPlainSecrets } from '#domains/webhooks/secrets'
import { verifyPassword } from '#domains/people/password'
import { type App, createApp } from '#http/app'
import { createMetrics } from '#http/metrics'
import { createSecretBox } from '#sessions/secret-box'
import { createServerKeys } from '#sessions/server-keys'
import { createSessions } from '#sessions/sessions'
import { startJobs } from '#jobs/start-jobs'
import { createChatBus } from '#live/chat-bus'
import { createFeed } from '#live/feed'
import { serveChat } from '#live/serve-chat'
import { serveLive } from '#live/serve-live'
import { createGeocoder } from '#providers/geocoder'
import { createImageServices } from '#providers/image-services'
import { createMailer } from '#providers/mail'
import { createPush } from '#providers/push/create-push'
import { createSmsSender } from '#providers/sms'
import { createPaymentProvider } from '#providers/payments/create-payment-provider'

export interface RunningServer {
  url: string
  port: number
  context: Context
  store: Store
  /** Finishes current calls, closes sockets and the database. May be called twice. */
  stop(): Promise<void>
}

export interface StartOptions {
  onProgress?: (step: StoreStep | 'listen') => void
  /** An opened store that the caller closes, for example in a test. */
  store?: Store
  /** False leaves jobs to other processes. */
  jobs?: boolean
  /** Where to log, instead of standard output. */
  logTo?: DestinationStream
  /** The clock, for tests. */
  now?: () => Date
  /** Adds demo routes before the server listens. */
  extend?: (fastify: App['fastify']) => void
}

/** Time for calls to finish after a server begins to stop. */
const SHUTDOWN_MS = 8000

/** Starts a server with this configuration and resolves when it responds. */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  assertEncryptedHost(config)
  const log = pino(
    {
      level: config.TIFFIN_LOG,
      redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.secret'],
    },
    options.logTo ?? pino.destination(1),
  )
  const store =
    options.store ??
    (await openStore(config, {
      log: (line) => log.debug(line),
      supervise: (line) => log.error(line),
      ...(options.onProgress ? { onProgress: options.onProgress } : {}),
    }))
  const metrics = createMetrics()
  const chatBus = createChatBus(store, log)
  const feed = createFeed({ store, log, redisUrl: config.REDIS_URL })
  const stopping = new AbortController()
  /** Port 0 becomes another one by listening. */
  const listening = (): number => (app.fastify.server.address() as { port: number } | null)?.port ?? config.PORT
  const secretBox = createSecretBox(config, store.home)
  const keys = createServerKeys(store.db, secretBox)
  const publicUrl = (): string => config.TIFFIN_PUBLIC_URL ?? `http://localhost:${listening()}`
  const context: Context = {
    config,
    db: store.db,
    log,
    feed,
    content: createContentStore(config, store.home),
    images: createImageServices(config),
    geocoder: createGeocoder(config, store.db),
    mailer: createMailer(config),
    sms: createSmsSender(config),
    push: createPush(config, { keys, publicUrl, signal: stopping.signal }),
    publicUrl,
    payments: createPaymentProvider(config),
    secretBox,
    keys,
    now: options.now ?? (() => new Date()),
    stopping: stopping.signal,
  }
  const sessions = createSessions(context)
  const state = { stopping: false }
  const app = await createApp(context, sessions, metrics, state)
  options.extend?.(app.fastify)
  const unasked = connectionsWithoutRequest(app.fastify.server)
  const live = serveLive(app, context, sessions, feed, metrics)
  const chat = serveChat(app, context, sessions, chatBus, metrics)
  let stopJobs = async (): Promise<void> => {}
  let stopped: Promise<void> | undefined
  const stop = async () => {
    state.stopping = true
    stopping.abort()
    await live.close()
    await chat.close()
    await stopJobs()
    const closed = app.fastify.close()
    for (const socket of unasked) socket.destroy()
    const late = setTimeout(() => app.fastify.server.closeAllConnections(), SHUTDOWN_MS)
    await closed
    clearTimeout(late)
    await feed.stop()
    await chatBus.stop()
    if (!options.store) await store.close()
  }
  try {
    await assertNoDemoPasswords(config, store)
    await sealPlainSecrets(context)
    await sealPlainPaySettings(context)
    await sealPlainApiKeys(context)
    // A first start makes the keys. Without TIFFIN_SECRET_KEY of the earlier ones, only push is unavailable.
    await keys.vapid().catch((error: unknown) => log.error({ err: error }, 'the keys of push can not be read'))
    options.onProgress?.('listen')
    await feed.start()
    await chatBus.start()
    if (options.jobs !== false) stopJobs = await startJobs({ ...context, feed, log }, store.workerUrl)
    await app.fastify.listen({ port: config.PORT, host: config.HOST }).catch(toListenError(config))
  } catch (error) {
    await stop()
    throw error
  }
  const { port } = app.fastify.server.address() as { port: number }
  return { url: `http://${shownHost(config.HOST)}:${port}`, port, context, store, stop: () => (stopped ??= stop()) }
}

/** Connections without any request yet, which browsers open in advance: they would delay a stop for minutes. */
function connectionsWithoutRequest(server: Server): ReadonlySet<Socket> {
  const unasked = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unasked.add(socket)
    socket.once('close', () => unasked.delete(socket))
  })
  for (const eventName of ['request', 'upgrade'])
    server.prependListener(eventName, ({ socket }: IncomingMessage) => unasked.delete(socket))
  return unasked
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])
const shownHost = (host: string): string => (host === '::1' ? '[::1]' : loopback.has(host) ? host : '127.0.0.1')

/** Passwords and sessions must not cross a network unencrypted unless explicitly allowed. */
function assertEncryptedHost(config: Config): void {
  if (loopback.has(config.HOST)) return
  if (config.TIFFIN_DEMO) {
    throw Object.assign(
      new Error('Demonstration data has known passwords, so it is served on this machine only: leave HOST at 127.0.0.1.'),
      {
        code: 'demo_not_local',
      },
    )
  }
  if (config.TIFFIN_PUBLIC_URL?.startsWith('https:') || config.TIFFIN_INSECURE_LAN) return
  throw Object.assign(
    new Error(
      `Anything but this machine needs https: put a proxy in front and set TIFFIN_PUBLIC_URL=https://… and TRUST_PROXY=1, or accept the risk in your own network with --insecure-lan.`,
    ),
    { code: 'https_required' },
  )
}

/** A database once filled by the demo must not be reachable by others with the published passwords. */
async function assertNoDemoPasswords(config: Config, store: Store): Promise<void> {
  const reached = config.TIFFIN_PUBLIC_URL === undefined ? config.HOST : new URL(config.TIFFIN_PUBLIC_URL).hostname
  if (loopback.has(config.HOST) && loopback.has(reached.replaceAll(/[[\]]/g, ''))) return
  const found = await store.db.read({ global: true }, (tx) =>
    tx.sql<{ login: string; password: string }>('select login, password from admin where login = any($1)', [
      demoAccounts.map(({ login }) => login),
    ]),
  )
  const verified = await Promise.all(found.map(({ password }) => verifyPassword(DEMO_PASSWORD, password)))
  const open = found.filter((_, at) => verified[at]).map(({ login }) => login)
  if (open.length === 0) return
  throw Object.assign(
    new Error(
      `This database holds a demonstration, whose passwords everybody knows (${open.join(', ')}): serve it on this machine only, or begin with an empty database in another folder, e.g. TIFFIN_HOME=/srv/tiffin.`,
    ),
    { code: 'demo_not_local' },
  )
}

const toListenError =
  ({ HOST, PORT }: Config) =>
  (error: NodeJS.ErrnoException): never => {
    const unknown = `There is no address ${HOST} on this machine: leave HOST at 127.0.0.1, or name one of its own; 0.0.0.0 is all of them.`
    const refusals: Partial<Record<string, [code: string, sentence: string]>> = {
      EADDRINUSE: [
        'port_in_use',
        `Port ${PORT} is in use: stop the other program or choose another port, e.g. PORT=${PORT === 65_535 ? 4400 : PORT + 1}.`,
      ],
      EACCES: ['port_forbidden', `This account may not open port ${PORT}: choose one above 1023, e.g. PORT=4400.`],
      EADDRNOTAVAIL: ['host_unknown', unknown],
      ENOTFOUND: ['host_unknown', unknown],
      EAI_AGAIN: ['host_unknown', unknown],
    }
    const [code, sentence] = refusals[error.code ?? ''] ?? []
    if (code === undefined) throw error
    throw Object.assign(new Error(sentence), { code })
  }
