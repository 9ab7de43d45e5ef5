import type { Logger } from 'pino'
import { createClient } from 'redis'
import { listenTo } from '#db/listen'
import type { Store } from '#db/open-store'
import type { FeedListener } from '#engine/change'

/** Notifies processes of changes. A notification has no content; the changes themselves are read from the database. */
export interface Feed extends FeedListener {
  start(): Promise<void>
  stop(): Promise<void>
  /** Calls back soon after a company's feed has grown, in this or another process; the returned function unsubscribes. */
  onGrowth(callback: (company: number) => void): () => void
}

const CHANNEL = 'tiffin_feed'
/** Notifications within this time are combined: a NOTIFY inside every write would cost a third of the write rate. */
const COALESCE_MS = 4

interface FeedTransport {
  start(onChange: (companies: number[]) => void): Promise<void>
  publish(companies: number[]): Promise<unknown>
  stop(): Promise<void>
}

export function createFeed(options: { store: Pick<Store, 'db' | 'workerUrl'>; log: Logger; redisUrl: string | undefined }): Feed {
  const { store, log } = options
  const transport = options.redisUrl === undefined ? postgresTransport(store, log) : redisTransport(options.redisUrl, log)
  const callbacks = new Set<(company: number) => void>()
  const pending = new Set<number>()
  let timer: NodeJS.Timeout | undefined

  const onChange = (companies: number[]): void => {
    for (const company of companies) for (const callback of callbacks) callback(company)
  }

  return {
    published(feeds) {
      onChange(feeds.map((feed) => feed.company))
      for (const { company } of feeds) pending.add(company)
      timer ??= setTimeout(() => {
        timer = undefined
        const companies = [...pending]
        pending.clear()
        // Lost notifications are found within a second by polling.
        transport
          .publish(companies)
          .catch((error: unknown) => log.warn({ err: error }, 'other processes were not notified of a change'))
      }, COALESCE_MS)
    },
    onGrowth(callback) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    start: () => transport.start(onChange),
    async stop() {
      clearTimeout(timer)
      callbacks.clear()
      await transport.stop()
    },
  }
}

const numbers = (text: string): number[] => text.split(',').map(Number).filter(Number.isSafeInteger)

function postgresTransport(store: Pick<Store, 'db' | 'workerUrl'>, log: Logger): FeedTransport {
  let stop = async (): Promise<void> => {}
  return {
    async start(onChange) {
      stop = await listenTo(store.workerUrl, CHANNEL, {
        onPayload: (payload) => onChange(numbers(payload)),
        onLost: (error) => error && log.warn({ err: error }, 'the feed lost its connection'),
      })
    },
    publish: (companies) => store.db.pool.query('select pg_notify($1, $2)', [CHANNEL, companies.slice(0, 500).join(',')]),
    stop: () => stop(),
  }
}

function redisTransport(url: string, log: Logger): FeedTransport {
  let reached = false
  // A lost Redis is retried indefinitely; one that was never reached is a configuration error.
  const reconnectStrategy = (tries: number): number | false => (reached ? Math.min(tries * 100, 2000) : false)
  const publisher = createClient({ url, socket: { reconnectStrategy } })
  const subscriber = publisher.duplicate()
  for (const client of [publisher, subscriber])
    client.on('error', (error: unknown) => log.warn({ err: error }, 'the feed lost Redis'))
  return {
    async start(onChange) {
      await Promise.all([publisher.connect(), subscriber.connect()]).catch((error: unknown) => {
        throw Object.assign(
          new Error(
            `No connection by REDIS_URL (${String(error)}). Is Redis running there, and are user and password right? A server that is alone needs none: leave REDIS_URL out.`,
            { cause: error },
          ),
          { code: 'redis_refused' },
        )
      })
      reached = true
      await subscriber.subscribe(CHANNEL, (text) => onChange(numbers(text)))
    },
    publish: (companies) => publisher.publish(CHANNEL, companies.join(',')),
    async stop() {
      await Promise.allSettled([publisher.close(), subscriber.close()])
    },
  }
}
