import { execFile } from 'node:child_process'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import Cursor from 'pg-cursor'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { startEarly, type Database, openDatabase, type Tx } from './database.ts'

let test: TestDatabase
let db: Database

beforeAll(async () => {
  test = await createTestDatabase()
  db = openDatabase({ connectionString: test.urls.app, max: 1 })
})
afterAll(async () => {
  await db.close()
  await test.drop()
})

const prepared = async (kind: string): Promise<number> => {
  const found = 'select count(*)::int as count from pg_prepared_statements where name ^@ $1'
  const { rows } = await db.pool.query<{ count: number }>(found, [kind])
  return rows[0]?.count ?? 0
}

it('prepares repeated statements and no others', async () => {
  for (let time = 0; time < 3; time += 1) {
    await db.read({ global: true }, async (tx) => {
      await tx.sql('select $1::int as own', [time])
      await tx.rows({ sql: `select ${time} as first`, parameters: [], recurs: true })
      await tx.rows({ sql: 'select $1::int as asked', parameters: [time], recurs: true })
      await tx.rows({ sql: `select ${time} as once`, parameters: [] })
    })
  }
  expect(await prepared('own')).toBe(1)
  expect(await prepared('read')).toBe(1)
})

it('connects without settings that poolers refuse, and names no statements when connections are shared', async () => {
  const { rows } = await db.pool.query<{ name: string }>(`select name from pg_settings where source = 'client' order by name`)
  expect(rows.map(({ name }) => name)).toEqual(['application_name', 'client_encoding'])
  const lent = openDatabase({ connectionString: test.urls.app, max: 1 }, { keepsPrepared: false })
  for (const n of [1, 2, 3])
    expect(await lent.read({ global: true }, (tx) => tx.sql('select $1::int as n', [n]))).toEqual([{ n }])
  expect((await lent.pool.query('select * from pg_prepared_statements')).rows).toEqual([])
  await lent.close()
})

it('keeps the server’s own prepared statements however many new statements clients cause', async () => {
  await db.read({ global: true }, async (tx) => {
    for (const n of Array.from({ length: 500 }, (_, index) => index))
      for (const again of [n, n])
        expect(await tx.rows({ sql: `select ${n} as n`, parameters: [], recurs: true })).toEqual([{ n: again }])
    await tx.sql('select $1::int as still', [1])
  })
  expect(await prepared('read')).toBe(50)
  expect(await prepared('own')).toBe(2)
})

it('keeps using a prepared statement after a column was added or changed', async () => {
  await test.asOwner('create table changing (a int); insert into changing values (1); grant select on changing to tiffin_app')
  const look = () => db.read({ global: true }, (tx) => tx.sql('select * from changing'))
  expect(await look()).toEqual([{ a: 1 }])
  await test.asOwner(`alter table changing add b text default 'new'`)
  expect(await look()).toEqual([{ a: 1, b: 'new' }])
  expect(await db.write({ global: true }, (tx) => tx.sql('select * from changing'))).toEqual([{ a: 1, b: 'new' }])
})

it('does not answer a read whose transaction could not begin, whatever the database returned', async () => {
  const scope = { company: `' || (1 / 0)::text || '` as unknown as number }
  await expect(db.read(scope, (tx) => tx.sql('select 1 as one'))).rejects.toMatchObject({ code: '22012' })
  await expect(db.read(scope, (tx) => tx.exclusiveClient())).rejects.toMatchObject({ code: '22012' })
  expect(await db.read({ global: true }, (tx) => tx.sql('select 1 as one'))).toEqual([{ one: 1 }])
})

it('keeps no result in memory after its read, without a full garbage collection', async () => {
  const program = path.join(import.meta.dirname, '../test/read-growth.ts')
  const node = ['--expose-gc', '--conditions=@tiffin/source', program, test.urls.app]
  const { stdout } = await promisify(execFile)(process.execPath, node)
  // The results of its reads take 10 MB.
  expect(Number(stdout)).toBeLessThan(5_000_000)
  expect(stdout).toMatch(/^-?\d+$/)
})

/** Runs a read and returns how many packets it sent to the database. */
async function packetsOf(work: (tx: Tx) => Promise<unknown>): Promise<number> {
  const client = await db.pool.connect()
  const { stream } = (client as typeof client & { connection: { stream: Duplex } }).connection
  client.release()
  const sent = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev')]
  try {
    await db.read({ global: true }, work)
    // The connection is free again once the transaction has ended.
    await db.pool.query('select 1')
    return sent.reduce((sum, { mock }) => sum + mock.calls.length, 0) - 1
  } finally {
    for (const spy of sent) spy.mockRestore()
  }
}

it('sends a whole read in one packet if its last statement says so', async () => {
  const ask = async (tx: Tx, isLast: boolean) => {
    const early = startEarly(tx.sql('select 1 as early'))
    expect(await tx.rows({ sql: 'select 2 as late', parameters: [], isLast })).toEqual([{ late: 2 }])
    expect(await early).toEqual([{ early: 1 }])
  }
  expect(await packetsOf((tx) => ask(tx, false))).toBe(2)
  expect(await packetsOf((tx) => ask(tx, true))).toBe(1)
})

it('asks nothing after the last statement of a read, and reports its failure', async () => {
  const after = db.read({ global: true }, async (tx) => {
    await tx.rows({ sql: 'select 1 as one', parameters: [], isLast: true })
    await tx.sql('select 2 as two')
  })
  await expect(after).rejects.toThrow('The transaction is over')
  const failing = db.read({ global: true }, (tx) => tx.rows({ sql: 'select 1 / 0', parameters: [], isLast: true }))
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await db.read({ global: true }, (tx) => tx.sql('select 1 as one'))).toEqual([{ one: 1 }])
})

it('does not end a write with a statement that says it is the last', async () => {
  await test.asOwner('create table kept (a int); grant select, insert on kept to tiffin_app')
  await db.write({ global: true }, async (tx) => {
    await tx.rows({ sql: 'insert into kept values (1)', parameters: [], isLast: true })
    await tx.sql('insert into kept values (2)')
  })
  expect(await db.read({ global: true }, (tx) => tx.sql('select a from kept order by a'))).toEqual([{ a: 1 }, { a: 2 }])
})

it('allows a statement started early to fail after the write was abandoned', async () => {
  const given = db.write({ global: true }, async (tx) => {
    for (let time = 0; time < 3; time += 1) void startEarly(tx.sql('select 1 / 0'))
    await Promise.reject(new Error('given up'))
  })
  await expect(given).rejects.toThrow('given up')
  expect(await db.read({ global: true }, (tx) => tx.sql('select 1 as one'))).toEqual([{ one: 1 }])
})

it('waits for earlier statements before it hands out the exclusive client', async () => {
  await db.read({ global: true }, async (tx) => {
    const promise = [1, 2, 3].map((n) => startEarly(tx.sql('select pg_sleep(0.05), $1::int as n', [n])))
    const client = await tx.exclusiveClient()
    const cursor = client.query(new Cursor<{ n: number }>('select generate_series(1, 3) as n'))
    expect(await cursor.read(2)).toEqual([{ n: 1 }, { n: 2 }])
    await cursor.close()
    expect((await Promise.all(promise)).flat()).toMatchObject([{ n: 1 }, { n: 2 }, { n: 3 }])
  })
})

it('reports the statement that failed, not those that failed because of it', async () => {
  const shortTimeout = openDatabase({ connectionString: test.urls.app, max: 1 }, { statementTimeout: 50 })
  const promise = shortTimeout.write({ global: true }, async (tx) => {
    void startEarly(tx.sql('select pg_sleep(5)'))
    await tx.sql('select 1')
  })
  await expect(promise).rejects.toMatchObject({ code: 'write_timeout' })
  await shortTimeout.close()
})

it('does not commit a write if an unawaited statement has failed', async () => {
  const written = db.write({ global: true }, async (tx) => {
    void startEarly(tx.sql('select 1 / 0'))
    await Promise.resolve()
    return 'done'
  })
  await expect(written).rejects.toMatchObject({ code: '22012' })
})

it.each(['an abandoned write', 'a write that was committed'])('writes nothing more after %s', async (end) => {
  let late: (() => Promise<unknown>) | undefined
  const written = db.write({ global: true }, async (tx) => {
    late = () => tx.sql('select 1 as one')
    if (end.endsWith('up')) throw new Error('given up')
    await Promise.resolve()
  })
  await written.catch(() => {})
  await expect(late?.()).rejects.toThrow('The transaction is over')
})
