import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEmptyDatabase, migrate, parseMigration, readMigrations, seedWorld } from '@tiffin/server/test'

// Applies a migration to a busy server: a million orders, and a writer that saves them continuously.
const ORDERS = 1_000_000
const MAX_WAIT_MS = 1000

const present = readMigrations()
const numbered = (place: number, name: string): string => `${String(present.length + place).padStart(4, '0')}-${name}.sql`
const index = parseMigration(
  numbered(1, 'find-comments'),
  `-- outside a transaction
create index concurrently if not exists order_by_comment on "order" (company, comment, time_create);
`,
)
const addColumn = `alter table "order" add column gift smallint default 0 not null;`
const column = parseMigration(numbered(2, 'gifts'), `${addColumn}\n`)

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let owner: Client
let company: number

beforeAll(async () => {
  database = await createEmptyDatabase()
  await migrate(database.owner, { migrations: present.slice(0, 1) })
  owner = await connect(database.owner)
  const asOwner = async <R extends object>(text: string, values: unknown[] = []) => (await owner.query<R>(text, values)).rows
  const world = await seedWorld({ asOwner })
  company = world.a
  await fill(world)
}, 600_000)
afterAll(async () => {
  await owner.end()
  await database.drop()
})

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

/** Inserts the orders without indexes and foreign keys, which are slow, then builds the indexes. */
async function fill(world: Awaited<ReturnType<typeof seedWorld>>): Promise<void> {
  const admin = await connect(database.admin)
  const { rows: indexes } = await admin.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = '"order"'::regclass and not exists (select from pg_constraint where conindid = indexrelid and conrelid = indrelid)`,
  )
  for (const { name } of indexes) await admin.query(`drop index ${name}`)
  // Foreign keys are checked by triggers, which are off in replica mode.
  await admin.query(`set session_replication_role = replica; set maintenance_work_mem = '256MB'`)
  await admin.query(
    `insert into "order" (company, "user", merchant, order_status, admin, time_create, time_finish, last_time, comment)
     select $1, $2, $3, $4, $5, at, at, at, 'Order ' || n
     from (select n, timestamptz '2026-11-20' - n * interval '1 minute' as at from generate_series(1, ${ORDERS}) n) o`,
    [world.a, world.userA, world.merchants[0], world.statuses[2], world.ownerA],
  )
  for (const { made } of indexes) await admin.query(made)
  await admin.query('analyze "order"')
  await admin.end()
}

/**
 * Saves an old order and creates a new one repeatedly as the application, while `work` runs. @returns the longest wait in
 * milliseconds
 */
async function longestWait(work: () => Promise<unknown>): Promise<number> {
  const writer = await connect(database.app)
  let longest = 0
  let writes = 0
  let isDone = false
  const save = async () => {
    await writer.query(`begin; select set_config('tiffin.company', '${company}', true)`)
    await writer.query('update "order" set revision = revision + 1 where company = $1 and order_id = $2', [
      company,
      1 + ((writes * 7919) % ORDERS),
    ])
    await writer.query(
      `insert into "order" (company, "user", merchant, order_status, admin, time_create, time_finish, last_time, comment)
       select company, "user", merchant, order_status, admin, now(), now(), now(), 'New' from "order" where company = $1 and order_id = $2`,
      [company, 1 + (writes % ORDERS)],
    )
    await writer.query('commit')
  }
  const writing = (async () => {
    while (!isDone) {
      const start = performance.now()
      await save()
      longest = Math.max(longest, performance.now() - start)
      writes += 1
    }
  })()
  try {
    // It starts before the work and continues for a moment after it.
    await sleep(200)
    await work()
    await sleep(200)
  } finally {
    isDone = true
    await writing
    await writer.end()
  }
  expect(writes).toBeGreaterThan(20)
  return longest
}

/** Reads the orders in a transaction that stays open for this long. */
async function readFor(milliseconds: number): Promise<void> {
  const reader = await connect(database.owner)
  await reader.query('begin isolation level repeatable read; select from "order" limit 1')
  await sleep(milliseconds)
  await reader.query('commit')
  await reader.end()
}

async function report(name: string, wait: number): Promise<number> {
  process.stderr.write(`migrations: ${name}: the longest write took ${wait.toFixed(0)} ms\n`)
  return wait
}

const apply = async (upTo: number): Promise<void> => {
  expect(await migrate(database.owner, { migrations: [...present, index, column].slice(0, upTo) })).toEqual([upTo])
}

// Each depends on the previous one.
it.each(present.slice(1))('$file does not block writes', { timeout: 300_000 }, async ({ file, version }) => {
  expect(await report(file, await longestWait(() => apply(version)))).toBeLessThan(MAX_WAIT_MS)
})

it('a concurrent index build does not block writes', { timeout: 300_000 }, async () => {
  const wait = await longestWait(() => Promise.all([apply(index.version), readFor(2000)]))
  expect(await report('an index built concurrently', wait)).toBeLessThan(MAX_WAIT_MS)
  const { rows } = await owner.query(`select indisvalid as valid from pg_index where indexrelid = 'order_by_comment'::regclass`)
  expect(rows).toEqual([{ valid: true }])
})

it('without a lock timeout, writes wait for a reader that blocks the migration', { timeout: 60_000 }, async () => {
  const wait = await longestWait(async () => {
    const reading = readFor(3000)
    await sleep(200)
    await owner.query(`begin; ${addColumn} rollback`)
    await reading
  })
  expect(await report('a column without a lock timeout, behind a reader', wait)).toBeGreaterThan(2000)
})

it('adding a column behind a reader does not block writes, and succeeds in the end', { timeout: 60_000 }, async () => {
  const started = performance.now()
  const wait = await longestWait(async () => {
    const reading = readFor(3000)
    await sleep(200)
    await apply(column.version)
    // The reader held the table long enough for the first attempts to fail.
    expect(performance.now() - started).toBeGreaterThan(3000)
    await reading
  })
  expect(await report('a column behind a reader', wait)).toBeLessThan(MAX_WAIT_MS)
})
