import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client } from 'pg'
import { to } from 'pg-copy-streams'
import type { ContentStore } from '#content/content-store'
import { quote } from '#db/columns'
import { readPartitions, readSchemaVersion, readSequences, readTables } from './catalog.ts'
import { encodeFrame, FORMAT_VERSION, type FrameKind } from './frames.ts'

export interface BackupSummary {
  schema: number
  tables: number
  rows: number
  /** Number of stored pictures and previews. */
  files: number
  created: string
}

/** Progress of a backup or a restore. */
export interface BackupProgress {
  table: string
  done: number
  of: number
  rows: number
}

export interface BackupOptions {
  onProgress?: (progress: BackupProgress) => void
  /** The pictures to include. */
  content?: ContentStore
}

/**
 * Writes every table of the program as one snapshot, then the stored pictures, to a stream; the server may run in the meantime.
 * The job queue is left out: due jobs are found again from the rows.
 * @param ownerUrl connection of the role `tiffin_owner`, which reads the rows of all companies
 * @throws `database_empty` if there is nothing to back up, `database_preview`
 */
export async function writeBackup(ownerUrl: string, out: Writable, options: BackupOptions = {}): Promise<BackupSummary> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'tiffin backup' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const schema = await readSchemaVersion(client)
    if (schema === 'preview') {
      throw Object.assign(new Error('A preview of Tiffin made this database. Make the backup with that preview.'), {
        code: 'database_preview',
      })
    }
    if (typeof schema !== 'number') {
      throw Object.assign(new Error('There is no database of Tiffin here that could be kept.'), { code: 'database_empty' })
    }
    const summary: BackupSummary = { schema, tables: 0, rows: 0, files: 0, created: new Date().toISOString() }
    await pipeline(Readable.from(backupFrames(client, summary, options), { objectMode: false }), createGzip(), out)
    await client.query('commit')
    return summary
  } finally {
    await client.end()
  }
}

async function* backupFrames(
  client: Client,
  summary: BackupSummary,
  { onProgress, content }: BackupOptions,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const frame = (kind: FrameKind, payload: Buffer | object): Buffer => {
    const bytes = encodeFrame(kind, payload)
    hash.update(bytes)
    return bytes
  }
  const tables = await readTables(client)
  yield frame('H', {
    format: 'tiffin-backup',
    formatVersion: FORMAT_VERSION,
    schema: summary.schema,
    created: summary.created,
    tables: tables.map(({ table }) => table),
    partitions: await readPartitions(client),
  })
  for (const start of tables) {
    onProgress?.({ table: start.table, done: summary.tables, of: tables.length, rows: summary.rows })
    yield frame('T', start)
    const source = client.query(
      to(`copy (select ${start.columns.map(quote).join(', ')} from public.${quote(start.table)}) to stdout`),
    )
    for await (const chunk of source) yield frame('D', chunk as Buffer)
    yield frame('E', { table: start.table, rows: source.rowCount })
    summary.tables += 1
    summary.rows += source.rowCount
  }
  yield frame('S', await readSequences(client))
  // Pictures come after the rows, so that every picture that a row refers to exists: pictures are stored before rows
  // refer to them.
  for await (const name of content?.names() ?? []) {
    const bytes = await content?.get(name)
    if (!bytes) continue
    yield frame('F', { name, sha256: createHash('sha256').update(bytes).digest('hex') })
    yield frame('D', bytes)
    summary.files += 1
  }
  yield encodeFrame('Z', { sha256: hash.digest('hex'), tables: summary.tables, rows: summary.rows, files: summary.files })
}
