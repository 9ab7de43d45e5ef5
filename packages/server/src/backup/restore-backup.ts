import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from } from 'pg-copy-streams'
import { type ContentStore, isContentName } from '#content/content-store'
import { quote } from '#db/columns'
import { migrate, recordApplied, versionTable } from '#db/migrate'
import { type Migration, readMigrations } from '#db/read-migrations'
import { readSchemaVersion } from './catalog.ts'
import {
  backupDamaged,
  type BackupEnd,
  type BackupHeader,
  type FileStart,
  FORMAT_VERSION,
  type Frame,
  readFrames,
  readJson,
  type Sequences,
  type TableEnd,
  type TableStart,
} from './frames.ts'
import type { BackupProgress, BackupSummary } from './write-backup.ts'

/** Opens the file again: it is read once to check it and once to restore it. */
export type OpenBackup = () => Readable

const refuse = (code: string, message: string): Error => Object.assign(new Error(message), { code })

/** Reads a whole backup without changing anything. @throws `backup_damaged` if any byte is wrong */
export async function checkBackup(open: OpenBackup): Promise<BackupSummary> {
  let header: BackupHeader | undefined
  let end: BackupEnd | undefined
  let files = 0
  const tables: TableEnd[] = []
  for await (const frame of readFrames(open())) {
    if (!header && frame.kind !== 'H') throw backupDamaged('its beginning is missing')
    if (frame.kind === 'H') header = readHeader(frame)
    if (frame.kind === 'E') tables.push(readJson(frame) as TableEnd)
    if (frame.kind === 'F') files += 1
    if (frame.kind === 'Z') end = readJson(frame) as BackupEnd
  }
  if (!header || end?.tables !== tables.length || header.tables.length !== tables.length)
    throw backupDamaged('tables are missing')
  if (end.files !== files) throw backupDamaged('pictures are missing')
  return { schema: header.schema, created: header.created, tables: tables.length, rows: end.rows, files }
}

function readHeader(frame: Frame): BackupHeader {
  const header = readJson(frame) as BackupHeader
  if (header.format !== 'tiffin-backup') throw backupDamaged('it is no backup of Tiffin')
  if (header.formatVersion < FORMAT_VERSION)
    throw refuse(
      'backup_preview',
      'A preview of Tiffin wrote this backup, and this version cannot read it. Restore it with that preview, and export your data there.',
    )
  if (header.formatVersion !== FORMAT_VERSION)
    throw refuse('backup_newer', 'A newer version of Tiffin wrote this backup. Update Tiffin.')
  return header
}

export interface RestoreOptions {
  /** Replaces existing data. */
  force?: boolean
  migrations?: readonly Migration[]
  /** Where pictures are restored; existing ones stay. */
  content?: ContentStore
  onProgress?: (progress: BackupProgress) => void
}

/**
 * Replaces the contents of the database with a backup in one transaction, then applies later migrations.
 * @param ownerUrl connection of the role `tiffin_owner`
 * @throws `backup_damaged`, `backup_newer`, `backup_preview`; `database_not_empty` without `force`; `database_in_use` while a
 * server uses it; `database_foreign` if it holds tables that are not Tiffin's
 */
export async function restoreBackup(ownerUrl: string, open: OpenBackup, options: RestoreOptions = {}): Promise<BackupSummary> {
  const { migrations = readMigrations() } = options
  const summary = await checkBackup(open)
  const newest = migrations.at(-1)?.version ?? 0
  if (summary.schema > newest) {
    throw refuse(
      'backup_newer',
      `The backup is at migration ${summary.schema}, newer than this program knows (${newest}). Update Tiffin.`,
    )
  }
  const client = new Client({ connectionString: ownerUrl, application_name: 'tiffin restore' })
  await client.connect()
  try {
    await client.query('begin')
    await assertEmptyDatabase(client, options.force === true)
    await rebuildSchema(
      client,
      migrations.filter(({ version }) => version <= summary.schema),
    )
    const frames = readFrames(open())
    try {
      // COPY refuses tables whose owner is subject to policies. Until the commit, no other connection sees the
      // unprotected tables.
      const forced = await setForcedPolicies(client, 'no force')
      await restoreFrames(client, frames, options)
      // A table with pending constraint checks can't be altered.
      await client.query('set constraints all immediate')
      await setForcedPolicies(client, 'force', forced)
    } finally {
      await frames.return(undefined)
    }
    await client.query('commit')
  } finally {
    // Also ends an open transaction, which undoes everything.
    await client.end()
  }
  await migrate(ownerUrl, { migrations })
  return summary
}

async function assertEmptyDatabase(client: Client, force: boolean): Promise<void> {
  const schema = await readSchemaVersion(client)
  if (schema === 'foreign')
    throw refuse('database_foreign', 'The database holds tables that are not of Tiffin: give it one of its own.')
  const { rows: others } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and usename in ('tiffin_app', 'tiffin_worker') limit 1`,
  )
  if (others.length > 0) throw refuse('database_in_use', 'A server is running on this database: stop it first.')
  if (schema === null || force) return
  const { rows } = await client.query<{ holds: boolean }>(
    'select exists (select 1 from company) or exists (select 1 from admin) as holds',
  )
  if (rows[0]?.holds === true) {
    throw refuse('database_not_empty', 'The database holds data already, which a restore would replace: say so with --force.')
  }
}

/** Recreates all tables as they were when the backup was taken. */
async function rebuildSchema(client: Client, migrations: readonly Migration[]): Promise<void> {
  await client.query('drop schema public cascade')
  await client.query('create schema public')
  await client.query('grant usage on schema public to tiffin_app, tiffin_worker')
  for (const statement of versionTable) await client.query(statement)
  for (const migration of migrations) {
    // Everything is in one transaction, and the tables are empty, so indexes need not be built concurrently.
    await client.query(migration.text.replaceAll(/\bconcurrently\b/gi, ''))
    await recordApplied(client, migration)
  }
}

/** Exempts owners of protected tables from their policies, or subjects them again. */
async function setForcedPolicies(client: Client, to: 'force' | 'no force', tables?: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relforcerowsecurity`,
  )
  const names = tables ?? rows.map(({ name }) => name)
  for (const name of names) await client.query(`alter table public.${quote(name)} ${to} row level security`)
  return [...names]
}

async function restoreFrames(
  client: Client,
  frames: AsyncGenerator<Frame>,
  { onProgress, content }: RestoreOptions,
): Promise<void> {
  await client.query('set constraints all deferred')
  let of = 0
  let done = 0
  let rows = 0
  for await (const frame of { [Symbol.asyncIterator]: () => keepOpen(frames) }) {
    if (frame.kind === 'H') {
      const { tables, partitions } = readHeader(frame)
      of = tables.length
      for (const { name, parent, bound } of partitions) {
        await client.query(`create table if not exists ${quote(name)} partition of ${quote(parent)} ${bound}`)
      }
    }
    if (frame.kind === 'T') {
      const start = readJson(frame) as TableStart
      onProgress?.({ table: start.table, done, of, rows })
      rows += await fillTable(client, start, frames)
      done += 1
    }
    if (frame.kind === 'F') await restoreFile(readJson(frame) as FileStart, frames, content)
    if (frame.kind === 'S') {
      for (const [name, last] of Object.entries(readJson(frame) as Sequences)) {
        await client.query(`select setval($1::regclass, $2::bigint)`, [`public.${quote(name)}`, last])
      }
    }
  }
}

async function restoreFile({ name, sha256 }: FileStart, frames: AsyncGenerator<Frame>, content?: ContentStore): Promise<void> {
  const next = await frames.next()
  const bytes = next.done === true || next.value.kind !== 'D' ? undefined : next.value.payload
  if (!bytes || !isContentName(name) || createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw backupDamaged(`the picture ${name} is not as it was`)
  await content?.put(name, bytes)
}

/** The same frames, but leaving a loop early does not close them, so that another loop can continue. */
const keepOpen = (frames: AsyncGenerator<Frame>): AsyncIterator<Frame> => ({ next: () => frames.next() })

async function fillTable(client: Client, { table, columns }: TableStart, frames: AsyncGenerator<Frame>): Promise<number> {
  const name = `public.${quote(table)}`
  let expected = -1
  async function* pieces(): AsyncGenerator<Buffer> {
    for (;;) {
      const next = await frames.next()
      if (next.done === true) throw backupDamaged('it is cut off')
      if (next.value.kind === 'D') yield next.value.payload
      else {
        expected = (readJson(next.value) as TableEnd).rows
        return
      }
    }
  }
  // Rows that the migrations themselves insert are in the backup too.
  await client.query(`delete from ${name}`)
  const into = client.query(from(`copy ${name} (${columns.map(quote).join(', ')}) from stdin`))
  await pipeline(Readable.from(pieces(), { objectMode: false }), into)
  if (into.rowCount !== expected) throw backupDamaged(`${table} has ${into.rowCount} rows instead of ${expected}`)
  return into.rowCount
}
