import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import type { Config } from '../config.ts'
import { openDatabase, type Database } from './database.ts'
import { defaultHome } from './embedded/default-home.ts'
import { embeddedPaths } from './embedded/embedded-paths.ts'
import { type EmbeddedStep, startEmbedded } from './embedded/start-embedded.ts'
import { withLock } from './embedded/with-lock.ts'
import { prepareJobs } from './prepare-jobs.ts'
import { migrate } from './migrate.ts'
import { ensurePlatform } from './platform.ts'
import { initialise, randomPassword, assertLimitedRole, type RoleName, roleNames, type RolePasswords } from './roles.ts'

/** The database of this server, ready for use. */
export interface Store {
  db: Database
  ownerUrl: string
  workerUrl: string
  /** Folder of this installation's files: the embedded database, images, logs. */
  home: string
  close(): Promise<void>
}

type ExternalConfig = Pick<Config, 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_WORKER_URL' | 'DATABASE_POOLER'>
type DatabaseConfig = ExternalConfig & Pick<Config, 'TIFFIN_HOME'>

export type StoreStep = EmbeddedStep | 'roles' | 'migrate'

export interface StoreOptions {
  onProgress?: (step: StoreStep) => void
  log?: (line: string) => void
  /** Refuses a folder without a database. */
  existing?: boolean
  /** Called each time the embedded database was restarted. */
  supervise?: (line: string) => void
}

/**
 * Opens the configured PostgreSQL, or starts the embedded one, and migrates it to the latest version.
 * @throws errors with a code and a message that says what to do
 */
export async function openStore(config: DatabaseConfig, options: StoreOptions = {}): Promise<Store> {
  const home = dataHome(config)
  const progress = options.onProgress ?? (() => {})
  // While a store is open, the embedded database must keep running.
  const urls = await resolveDatabaseUrls(config, { supervise: options.log ?? (() => {}), ...options })
  try {
    progress('migrate')
    await migrate(urls.owner)
    await prepareJobs(urls)
    await ensurePlatform(urls.owner)
    const db = openDatabase({ connectionString: urls.app }, { keepsPrepared: urls.keepsPrepared })
    const client = await db.pool.connect()
    try {
      await assertLimitedRole(client)
    } finally {
      client.release()
    }
    const close = async () => {
      await db.close()
      await urls.stop()
    }
    return { db, home, ownerUrl: urls.owner, workerUrl: urls.worker, close }
  } catch (error) {
    await urls.stop()
    throw error
  }
}

/** Folder of all files of this installation. */
export const dataHome = (config: Pick<Config, 'TIFFIN_HOME'>): string =>
  config.TIFFIN_HOME ?? defaultHome(process.env, process.getuid?.(), process.platform)

/** Connection strings of the configured database without migrating it, for backups. */
export async function resolveDatabaseUrls(config: DatabaseConfig, options: StoreOptions = {}): Promise<Urls> {
  return config.DATABASE_URL === undefined ? openEmbedded(dataHome(config), options) : openExternal(config)
}

interface Urls {
  app: string
  owner: string
  worker: string
  /** Whether connections of `app` keep named statements. */
  keepsPrepared: boolean
  stop: () => Promise<void>
}

async function openExternal(config: ExternalConfig): Promise<Urls> {
  const { DATABASE_URL: app, DATABASE_OWNER_URL: owner, DATABASE_WORKER_URL: worker } = config
  if (app === undefined || owner === undefined || worker === undefined) {
    throw Object.assign(
      new Error(
        'A PostgreSQL of your own needs DATABASE_URL, DATABASE_OWNER_URL and DATABASE_WORKER_URL; `tiffin db init` makes the roles and prints all three.',
      ),
      { code: 'config_invalid' },
    )
  }
  const pooled = await checkConnection('DATABASE_URL', app)
  // Migrations hold a lock between transactions, and the worker's connection listens; with a pooler, both could lose their
  // connection.
  for (const [name, url] of Object.entries({ DATABASE_OWNER_URL: owner, DATABASE_WORKER_URL: worker })) {
    if ((await checkConnection(name, url)) && config.DATABASE_POOLER !== 'session') {
      throw Object.assign(
        new Error(
          `${name} leads through a connection pooler. Give the address of PostgreSQL itself there; only DATABASE_URL may use the pooler. If the pooler works by session, set DATABASE_POOLER=session.`,
        ),
        { code: 'database_pooled' },
      )
    }
  }
  const pooler = config.DATABASE_POOLER ?? (pooled ? 'transaction' : 'none')
  return { app, owner, worker, keepsPrepared: pooler !== 'transaction', stop: async () => {} }
}

/** @returns whether there is a pooler, which reports made-up process ids */
async function checkConnection(name: string, url: string): Promise<boolean> {
  try {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await client.end()
    return rows[0]?.pid !== (client as Client & { processID?: number }).processID
  } catch (error) {
    // If all IP addresses of a host name fail, the message of the error is empty.
    const reason = error instanceof AggregateError ? error.errors.map(String).join(', ') : String(error)
    throw Object.assign(
      new Error(
        `No connection by ${name} (${reason}). Is PostgreSQL running there, and are user, password and database right? \`tiffin db init\` prints all three addresses again.`,
        { cause: error },
      ),
      { code: 'database_refused' },
    )
  }
}

async function openEmbedded(home: string, options: StoreOptions): Promise<Urls> {
  if (options.existing === true && !existsSync(embeddedPaths(path.resolve(home, 'postgresql')).cluster)) {
    throw Object.assign(new Error(`There is no database in ${home}: name its folder with --home or TIFFIN_HOME.`), {
      code: 'database_missing',
    })
  }
  const server = await startEmbedded({
    dataDir: path.join(home, 'postgresql'),
    ...(options.log ? { log: options.log } : {}),
    ...(options.onProgress ? { onProgress: options.onProgress } : {}),
    ...(options.supervise ? { supervise: options.supervise } : {}),
  })
  const passwords = await rolePasswords(home, server.adminUrl, options).catch(async (error: unknown) => {
    await server.stop()
    throw error
  })
  const url = (role: RoleName): string => {
    const own = new URL(server.adminUrl)
    own.username = role
    own.password = passwords[role]
    return own.href
  }
  return {
    app: url('tiffin_app'),
    owner: url('tiffin_owner'),
    worker: url('tiffin_worker'),
    keepsPrepared: true,
    stop: () => server.stop(),
  }
}

/** The passwords of the embedded server's roles, created on the first start. */
async function rolePasswords(home: string, adminUrl: string, options: StoreOptions): Promise<RolePasswords> {
  // If two first starts ran together, the second would change the passwords of the first.
  return withLock(embeddedPaths(path.resolve(home, 'postgresql')).lock, async () => {
    const file = path.join(home, 'postgresql', 'roles.json')
    const storedPasswords = readStoredPasswords(file)
    if (storedPasswords) return storedPasswords
    options.onProgress?.('roles')
    const made = Object.fromEntries(roleNames.map((role) => [role, randomPassword()])) as RolePasswords
    await initialise(adminUrl, 'tiffin', made)
    storePasswords(file, made)
    return made
  })
}

/** The stored passwords of the embedded server's roles; undefined if there are none, or they are incomplete. */
function readStoredPasswords(file: string): RolePasswords | undefined {
  try {
    const storedPasswords = JSON.parse(readFileSync(file, 'utf8')) as Partial<RolePasswords>
    return roleNames.every((role) => typeof storedPasswords[role] === 'string') ? (storedPasswords as RolePasswords) : undefined
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Written atomically, to a file that only the owner can read. */
function storePasswords(file: string, passwords: RolePasswords): void {
  const staging = `${file}.new`
  rmSync(staging, { force: true })
  writeFileSync(staging, JSON.stringify(passwords), { mode: 0o600, flag: 'wx', flush: true })
  renameSync(staging, file)
}
