import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companyColumn, isDerived, quote, tables } from '#db/columns'
import type { Database, Scope, Tx } from '#db/database'
import { fillCompany, insertOrder, seedWorld, type World } from '../test/seed.ts'
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts'

let test: TestDatabase
let db: Database
let world: World

const ofCompanies = tables().filter((entity) => companyColumn(entity) !== null)
/** A row of company B in every table. */
let foreign: Map<string, number>

beforeAll(async () => {
  test = await createTestDatabase()
  db = test.open()
  world = await seedWorld(test)
  const { b, merchantB, userB, statusB, ownerA } = world
  foreign = new Map(Object.entries({ company: b, merchant: merchantB, user: userB, order_status: statusB }))
  await fillCompany(test, foreign, ownerA)
})
afterAll(() => test.drop())

const asPlatform: Scope = { platform: true }
const nothing: Scope = { global: true }

describe.each(ofCompanies.map((entity) => [entity.name, entity] as const))('%s', (name, entity) => {
  const company = companyColumn(entity) ?? ''
  const table = quote(name)
  const key = quote(entity.key)
  const count = async (scope: Scope, where: string, values: unknown[]) =>
    db.read(
      scope,
      async (tx) => (await tx.sql<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`, values))[0]?.n,
    )
  const write = async (scope: Scope, text: string, values: unknown[]) =>
    db
      .write(scope, async (tx: Tx) => (await tx.sql(`${text} returning 1 as one`, values)).length)
      .catch((error: Error) => {
        // The database grants no right to change rows that are only added.
        if (entity.appendOnly && error.message.startsWith('permission denied')) return 0
        throw error
      })

  it('another company’s rows can’t be read or written, whatever the statement', async () => {
    const row = foreign.get(name)
    expect(row).toBeDefined()
    expect(await count({ company: world.b }, `${key} = $1`, [row])).toBe(1)
    expect(await count({ company: world.a }, `${key} = $1`, [row])).toBe(0)
    expect(await count({ company: world.a }, `${quote(company)} = $1`, [world.b])).toBe(0)
    expect(await write({ company: world.a }, `update ${table} set revision = 99 where ${key} = $1`, [row])).toBe(0)
    expect(await write({ company: world.a }, `delete from ${table} where ${key} = $1`, [row])).toBe(0)
    expect(await count({ company: world.b }, `${key} = $1 and revision = 99`, [row])).toBe(0)
  })

  it('no row can be created in another company or moved to it', async () => {
    const refused = { code: '42501', message: expect.stringContaining('row-level security') as string }
    const into = `insert into ${table} select (r.*) from jsonb_populate_record(null::${table}, $1::jsonb) r`
    await expect(write({ company: world.a }, into, [JSON.stringify({ [company]: world.b })])).rejects.toMatchObject(refused)
    const away = `update ${table} set ${quote(company)} = ${world.a} where ${key} = $1`
    const moving = write({ company: world.b }, away, [foreign.get(name)])
    if (entity.appendOnly) await expect(moving).resolves.toBe(0)
    else await expect(moving).rejects.toMatchObject(refused)
  })

  it('without a company there are no rows, and the whole platform is read-only', async () => {
    const row = foreign.get(name)
    expect(await count(nothing, 'true', [])).toBe(0)
    expect(await count(asPlatform, `${key} = $1`, [row])).toBe(1)
    expect(await write(asPlatform, `update ${table} set revision = 99 where ${key} = $1`, [row])).toBe(0)
    expect(await write(asPlatform, `delete from ${table} where ${key} = $1`, [row])).toBe(0)
  })
})

it('the database refuses references into another company, even if the program fails to', async () => {
  const [merchant] = world.merchants
  const keys: Partial<Record<string, number>> = {
    merchant,
    user: world.userA,
    courier: world.courierA,
    order_status: world.statuses[2],
    pay_type: world.payType,
  }
  const tried = ofCompanies.flatMap((entity) =>
    Object.entries(entity.fields).flatMap(([name, field]) => {
      const target = field.kind === 'reference' && !isDerived(entity, name) ? keys[field.to ?? ''] : undefined
      return target === undefined ? [] : [{ entity, name, target }]
    }),
  )
  expect(tried.length).toBeGreaterThan(5)
  for (const { entity, name, target } of tried) {
    const statement = `update ${quote(entity.name)} set ${quote(name)} = $1 where ${quote(entity.key)} = $2`
    const pointing = db.write({ company: world.b }, (tx) => tx.sql(statement, [target, foreign.get(entity.name)]))
    await expect(pointing, `${entity.name}.${name}`).rejects.toMatchObject({ code: '23503' })
  }
})

it('changes, feeds and counters are separate for each company', async () => {
  await test.asOwner(`insert into change (change_id, company) values (900, $1)`, [world.b])
  await test.asOwner(
    `insert into audit_row (change_id, company, table_name, row_key, action) values (900, $1, 'x', '1', 'Create')`,
    [world.b],
  )
  await test.asOwner(`insert into company_feed (company, number, change_id) values ($1, 1, 900)`, [world.b])
  await test.asOwner(`insert into usage_counter (company, name) values ($1, 'order')`, [world.b])
  await test.asOwner(`insert into ticket_counter (company, merchant, day, last) values ($1, 1, '2026-01-01', 1)`, [world.b])
  await test.asOwner(`select build_order_days($1)`, [world.b])
  await insertOrder(test, world, { company: world.b, merchant: world.merchantB, user: world.userB, order_status: world.statusB })
  for (const table of [
    'change',
    'audit_row',
    'company_feed',
    'usage_counter',
    'ticket_counter',
    'order_day',
    'order_day_delta',
    'order_day_build',
  ]) {
    const seen = (scope: Scope) => db.read(scope, (tx) => tx.sql(`select 1 from ${table} where company = $1`, [world.b]))
    expect(await seen({ company: world.b }), table).toHaveLength(1)
    expect(await seen({ company: world.a }), table).toHaveLength(0)
    expect(await seen(nothing), table).toHaveLength(0)
  }
})

it('history and sums can’t be changed', async () => {
  for (const statement of [
    'update audit_row set before = null',
    'delete from audit_row',
    'update change set admin = 1',
    'delete from company_feed',
    'update order_day set orders = 0',
    'delete from order_day_delta',
    'delete from order_day_build',
    'select build_order_days(1)',
    'select fold_order_days(1)',
  ])
    await expect(db.write({ company: world.a }, (tx) => tx.sql(statement))).rejects.toMatchObject({ code: '42501' })
})

it('a read can’t write', async () => {
  await expect(db.read({ company: world.a }, (tx) => tx.sql('update merchant set revision = 2'))).rejects.toMatchObject({
    code: '25006',
  })
})

it('LIST-01: search functions search only the company', async () => {
  for (const entity of ofCompanies)
    for (const field of entity.search ?? []) {
      const found = (scope: Scope) =>
        db.read(scope, (tx) => tx.sql(`select ${quote(`find_${entity.name}_${field}`)}('%') as key`))
      const rows = await found({ company: world.a })
      expect(rows.map((row) => row['key'])).not.toContain(foreign.get(entity.name))
      expect((await found({ company: world.b })).map((row) => row['key'])).toContain(foreign.get(entity.name))
      expect(await found(nothing)).toEqual([])
    }
})

it('LIST-01: a search asks the index only for the words if most rows, newest and oldest, belong to the company', async () => {
  const make = async (count: number, company: number, more: object = {}) => {
    for (let made = 0; made < count; made += 1) await insertOrder(test, world, { company, comment: 'Needle', ...more })
  }
  const ofB = { merchant: world.merchantB, user: world.userB, order_status: world.statusB }
  const search = (company: number, pattern: string) =>
    db.read({ company }, (tx) => tx.sql<{ key: number }>('select find_order_comment($1) as key', [pattern]))
  /** The error of a pattern that fails while it is compared shows the statement that ran. */
  const searchesByWords = async (company: number, pattern: string): Promise<boolean> => {
    const error = await search(company, `${pattern}%\\`).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ where: expect.stringContaining('ilike $1') as string })
    return (error as { where: string }).where.includes('+ 0')
  }
  await make(1, world.b, ofB)
  await make(60, world.a)
  expect(await search(world.a, '%needle%')).toHaveLength(60)
  expect(await search(world.b, '%needle%')).toHaveLength(1)
  expect(await searchesByWords(world.a, 'Need')).toBe(true)
  expect(await searchesByWords(world.a, 'Ne')).toBe(false)
  expect(await searchesByWords(world.b, 'Need')).toBe(false)
  await make(120, world.b, ofB)
  expect(await searchesByWords(world.b, 'Need')).toBe(false)
})
