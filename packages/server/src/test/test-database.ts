import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { Client } from 'pg'
import { quote } from '#db/columns'
import { type Database, openDatabase } from '#db/database'
import { migrate, versionTable } from '#db/migrate'
import { readMigrations } from '#db/read-migrations'
import { initialise, type RoleName } from '#db/roles'
import { prepareJobs } from '#db/prepare-jobs'
import { tableRules } from '#domains/table-rules'
import { provideTableRules } from '#engine/table-rules'
import { startEmbedded } from '../db/embedded/start-embedded.ts'
import { testServerFolder } from './test-server-folder.ts'

export interface TestDatabase {
  name: string
  /** Connection strings by role; `admin` is the superuser's, for setting up or breaking things in a test. */
  urls: { owner: string; app: string; worker: string; admin: string }
  /** A pool as `tiffin_app`; closed by `drop`. */
  open(): Database
  /** Runs one statement as the owner, bypassing row-level security. */
  asOwner<R extends object = Record<string, unknown>>(text: string, parameters?: unknown[]): Promise<R[]>
  /** Number of sessions waiting for locks held by a transaction of `asOwner`. */
  waiting(): Promise<number>
  drop(): Promise<void>
}

provideTableRules(tableRules)

// Test servers listen only on a socket or loopback and hold nothing of value.
const password = 'tiffin-test'
const ownPrefix = `tiffin_test_${createHash('sha1').update(hostname()).digest('hex').slice(0, 6)}`
const TEMPLATE_LOCK = 7_305_117_202
const DEADLOCK = '40P01'

let template: Promise<{ adminUrl: string; name: string }> | undefined
let made = 0

/** A copy of the migrated database, for one test file; takes about a tenth of a second after the first. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, name: source } = await (template ??= prepareTemplate())
  made += 1
  const name = `${ownPrefix}_${process.pid}_${made}_${Date.now().toString(36)}`
  await clone(adminUrl, source, name)
  const urls = {
    owner: roleUrl(adminUrl, name, 'tiffin_owner'),
    app: roleUrl(adminUrl, name, 'tiffin_app'),
    worker: roleUrl(adminUrl, name, 'tiffin_worker'),
    admin: inDatabase(adminUrl, name),
  }
  const opened: Database[] = []
  let owner: Promise<Client> | undefined
  return {
    name,
    urls,
    open() {
      const database = openDatabase({ connectionString: urls.app, max: 12 })
      opened.push(database)
      return database
    },
    async asOwner<R extends object>(text: string, parameters: unknown[] = []) {
      const client = await (owner ??= connectClient(urls.owner))
      // A server that is still writing may block truncating a table.
      for (let again = 5; ; again -= 1) {
        try {
          return (await client.query<R>(text, parameters)).rows
        } catch (error) {
          if ((error as { code?: string }).code !== DEADLOCK || again === 0) throw error
        }
      }
    },
    async waiting() {
      const client = await (owner ??= connectClient(urls.owner))
      const { rows } = await client.query<{ n: number }>(
        'select count(*)::int as n from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
      )
      return rows[0]?.n ?? 0
    },
    async drop() {
      await Promise.all(opened.map((database) => database.close()))
      if (owner) await (await owner).end()
      await withAdmin(adminUrl, (admin) => admin.query(`drop database if exists ${quote(name)} with (force)`))
    },
  }
}

/** A separate database without tables, with the roles set up. */
export async function createEmptyDatabase(): Promise<TestDatabase['urls'] & { drop(): Promise<void> }> {
  const { adminUrl } = await (template ??= prepareTemplate())
  made += 1
  const name = `${ownPrefix}_${process.pid}_${made}_${Date.now().toString(36)}`
  await initialise(adminUrl, name, passwords())
  return {
    owner: roleUrl(adminUrl, name, 'tiffin_owner'),
    app: roleUrl(adminUrl, name, 'tiffin_app'),
    worker: roleUrl(adminUrl, name, 'tiffin_worker'),
    admin: inDatabase(adminUrl, name),
    drop: () =>
      withAdmin(adminUrl, async (admin) => {
        await admin.query(`drop database if exists ${quote(name)} with (force)`)
      }),
  }
}

async function prepareTemplate(): Promise<{ adminUrl: string; name: string }> {
  const adminUrl = process.env['TEST_DATABASE_ADMIN_URL'] ?? (await embeddedAdmin())
  const hash = createHash('sha1')
    .update(JSON.stringify(readMigrations().map(({ file, hash: text }) => [file, text])))
    .update(versionTable.join())
    .update(initialise.toString())
    .update(prepareJobs.toString())
    .digest('hex')
  const name = `tiffin_template_${hash.slice(0, 12)}`
  await withAdmin(adminUrl, async (admin) => {
    // Held by this session: later processes find the template ready.
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    await dropLeftovers(admin)
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return
    const half = `${name}_half`
    await admin.query(`drop database if exists ${quote(half)} with (force)`)
    await initialise(adminUrl, half, passwords())
    await migrate(roleUrl(adminUrl, half, 'tiffin_owner'))
    await prepareJobs({ owner: roleUrl(adminUrl, half, 'tiffin_owner'), worker: roleUrl(adminUrl, half, 'tiffin_worker') })
    await admin.query(`alter database ${quote(half)} rename to ${quote(name)}`)
  })
  return { adminUrl, name }
}

async function embeddedAdmin(): Promise<string> {
  const server = await startEmbedded({ dataDir: testServerFolder() })
  await withAdmin(server.adminUrl, async (admin) => {
    const { rows } = await admin.query<{ fsync: string }>('show fsync')
    if (rows[0]?.fsync === 'off') return
    // Acceptable only because test data may be lost in a crash.
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
      await admin.query(`alter system set ${setting} = off`)
    await admin.query('select pg_reload_conf()')
  })
  return server.adminUrl
}

async function clone(adminUrl: string, source: string, name: string): Promise<void> {
  await withAdmin(adminUrl, async (admin) => {
    await admin.query(`create database ${quote(name)} template ${quote(source)} owner tiffin_owner strategy wal_log`)
    await admin.query(`revoke all on database ${quote(name)} from public`)
    await admin.query(`grant connect on database ${quote(name)} to tiffin_app, tiffin_worker`)
  })
}

/** Databases of processes that ended without dropping them. */
async function dropLeftovers(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(`select datname from pg_database where datname like '${ownPrefix}\\_%'`)
  for (const { datname } of rows) {
    const pid = Number(datname.slice(ownPrefix.length + 1).split('_')[0])
    if (!isAlive(pid)) await admin.query(`drop database if exists ${quote(datname)} with (force)`)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const passwords = () => ({ tiffin_owner: password, tiffin_app: password, tiffin_worker: password })

function inDatabase(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}

function roleUrl(adminUrl: string, database: string, role: RoleName): string {
  const url = new URL(inDatabase(adminUrl, database))
  url.username = role
  url.password = password
  return url.href
}

async function connectClient(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  // A test may stop the server; its own statements report that.
  client.on('error', () => {})
  await client.connect()
  return client
}

async function withAdmin<T>(adminUrl: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = await connectClient(inDatabase(adminUrl, 'postgres'))
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
