import type { Entity, Field } from '@tiffin/sdk/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columns, companyColumn, isDerived, tables } from '#db/columns'
import { migrate } from '#db/migrate'
import { migrations } from '#db/migrations/index'
import { refuseStrongRole } from '#db/roles'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../test/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const types: Record<string, string> = { 'numeric(14,2)': 'numeric', timestamptz: 'timestamp with time zone' }

describe('the database equals the declarations', () => {
  it.each(tables().map((entity) => [entity.name, entity] as const))('in the columns of %s', async (name, entity) => {
    const found = await test.asOwner<{ column_name: string; data_type: string; is_nullable: string }>(
      `select column_name, data_type, is_nullable from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [name],
    )
    const declared = Object.entries(entity.fields)
      .filter(([field]) => !isDerived(entity, field))
      .map(([field, { kind, nullable, absent }]) => {
        const { type } = columns[kind]
        return {
          column_name: field,
          data_type: types[type] ?? type,
          is_nullable: nullable || absent !== undefined ? 'YES' : 'NO',
        }
      })
    const sorted = (rows: typeof declared) => rows.toSorted((a, b) => a.column_name.localeCompare(b.column_name))
    expect(sorted(found)).toEqual(sorted(declared))
  })

  it('in references, keys and row-level security', async () => {
    const references = await test.asOwner<{ name: string; type: string }>(
      `select conname as name, confdeltype::text as type from pg_constraint where contype = 'f' and conname like '%\\_reference'`,
    )
    const declared = tables().flatMap((entity) =>
      Object.entries(entity.fields)
        .filter((entry) => isReference(entity, entry))
        .map(([field]) => `${entity.name}_${field}_reference`),
    )
    expect(references.map(({ name }) => name).toSorted()).toEqual(declared.toSorted())
    expect(new Set(references.map(({ type }) => type))).toEqual(new Set(['r']))
    const secured = await test.asOwner<{ relname: string }>(
      `select relname from pg_class where relrowsecurity and relforcerowsecurity`,
    )
    const names = new Set(secured.map(({ relname }) => relname))
    for (const entity of tables())
      expect([entity.name, names.has(entity.name)]).toEqual([entity.name, companyColumn(entity) !== null])
  })

  it('in indexes of which none is the beginning of another', async () => {
    const indexes = await test.asOwner<{ name: string; table: string; columns: string }>(
      `select c.relname as name, i.indrelid::regclass::text as table, i.indkey::text as columns
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
       where m.amname = 'btree' and not i.indisunique and i.indpred is null and i.indexprs is null and c.relnamespace = 'public'::regnamespace
       union all
       select c.relname, i.indrelid::regclass::text, i.indkey::text from pg_index i join pg_class c on c.oid = i.indexrelid
       where i.indisprimary and c.relnamespace = 'public'::regnamespace`,
    )
    const idle = indexes.filter((one) =>
      indexes.some((other) => other !== one && other.table === one.table && `${other.columns} `.startsWith(`${one.columns} `)),
    )
    expect(idle.map(({ name }) => name)).toEqual([])
  })

  const isReference = (entity: Entity, [name, field]: [string, Field]): boolean =>
    field.kind === 'reference' && !isDerived(entity, name) && tables().some((target) => target.name === field.to)
})

it('two processes that start at once migrate once', async () => {
  const empty = await createEmptyDatabase()
  try {
    const applied = await Promise.all([migrate(empty.owner), migrate(empty.owner), migrate(empty.owner)])
    expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([migrations.map(({ version }) => version), [], []])
  } finally {
    await empty.drop()
  }
})

it('LIST-01: a database that was made before payments were searched learns it', async () => {
  const old = await createEmptyDatabase()
  const indexes = `select count(*)::int as n from pg_indexes where tablename = 'payment' and indexdef like '%gin_trgm_ops%'`
  const client = new Client({ connectionString: old.owner })
  try {
    await migrate(
      old.owner,
      migrations.filter(({ version }) => version <= 3),
    )
    await client.connect()
    await client.query('drop function find_payment_description; drop index payment_company_description_idx')
    expect((await client.query(indexes)).rows).toEqual([{ n: 0 }])
    await migrate(old.owner)
    expect((await client.query(indexes)).rows).toEqual([{ n: 1 }])
    expect((await client.query(`select find_payment_description('%x%')`)).rows).toEqual([])
  } finally {
    await client.end()
    await old.drop()
  }
})

it('no function that works as the owner is open to everybody', async () => {
  const client = new Client({ connectionString: test.urls.owner })
  await client.connect()
  const { rows } = await client.query(
    `select p.proname as name from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace
       and has_function_privilege('public', p.oid, 'execute')`,
  )
  await client.end()
  expect(rows).toEqual([])
})

it('a step that fails leaves nothing behind, and its message names it', async () => {
  const empty = await createEmptyDatabase()
  try {
    const step = {
      version: 1,
      name: 'broken',
      statements: () => ['create table half (id int)', 'create table wrong (id nonsense)'],
    }
    await expect(migrate(empty.owner, [step])).rejects.toThrow(/Step 1 \(broken\).*nonsense/s)
    await expect(migrate(empty.owner)).resolves.toEqual(migrations.map(({ version }) => version))
  } finally {
    await empty.drop()
  }
})

it('a database that is newer than the program is refused', async () => {
  await expect(migrate(test.urls.owner, [])).rejects.toMatchObject({ code: 'database_newer' })
})

describe('a role that is too strong', () => {
  const judge = async (url: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      await refuseStrongRole(client)
      return 'accepted'
    } catch (error) {
      return (error as { code: string }).code
    } finally {
      await client.end()
    }
  }
  it.each([
    ['app', 'accepted'],
    ['worker', 'accepted'],
    ['owner', 'database_role_too_strong'],
    ['admin', 'database_role_too_strong'],
  ] as const)('%s is %s', async (role, verdict) => {
    expect(await judge(test.urls[role])).toBe(verdict)
  })
})
