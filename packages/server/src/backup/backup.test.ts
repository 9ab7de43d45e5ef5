import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createContentStore } from '#content/create-content-store'
import { migrate } from '#db/migrate'
import { parseMigration, readMigrations } from '#db/read-migrations'
import { readConfig } from '../config.ts'
import { insertOrder, insertRow, seedWorld, type World } from '../test/seed.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { encodeFrame, type FrameKind } from './frames.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'
import { fullRunOnly } from '#server/test/full'

let source: TestDatabase
let world: World
let folder: string
let file: string
const open =
  (name = file) =>
  () =>
    createReadStream(name)

async function inDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Every row of every table as text, and the position of each sequence. */
const contents = (url: string): Promise<Record<string, unknown>> =>
  inDatabase(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_version'`,
    )
    const found: Record<string, unknown> = {}
    for (const { name } of rows) {
      const all = await client.query<{ row: string }>(`select t::text as row from "${name}" t order by 1`)
      found[name] = all.rows.map(({ row }) => row)
    }
    const sequences = await client.query(
      `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
    )
    found['sequences'] = sequences.rows
    return found
  })

beforeAll(async () => {
  source = await createTestDatabase()
  world = await seedWorld(source)
  await insertOrder(source, world, {
    comment: 'tab\t, newline\n, backslash \\ and \\N, «кириллица», 日本',
    time_delivery: '2026-11-20T10:30:00.123Z',
  })
  await source.asOwner(`insert into change (company, admin, at) values ($1, $2, '2026-09-05')`, [world.a, world.ownerA])
  await source.asOwner(`select make_audit_partition('2026-09-01')`)
  await source.asOwner(
    `insert into audit_row (at, change_id, company, table_name, row_key, action, after)
     select at, change_id, company, 'order', '1', 'Create', '{"total": "1.10"}' from change`,
  )
  folder = mkdtempSync(path.join(tmpdir(), 'tiffin-backup-'))
  file = path.join(folder, 'whole')
  await writeBackup(source.urls.owner, createWriteStream(file))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await source.drop()
})

describe('backup', () => {
  let target: Awaited<ReturnType<typeof createEmptyDatabase>>
  beforeEach(async () => {
    target = await createEmptyDatabase()
    return () => target.drop()
  })

  it('restores every row of every table, and the sequences continue', async () => {
    const before = await contents(source.urls.owner)
    const summary = await restoreBackup(target.owner, open())
    expect(await contents(target.owner)).toEqual(before)
    expect(summary.rows).toBeGreaterThan(50)
    expect(before['audit_row']).toHaveLength(1)
    const next = await inDatabase(target.owner, (client) =>
      client.query<{ order_id: number }>(
        `insert into "order" (company, "user", merchant, order_status, time_create, time_finish, last_time, admin)
         select company, "user", merchant, order_status, time_create, time_finish, last_time, admin from "order" returning order_id::int`,
      ),
    )
    const last = Math.max(
      ...(await source.asOwner<{ order_id: number }>('select order_id::int from "order"')).map((row) => row.order_id),
    )
    expect(next.rows[0]?.order_id).toBeGreaterThan(last)
  })

  it('restores the protection: the application sees one company and owns nothing', async () => {
    await restoreBackup(target.owner, open())
    const seen = await inDatabase(target.app, async (client) => {
      await client.query(`begin; select set_config('tiffin.company', '${world.b}', true)`)
      const merchants = await client.query<{ company: string }>('select company::text from merchant')
      await client.query('commit')
      return merchants.rows
    })
    expect(seen).toEqual([{ company: String(world.b) }])
    const forced = await inDatabase(target.owner, (client) =>
      client.query(`select relname from pg_class where relrowsecurity and not relforcerowsecurity`),
    )
    expect(forced.rows).toEqual([])
  })

  it('restores into a newer release, which applies its later migrations', async () => {
    const present = readMigrations()
    const file = `${String(present.length + 1).padStart(4, '0')}-shoes.sql`
    const later = parseMigration(file, 'alter table courier add column shoe_size integer not null default 42;\n')
    await restoreBackup(target.owner, open(), { migrations: [...present, later] })
    const { rows } = await inDatabase(target.owner, (client) => client.query('select distinct shoe_size from courier'))
    expect(rows).toEqual([{ shoe_size: 42 }])
  })

  it('restores indexes that a migration built outside a transaction, into a database made by a preview', async () => {
    await migrate(target.owner)
    await inDatabase(target.owner, (client) => client.query('alter table schema_version drop column hash'))
    await expect(writeBackup(target.owner, createWriteStream(path.join(folder, 'preview')))).rejects.toMatchObject({
      code: 'database_preview',
    })
    const text = `-- outside a transaction\ncreate index concurrently if not exists courier_shoes on courier (comment);\n`
    const newer = await createEmptyDatabase()
    try {
      const migrations = [
        ...readMigrations(),
        parseMigration(`${String(readMigrations().length + 1).padStart(4, '0')}-shoes.sql`, text),
      ]
      await migrate(newer.owner, { migrations })
      const written = path.join(folder, 'concurrent')
      await writeBackup(newer.owner, createWriteStream(written))
      await restoreBackup(target.owner, open(written), { migrations, force: true })
      const { rows } = await inDatabase(target.owner, (client) =>
        client.query(`select indisvalid as valid from pg_index where indexrelid = 'courier_shoes'::regclass`),
      )
      expect(rows).toEqual([{ valid: true }])
    } finally {
      await newer.drop()
    }
  })

  it('refuses to replace data unless forced, and leaves the data unchanged', async () => {
    await migrate(target.owner)
    await inDatabase(target.owner, async (client) => {
      await client.query(`insert into role (id, name) values (2, '{"en": "Staff"}')`)
      await client.query(`insert into admin_status (id, name) values (1, '{"en": "On"}')`)
      await client.query(`insert into admin (login, role) values ('someone', 2)`)
    })
    const before = await contents(target.owner)
    await expect(restoreBackup(target.owner, open())).rejects.toMatchObject({ code: 'database_not_empty' })
    expect(await contents(target.owner)).toEqual(before)
    await restoreBackup(target.owner, open(), { force: true })
    expect(await contents(target.owner)).toEqual(await contents(source.urls.owner))
  })

  fullRunOnly.it('refuses while a server is running, and tables that are not Tiffin’s', async () => {
    await migrate(target.owner)
    await inDatabase(target.app, () =>
      expect(restoreBackup(target.owner, open(), { force: true })).rejects.toMatchObject({ code: 'database_in_use' }),
    )
    await inDatabase(target.owner, (client) => client.query('drop table schema_version'))
    await expect(restoreBackup(target.owner, open(), { force: true })).rejects.toMatchObject({ code: 'database_foreign' })
  })

  const header = (formatVersion: number) =>
    gzipSync(encodeFrame('H', { format: 'tiffin-backup', formatVersion, schema: 1, created: '', tables: [], partitions: [] }))
  const damages: [string, (whole: Buffer) => Buffer, string][] = [
    ['cut in the middle', (whole) => whole.subarray(0, whole.length / 2), 'backup_damaged'],
    ['cut at its last byte', (whole) => whole.subarray(0, -1), 'backup_damaged'],
    [
      'with one changed value',
      (whole) => gzipSync(Buffer.from(gunzipSync(whole).toString('latin1').replace('Pizzeria', 'Pizzeriq'), 'latin1')),
      'backup_damaged',
    ],
    [
      'without its last frame',
      (whole) => gzipSync(gunzipSync(whole).subarray(0, gunzipSync(whole).lastIndexOf('Z\0'))),
      'backup_damaged',
    ],
    ['that is no backup', () => Buffer.from('something else'), 'backup_damaged'],
    ['that is another gzip', () => gzipSync('something else'), 'backup_damaged'],
    ['that is empty', () => Buffer.alloc(0), 'backup_damaged'],
    ['of a newer format', () => header(4), 'backup_newer'],
    ['of a preview', () => header(2), 'backup_preview'],
  ]
  it.each(damages)('refuses a backup that is %s, and changes nothing', async (name, damage, code) => {
    const broken = path.join(folder, name)
    writeFileSync(broken, damage(readFileSync(file)))
    await expect(checkBackup(open(broken))).rejects.toMatchObject({ code })
    await expect(restoreBackup(target.owner, open(broken))).rejects.toMatchObject({ code })
    expect(Object.keys(await contents(target.owner))).toEqual(['sequences'])
  })

  it('refuses a table with fewer rows than counted, even if the checksum is right', async () => {
    const whole = gunzipSync(readFileSync(file))
    const hash = createHash('sha256')
    const frames: Buffer[] = []
    for (let at = 0; at < whole.length;) {
      const kind = whole.toString('latin1', at, at + 1) as FrameKind
      const end = at + 5 + whole.readUInt32BE(at + 1)
      const payload = whole.subarray(at + 5, end)
      at = end
      const told =
        kind === 'E' || kind === 'Z' ? (JSON.parse(payload.toString('utf8')) as { table?: string; rows: number }) : null
      if (told?.table === 'merchant') told.rows += 1
      const frame = encodeFrame(kind, kind === 'Z' ? { ...told, sha256: hash.digest('hex') } : (told ?? payload))
      if (kind !== 'Z') hash.update(frame)
      frames.push(frame)
    }
    const broken = path.join(folder, 'short')
    writeFileSync(broken, gzipSync(Buffer.concat(frames)))
    await expect(restoreBackup(target.owner, open(broken))).rejects.toMatchObject({
      code: 'backup_damaged',
      message: expect.stringContaining('merchant has 4 rows instead of 5') as string,
    })
    expect(Object.keys(await contents(target.owner))).toEqual(['sequences'])
  })
})

it('API-34: includes stored pictures, and restores them beside existing ones', async () => {
  const target = await createEmptyDatabase()
  const from = createContentStore(readConfig({}), path.join(folder, 'from'))
  const to = createContentStore(readConfig({}), path.join(folder, 'to'))
  const [item, other] = [`${'1'.repeat(64)}.webp`, `${'1'.repeat(64)}-200.webp`]
  const kept = `${'2'.repeat(64)}.webp`
  const pictures = path.join(folder, 'pictures')
  try {
    await from.put(item, Buffer.from('picture'))
    await from.put(other, Buffer.from('preview'))
    await to.put(kept, Buffer.from('kept'))
    const written = await writeBackup(source.urls.owner, createWriteStream(pictures), { content: from })
    expect(written.files).toBe(2)
    expect(await checkBackup(open(pictures))).toMatchObject({ files: 2 })
    expect(await restoreBackup(target.owner, open(pictures), { content: to })).toMatchObject({ files: 2 })
    expect(await Promise.all([item, other, kept].map((name) => to.get(name)))).toEqual(
      ['picture', 'preview', 'kept'].map((text) => Buffer.from(text)),
    )
    const changed = gunzipSync(readFileSync(pictures))
    changed.write('q', changed.lastIndexOf('preview'))
    writeFileSync(pictures, gzipSync(changed))
    await expect(checkBackup(open(pictures))).rejects.toMatchObject({ code: 'backup_damaged' })
  } finally {
    await target.drop()
  }
})

it('refuses to back up an empty database', async () => {
  const empty = await createEmptyDatabase()
  try {
    await expect(writeBackup(empty.owner, createWriteStream(path.join(folder, 'nothing')))).rejects.toMatchObject({
      code: 'database_empty',
    })
  } finally {
    await empty.drop()
  }
})

fullRunOnly.it('is a single snapshot without rows added during the backup', async () => {
  const target = await createEmptyDatabase()
  const late = path.join(folder, 'late')
  let added: Promise<number> | undefined
  try {
    const before = (await contents(source.urls.owner)) as Record<string, unknown[]>
    await writeBackup(source.urls.owner, createWriteStream(late), {
      onProgress: () => void (added ??= insertRow(source, 'merchant_type', { company: world.a, type: { en: 'Late' } })),
    })
    await added
    await restoreBackup(target.owner, open(late))
    const after = (await contents(target.owner)) as Record<string, unknown[]>
    expect(after['merchant_type']).toEqual(before['merchant_type'])
  } finally {
    await target.drop()
  }
})
