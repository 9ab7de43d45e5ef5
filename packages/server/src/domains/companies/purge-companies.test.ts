import { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillCompany, insertRow } from '#server/test/seed'
import { createTestEngine, type TestEngine } from '#server/test/test-engine'
import { purgeCompanies } from './purge-companies.ts'

let engine: TestEngine
let pool: Pool
beforeAll(async () => {
  engine = await createTestEngine()
  pool = new Pool({ connectionString: engine.test.urls.worker })
})
afterAll(async () => {
  await pool.end()
  await engine.test.drop()
})

const sql = <R extends object>(text: string, values: unknown[] = []) => engine.test.asOwner<R>(text, values)
const purge = () => {
  const context = { db: engine.db, feed: { published: () => {} }, log: pino({ level: 'silent' }) }
  return purgeCompanies(context, pool, 30)
}

/** Number of rows of a company by table, for tables with any. */
async function rowsOf(company: number): Promise<Record<string, number>> {
  const names = await sql<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'company' and table_type = 'BASE TABLE' and table_name !~ '^audit_row_'`,
  )
  const found: Record<string, number> = {}
  for (const { name } of names) {
    const [row] = await sql<{ n: number }>(`select count(*)::int as n from "${name}" where company = $1`, [company])
    if (row && row.n > 0) found[name] = row.n
  }
  const [own] = await sql<{ n: number }>('select count(*)::int as n from company where company_id = $1', [company])
  return own?.n === 1 ? { ...found, company: 1 } : found
}

/** A company with a row in every table, linked orders, history, counters, a paired device, and 12,000 customers. */
async function makeCompany(deletedDays: number, paid: boolean): Promise<number> {
  const { world } = engine
  const name = { name: { en: 'Gone' }, creator: world.ownerB, owner_id: world.ownerB, country: 1 }
  const company = await insertRow(engine.test, 'company', name)
  const keys = new Map([['company', company]])
  await fillCompany(engine.test, keys, world.ownerB)
  if (!paid)
    for (const table of ['invoice', 'booking', 'payment']) await sql(`delete from ${table} where company = $1`, [company])
  const [order, user] = [keys.get('order'), keys.get('user')]
  await sql(
    `insert into "order" (company, "user", merchant, order_status, admin, parent_order, time_create, time_finish, last_time)
     select company, "user", merchant, order_status, admin, order_id, now(), now(), now() from "order" where order_id = $1`,
    [order],
  )
  await sql(`insert into "user" (company, name, phone) select $1, 'Customer', n::text from generate_series(1, 12000) n`, [
    company,
  ])
  const actor = { ...engine.actors.ownerB, company }
  await engine.saveOne(actor, 'user', { name: 'Changed' }, user)
  await sql(`insert into usage_counter (company, name) values ($1, 'order')`, [company])
  await sql(`insert into ticket_counter (company, merchant, day, last) values ($1, 1, '2026-01-01', 1)`, [company])
  await sql(
    `insert into stored_picture (who, name, bytes) values ('company ' || $1::bigint, 'x', 1), ('company ' || $1::bigint || ' customer 7', 'x', 1)`,
    [company],
  )
  await sql(
    `insert into session (secret_hash, admin, device, company, cookie, expires) values (decode(md5($1::text), 'hex'), $2, $3, $1::bigint, false, now())`,
    [company, world.ownerB, keys.get('device')],
  )
  await sql('update company set deleted = now() - make_interval(days => $2) where company_id = $1', [company, deletedDays])
  return company
}

describe('deleted company', () => {
  it('COMP-07: is purged after 30 days from every table, and its history ends with that', async () => {
    const [a, fresh, old] = [engine.world.a, await makeCompany(29, false), await makeCompany(31, false)]
    const [others, kept] = [await rowsOf(a), await rowsOf(fresh)]
    expect(Object.keys(await rowsOf(old)).length).toBeGreaterThan(20)
    await purge()
    expect(await rowsOf(old)).toEqual({ change: 1, audit_row: 1, company_feed: 1, feed_counter: 1 })
    expect(await sql(`select table_name, row_key, action, after from audit_row where company = $1`, [old])).toEqual([
      { table_name: 'company', row_key: String(old), action: 'Delete', after: null },
    ])
    expect(await sql(`select who from stored_picture where who like '% ' || $1::bigint || '%'`, [old])).toEqual([])
    expect([await rowsOf(a), await rowsOf(fresh)]).toEqual([others, kept])
  })

  it('COMP-07: remains as far as payments to the platform refer to it', async () => {
    const company = await makeCompany(31, true)
    await purge()
    expect(await rowsOf(company)).toEqual({ payment: 1, booking: 1, invoice: 1, company: 1, feed_counter: 1 })
    await purge()
    expect(await rowsOf(company)).toEqual({ payment: 1, booking: 1, invoice: 1, company: 1, feed_counter: 1 })
  })
})
