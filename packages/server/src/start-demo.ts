import { Client } from 'pg'
import { entities } from '@tiffin/sdk/contract'
import type { Config } from './config.ts'
import { demoAccounts } from './demo-accounts.ts'
import { type RunningServer, type StartOptions, startServer } from './start-server.ts'
import { randomPassword } from '#db/roles'
import { openStore, type StoreStep } from '#db/open-store'
import { makeChange } from '#engine/change'
import { hashPassword } from '#domains/people/password'
import { SIMULATOR_LOGIN } from '#seed/demo/accounts'
import { type DemoOptions, type DemoStep, seedDemo } from '#seed/demo/seed-demo'
import { createSimulator, type Simulator } from '#simulator/create-simulator'
import { createWire } from '#simulator/wire'
import { createVirtualPrinter, type VirtualPrinter } from '#virtual-printer/create-virtual-printer'

export interface Demo {
  url: string
  accounts: typeof demoAccounts
  server: RunningServer
  /** Null while another process on the same database plays the customers. */
  simulator(): Simulator | null
  stop(): Promise<void>
}

export type DemoProgress = StoreStep | 'listen' | 'simulator' | { seed: DemoStep; orders: number; of: number }

export interface DemoStartOptions extends Pick<StartOptions, 'store' | 'jobs'> {
  onProgress?: (step: DemoProgress) => void
  seed?: Omit<DemoOptions, 'onProgress'>
  /** 2 means twice as many orders, in half the time; 0 starts no simulator. */
  speed?: number
}

/** Only one of the processes on a database plays the customers. */
const LOCK = 7_305_117_205

/** Starts a server with the demo (DESIGN §6), and first fills a database that has no company. */
export async function startDemo(config: Config, options: DemoStartOptions = {}): Promise<Demo> {
  const { onProgress = () => {}, speed = 1 } = options
  const demo = { ...config, TIFFIN_DEMO: true }
  const store = options.store ?? (await openStore(demo, { onProgress }))
  let server: RunningServer | undefined
  try {
    await seedDemo(store.ownerUrl, {
      ...options.seed,
      onProgress: (seed, done) => onProgress({ seed, ...done }),
    })
    let turn: HeldLock | null = null
    const running = await startServer(demo, {
      store,
      onProgress,
      ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
      extend: (fastify) => fastify.get('/demo/papers', async () => ({ papers: turn?.printer()?.papers() ?? [] })),
    })
    server = running
    onProgress('simulator')
    turn = speed > 0 ? acquireLock(running, speed) : null
    let stopped: Promise<void> | undefined
    const stop = async () => {
      await turn?.stop()
      await running.stop()
      if (!options.store) await store.close()
    }
    return {
      url: running.url,
      accounts: demoAccounts,
      server: running,
      simulator: () => turn?.simulator() ?? null,
      stop: () => (stopped ??= stop()),
    }
  } catch (error) {
    await server?.stop()
    if (!options.store) await store.close()
    throw isDiskFull(error)
      ? Object.assign(
          new Error('The disk of the database is full: free some space (the demo takes about 1 GB), then start again.', {
            cause: error,
          }),
          { code: 'disk_full' },
        )
      : error
  }
}

/** PostgreSQL's code for a full disk, or the system's. */
const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '53100' || error.code === 'ENOSPC')

/** The simulator and the virtual printer of this process, while it holds the lock. */
interface HeldLock {
  simulator(): Simulator | null
  printer(): VirtualPrinter | null
  stop(): Promise<void>
}

/** Starts both as soon as no other process runs them. */
function acquireLock(server: RunningServer, speed: number): HeldLock {
  const { log } = server.context
  const client = new Client({ connectionString: server.store.workerUrl, application_name: 'tiffin simulator' })
  let simulator: Simulator | null = null
  let printer: VirtualPrinter | null = null
  let stopped = false
  const rest = async () => {
    await Promise.all([simulator?.stop(), printer?.stop()])
  }
  // The lock ends with the connection; the next process takes over.
  client.on('error', () => void rest())

  async function begin(): Promise<void> {
    await client.connect()
    await client.query('select pg_advisory_lock($1)', [LOCK])
    if (stopped) return
    const account = await setServicePassword(server)
    if (account === null) return
    simulator = createSimulator({
      url: server.url,
      login: SIMULATOR_LOGIN,
      ...account,
      speed,
      seed: Date.now() >>> 0,
      onProblem: (error) => log.debug({ err: error }, 'the simulator met trouble'),
    })
    printer = createVirtualPrinter({
      wire: createWire({ url: server.url, login: SIMULATOR_LOGIN, password: account.password }),
      timezone: account.timezone,
      country: account.country,
      onProblem: (error) => log.debug({ err: error }, 'the virtual printer met trouble'),
    })
    if (stopped) return
    simulator.start()
    printer.start()
  }
  const begun = begin().catch((error: unknown) => {
    if (!stopped) log.warn({ err: error }, 'the simulator did not start')
  })

  return {
    simulator: () => simulator,
    printer: () => printer,
    async stop() {
      stopped = true
      await rest()
      // Also stops waiting for the lock.
      await client.end().catch(() => {})
      await begun
    },
  }
}

/** Gives the service account a password that is valid as long as this process. */
async function setServicePassword({
  context,
}: RunningServer): Promise<{ password: string; timezone: string; country: string } | null> {
  const [found] = await context.db.read({ global: true }, (tx) =>
    tx.sql<{ admin_id: number; company: number }>('select admin_id, company from admin where login = $1', [SIMULATOR_LOGIN]),
  )
  if (!found) return null
  const [company] = await context.db.read({ company: found.company }, (tx) =>
    tx.sql<{ timezone: string; country: string }>(
      'select c.timezone, k.alpha2 as country from company c join country k on k.country_id = c.country where c.company_id = $1',
      [found.company],
    ),
  )
  const password = randomPassword()
  const hash = await hashPassword(password)
  const info = { admin: null, company: 0, app: 'simulator', device: '' }
  await makeChange(context.db, context.feed, info, (change) =>
    change.update(entities.admin, [{ key: found.admin_id, set: { password: hash } }]),
  )
  return { password, timezone: company?.timezone ?? 'UTC', country: company?.country ?? '' }
}
