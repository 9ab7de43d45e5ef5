import { pino } from 'pino'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { createContentStore } from '#content/create-content-store'
import { openStore, type Store, type StoreStep } from '#db/open-store'
import { type App, createApp } from '#http/app'
import { createMetrics } from '#http/metrics'
import { createSessions } from '#http/sessions'
import { startJobs } from '#jobs/start-jobs'
import { createFeed } from '#live/feed'
import { serveLive } from '#live/serve-live'
import { createImageServices } from '#providers/image-services'

export interface RunningServer {
  url: string
  port: number
  context: Context
  store: Store
  /** Answers what is under way, closes sockets and the database. May be called twice. */
  stop(): Promise<void>
}

export interface StartOptions {
  onProgress?: (step: StoreStep | 'listen') => void
  /** An opened store that the caller closes, such as a test's. */
  store?: Store
  /** False leaves jobs to other processes. */
  jobs?: boolean
  /** Adds routes of a demonstration before the server listens. */
  extend?: (fastify: App['fastify']) => void
}

/** Starts a server of this configuration and resolves when it answers. */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  refuseOpenHost(config)
  const log = pino({
    level: config.TIFFIN_LOG,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.secret'],
  })
  const store =
    options.store ??
    (await openStore(config, {
      log: (line) => log.debug(line),
      supervise: (line) => log.error(line),
      ...(options.onProgress ? { onProgress: options.onProgress } : {}),
    }))
  const metrics = createMetrics()
  const feed = createFeed({ store, log, redisUrl: config.REDIS_URL })
  const stopping = new AbortController()
  const context: Context = {
    config,
    db: store.db,
    log,
    feed,
    content: createContentStore(config, store.home),
    images: createImageServices(config),
    now: () => new Date(),
    stopping: stopping.signal,
  }
  const sessions = createSessions(context)
  const state = { stopping: false }
  const app = await createApp(context, sessions, metrics, state)
  options.extend?.(app.fastify)
  const live = serveLive(app, context, sessions, feed, metrics)
  let stopJobs = async (): Promise<void> => {}
  let stopped: Promise<void> | undefined
  const stop = async () => {
    state.stopping = true
    stopping.abort()
    await live.close()
    await stopJobs()
    await app.fastify.close()
    await feed.stop()
    if (!options.store) await store.close()
  }
  try {
    options.onProgress?.('listen')
    await feed.start()
    if (options.jobs !== false) stopJobs = await startJobs({ ...context, log }, store.workerUrl)
    await app.fastify.listen({ port: config.PORT, host: config.HOST }).catch(explainPort(config))
  } catch (error) {
    await stop()
    throw error
  }
  const { port } = app.fastify.server.address() as { port: number }
  return { url: `http://${shownHost(config.HOST)}:${port}`, port, context, store, stop: () => (stopped ??= stop()) }
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])
const shownHost = (host: string): string => (host === '::1' ? '[::1]' : loopback.has(host) ? host : '127.0.0.1')

/** Passwords and sessions must not cross a network in the clear unless somebody says so. */
function refuseOpenHost(config: Config): void {
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

const explainPort =
  (config: Config) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE') {
      throw Object.assign(
        new Error(`Port ${config.PORT} is in use: stop the other program or choose another port, e.g. PORT=${config.PORT + 1}.`),
        {
          code: 'port_in_use',
        },
      )
    }
    throw error
  }
