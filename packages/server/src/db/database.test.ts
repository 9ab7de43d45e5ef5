import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { type Database, openDatabase } from './database.ts'

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

it('a connection keeps statements that recur prepared, and no other', async () => {
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

it('whoever asks for ever new statements uses up no place of those that the server has of its own', async () => {
  await db.read({ global: true }, async (tx) => {
    for (const n of Array.from({ length: 500 }, (_, index) => index))
      for (const again of [n, n])
        expect(await tx.rows({ sql: `select ${n} as n`, parameters: [], recurs: true })).toEqual([{ n: again }])
    await tx.sql('select $1::int as still', [1])
  })
  expect(await prepared('read')).toBe(50)
  expect(await prepared('own')).toBe(2)
})

it('a statement that is kept goes on after a column was added or changed', async () => {
  await test.asOwner('create table changing (a int); insert into changing values (1); grant select on changing to tiffin_app')
  const look = () => db.read({ global: true }, (tx) => tx.sql('select * from changing'))
  expect(await look()).toEqual([{ a: 1 }])
  await test.asOwner(`alter table changing add b text default 'new'`)
  expect(await look()).toEqual([{ a: 1, b: 'new' }])
  expect(await db.write({ global: true }, (tx) => tx.sql('select * from changing'))).toEqual([{ a: 1, b: 'new' }])
})
