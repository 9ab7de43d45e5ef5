import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedWorld } from '../test/seed.ts'
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { runCleanup } from './cleanup.ts'

let database: TestDatabase
let worker: Client
beforeAll(async () => {
  database = await createTestDatabase()
  worker = new Client({ connectionString: database.urls.worker })
  await worker.connect()
})
afterAll(async () => {
  await worker.end()
  await database.drop()
})

const keep = (historyDays: number): Promise<void> => runCleanup((text, values) => worker.query(text, values), historyDays)
const count = async (table: string): Promise<number> =>
  (await database.asOwner<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? 0

describe('cleanup', () => {
  it('purges expired rows, however many, and nothing else', async () => {
    await database.asOwner(
      `insert into idempotency (admin, company, key, request_hash, created)
       select 1, 1, n::text, '', now() - case when n <= 12000 then interval '25 hours' else interval '0' end from generate_series(1, 12001) n`,
    )
    await database.asOwner(`insert into company_feed (company, number, change_id, at)
      select 5, n, 0, now() - case when n <= 6000 then interval '8 days' else interval '6 days' end from generate_series(1, 6003) n`)
    await keep(0)
    expect([await count('idempotency'), await count('company_feed')]).toEqual([1, 3])
  })

  it('purges history when configured, by whole months', async () => {
    await database.asOwner(`select make_audit_partition((now() - interval '4 months')::date)`)
    await database.asOwner(
      `insert into change (company, at) select 5, now() - make_interval(days => d) from unnest(array[400, 120, 2]) d`,
    )
    await database.asOwner(`insert into audit_row (at, change_id, company, table_name, row_key, action)
      select at, change_id, company, 'order', '1', 'Create' from change`)
    const months = () =>
      count(
        `pg_inherits where inhparent = 'audit_row'::regclass and inhrelid::regclass::text < 'audit_row_' || to_char(now(), 'YYYY_MM')`,
      )
    const history = async () => [await count('change'), await count('audit_row'), await months()]
    await keep(0)
    expect(await history()).toEqual([3, 3, 1])
    await keep(300)
    expect(await history()).toEqual([2, 2, 1])
    await keep(30)
    expect(await history()).toEqual([1, 1, 0])
  })

  it('purges expired plans of imports with their rows', async () => {
    const { ownerA } = await seedWorld(database)
    await database.asOwner(
      `insert into import_plan (import_id, admin, table_name, file, contract, total, expires)
       select gen_random_uuid(), $1, 'courier', '', 1, 1, now() + make_interval(hours => n) from unnest(array[-1, 1]) n`,
      [ownerA],
    )
    await database.asOwner(
      `insert into import_row (import_id, row, kind, changes) select import_id, 1, 'unchanged', '{}' from import_plan`,
    )
    await keep(0)
    expect([await count('import_plan'), await count('import_row')]).toEqual([1, 1])
  })

  it('is not allowed to the application role', async () => {
    const db = database.open()
    const forget = db.write({ global: true }, (tx) => tx.sql(`select forget_changes(now(), 10)`))
    await expect(forget).rejects.toMatchObject({ code: '42501' })
  })
})
