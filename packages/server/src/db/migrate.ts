import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type DatabaseError } from 'pg'
import { quote } from './columns.ts'
import { indexOf, type Migration, readMigrations } from './read-migrations.ts'

/** Held while migrations run, so that only one of several starting processes applies them. */
const LOCK = 7_305_117_201
/** Milliseconds. Writes queue behind a lock request, so it must end long before the one second that a write may wait. */
const LOCK_TIMEOUT = 300
const LOCK_PATIENCE_MS = 5 * 60_000
const MAX_DELAY = 5000
/** Lock not available, and deadlock. */
const RETRYABLE = new Set(['55P03', '40P01'])

/** Creates the table of applied migrations. */
export const versionTable = [
  `create table if not exists schema_version (version integer primary key, name text not null, hash text not null,
    applied timestamptz not null default now())`,
  `grant select on schema_version to tiffin_app, tiffin_worker`,
]

export interface MigrateOptions {
  migrations?: readonly Migration[]
  /** How long, in milliseconds, each statement or transaction keeps trying to get its locks. */
  patience?: number
}

/**
 * Applies pending migrations.
 * @param ownerUrl connection of the role `tiffin_owner`, which owns everything
 * @returns the versions applied by this call
 * @throws `database_newer`, `database_preview`, `migration_changed` for a database not made by these migrations;
 * `database_busy` if others hold a lock for too long; `migration_failed`
 */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<number[]> {
  const { migrations = readMigrations(), patience = LOCK_PATIENCE_MS } = options
  const client = new Client({ connectionString: ownerUrl, application_name: 'tiffin migrate' })
  await client.connect()
  try {
    await acquireMigrationLock(client)
    const applied = await readApplied(client)
    assertKnownMigrations(applied, migrations)
    for (const statement of versionTable) await client.query(statement)
    const missing = migrations.filter(({ version }) => !applied.some((row) => row.version === version))
    for (const migration of missing) await apply(client, migration, patience)
    return missing.map(({ version }) => version)
  } finally {
    await client.end()
  }
}

/** Polls, because a waiting statement holds a snapshot, and a concurrent index build waits for all snapshots. */
async function acquireMigrationLock(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [LOCK])
    if (rows[0]?.ours === true) return
    await sleep(100)
  }
}

interface Applied {
  version: number
  /** Null in databases of previews, which had no migration files. */
  hash: string | null
}

/** The migrations recorded in a database; empty if there are none. */
export async function readApplied(client: Pick<Client, 'query'>): Promise<Applied[]> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.schema_version') is not null as exists`,
  )
  if (tables[0]?.exists !== true) return []
  // Through jsonb, because the table of previews lacks this column.
  const { rows } = await client.query<Applied>(
    `select version, to_jsonb(v) ->> 'hash' as hash from public.schema_version v order by version`,
  )
  return rows
}

const refuse = (code: string, message: string, cause?: unknown): Error => Object.assign(new Error(message, { cause }), { code })

function assertKnownMigrations(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.version ?? 0
  if (applied.some(({ hash }) => hash === null))
    throw refuse(
      'database_preview',
      'A preview of Tiffin made this database, and this version cannot upgrade it. Export your data with that preview, then start this version with an empty database (another TIFFIN_HOME or DATABASE_URL).',
    )
  const newer = applied.find(({ version }) => version > newest)
  if (newer)
    throw refuse(
      'database_newer',
      `The database is at migration ${newer.version}, newer than this program knows (${newest}). Update Tiffin.`,
    )
  for (const { version, hash } of applied) {
    const migration = migrations.find((candidate) => candidate.version === version)
    if (migration?.hash !== hash)
      throw refuse(
        'migration_changed',
        `${migration?.file ?? `Migration ${version}`} is not the one that this database applied. Use the version of Tiffin that made the database, or start with an empty database.`,
      )
  }
}

async function apply(client: Client, migration: Migration, patience: number): Promise<void> {
  if (migration.statements === undefined) return retry(migration, patience, () => applyInTransaction(client, migration))
  for (const statement of migration.statements) {
    await retry(migration, patience, () => applyOutsideTransaction(client, statement, patience))
  }
  await recordApplied(client, migration)
}

async function applyInTransaction(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT}`)
    await client.query(migration.text)
    await recordApplied(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function applyOutsideTransaction(client: Client, statement: string, patience: number): Promise<void> {
  const isConcurrent = /\bconcurrently\b/i.test(statement)
  // A concurrent statement blocks no writes, but waits for every open transaction.
  await client.query(`set lock_timeout = ${isConcurrent ? patience : LOCK_TIMEOUT}`)
  const index = indexOf(statement)
  if (index !== undefined) await dropInvalid(client, quote(index))
  await client.query(statement)
}

/** A failed concurrent build leaves an unused index. */
async function dropInvalid(client: Client, index: string): Promise<void> {
  const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [index])
  if (rows.length > 0) await client.query(`drop index concurrently ${index}`)
}

export async function recordApplied(client: Pick<Client, 'query'>, { version, file, hash }: Migration): Promise<void> {
  await client.query('insert into public.schema_version (version, name, hash) values ($1, $2, $3)', [version, file, hash])
}

/** Retries while others hold the locks. Delays let through the writes that queued behind the attempt. */
async function retry(migration: Migration, patience: number, attempt: () => Promise<void>): Promise<void> {
  const end = Date.now() + patience
  for (let pause = 100; ; pause = Math.min(pause * 2, MAX_DELAY)) {
    try {
      return await attempt()
    } catch (error) {
      if (!RETRYABLE.has((error as DatabaseError).code ?? '')) throw migrationError(migration, error)
      if (Date.now() + pause > end) throw busy(migration, patience, error)
    }
    await sleep(pause)
  }
}

const busy = ({ file }: Migration, patience: number, cause: unknown): Error =>
  refuse(
    'database_busy',
    `${file} got no lock within ${patience / 1000} s, because other transactions stay open. Find them with "select * from pg_stat_activity order by xact_start", end them, and start again.`,
    cause,
  )

function migrationError({ file, text, statements }: Migration, error: unknown): Error {
  const { message, position } = error as DatabaseError
  const isInFile = position !== undefined && statements === undefined
  const line = isInFile ? `, line ${text.slice(0, Number(position)).split('\n').length}` : ''
  return refuse('migration_failed', `The migration ${file}${line} failed: ${message}`, error)
}
