import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tables } from '#db/columns'
import { migrate } from '#db/migrate'
import { parseMigration, readMigrations } from '#db/read-migrations'
import { assertLimitedRole } from '#db/roles'
import { registrySchema } from '#db/schema'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../test/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** Describes the tables of the registry and their searches in a database, one line for each thing. */
const described = `
  select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case a.attidentity when '' then '' else ' identity' end
    || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') || case when a.attnotnull then ' not null' else '' end as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where c.relname = any($1) and c.relkind = 'r'
  union all select c.relname || case contype when 'f' then ' ' || conname else '' end || ' ' || pg_get_constraintdef(o.oid)
    from pg_constraint o join pg_class c on c.oid = o.conrelid where c.relname = any($1) and contype <> 'n'
  union all select regexp_replace(indexdef, 'INDEX \\S+ ON', 'INDEX ON') from pg_indexes where tablename = any($1)
  union all select format('%s policy %s for %s to %s using %s check %s', tablename, policyname, cmd, roles, qual, with_check)
    from pg_policies where tablename = any($1)
  union all select format('%s row security %s, forced %s', relname, relrowsecurity, relforcerowsecurity)
    from pg_class where relname = any($1) and relkind = 'r'
  union all select format('%s granted to %s: %s', c.relname, g.grantee::regrole, string_agg(g.privilege_type, ', ' order by g.privilege_type))
    from pg_class c, aclexplode(c.relacl) g where c.relname = any($1) and c.relkind = 'r' group by c.relname, g.grantee
  union all select regexp_replace(pg_get_functiondef(oid), '\\s+', ' ', 'g') || ' for ' || proacl::text from pg_proc where proname like 'find\\_%'`

/** Written by hand in migrations, in addition to the registry. */
const distinctDomain = (field: string): string =>
  `CREATE UNIQUE INDEX ON public.company USING btree (regexp_replace(rtrim(regexp_replace(lower(${field}), '^https?://'::text, ''::text), './'::text), '^www[.]'::text, ''::text)) WHERE (${field} <> ''::text)`
const handWritten = [
  distinctDomain('domain'),
  distinctDomain('domain_config'),
  'CREATE UNIQUE INDEX ON public.admin USING btree (lower(NORMALIZE(login, NFKC)))',
  'CREATE UNIQUE INDEX ON public.promocode USING btree (company, lower(code))',
  'CREATE UNIQUE INDEX ON public.invoice USING btree (number)',
  'CREATE INDEX ON public.booking USING btree (reference)',
  'CREATE INDEX ON public.webhook_delivery USING btree (created)',
  'CREATE INDEX ON public.chat_message USING btree (company, user_id, type) WHERE ((status < 3) AND (delete = 0))',
  `CREATE INDEX ON public.mailing USING btree (state) WHERE (state = ANY (ARRAY['scheduled'::text, 'sending'::text]))`,
  'CREATE INDEX ON public.message USING btree (next_attempt) WHERE (next_attempt IS NOT NULL)',
  `CREATE INDEX ON public."order" USING btree (company, lower(promocode)) WHERE (promocode <> ''::text)`,
]

/** Lines that only the registry or only the migrated database has, and the statements that create missing tables. */
async function differences(registry: Client, migrated: (text: string, values: unknown[]) => Promise<{ line: string }[]>) {
  const names = tables().map(({ name }) => name)
  const wanted = new Set([
    ...handWritten,
    ...(await registry.query<{ line: string }>(described, [names])).rows.map(({ line }) => line),
  ])
  const found = new Set((await migrated(described, [names])).map(({ line }) => line))
  const isMade = new Set([...found].map((line) => line.split(' ')[0]))
  return {
    'only in the registry': [...wanted].filter((line) => !found.has(line)).toSorted(),
    'only in the database': [...found].filter((line) => !wanted.has(line)).toSorted(),
    'statements of new tables': registrySchema(tables().filter(({ name }) => !isMade.has(name))),
  }
}
const none = { 'only in the registry': [], 'only in the database': [], 'statements of new tables': [] }

/** Released migrations are frozen: each release adds the hashes of its new files here. */
const released: Readonly<Record<string, string>> = {
  '0001-initial.sql': '6279fbb111ec8168',
}

describe('migrated database', () => {
  it('equals the registry in columns, defaults, keys, references, indexes, row-level security, grants and searches', async () => {
    const empty = await createEmptyDatabase()
    const registry = new Client({ connectionString: empty.owner })
    try {
      await registry.connect()
      for (const extension of ['pg_trgm', 'btree_gin']) await registry.query(`create extension ${extension}`)
      const [texts] = await test.asOwner<{ made: string }>(`select pg_get_functiondef('tiffin_texts'::regproc) as made`)
      for (const statement of [texts?.made ?? '', ...registrySchema()]) await registry.query(statement)
      const differ = () => differences(registry, (text, values) => test.asOwner(text, values))
      expect(await differ(), 'The registry and the migrated schema differ: write a migration (docs/adding-an-entity.md)').toEqual(
        none,
      )

      await registry.query('alter table cuisine add column calories integer default 7 not null')
      await registry.query('alter table "order" drop constraint order_merchant_reference')
      expect(await differ()).toMatchObject({
        'only in the registry': ['cuisine.calories integer default 7 not null'],
        'only in the database': [expect.stringContaining('order order_merchant_reference FOREIGN KEY')],
      })
    } finally {
      await registry.end()
      await empty.drop()
    }
  })

  it.each(Object.entries(released))('has not changed %s since its release', (file, hash) => {
    const found = readMigrations().find((migration) => migration.file === file)
    expect(found?.hash.slice(0, 16), `${file} is released: take the change back and write a new migration`).toBe(hash)
  })

  it('has no index that is a prefix of another', async () => {
    const indexes = await test.asOwner<{ name: string; table: string; columns: string }>(
      `select c.relname as name, i.indrelid::regclass::text as table, i.indkey::text as columns
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
       where m.amname = 'btree' and not i.indisunique and i.indpred is null and i.indexprs is null and c.relnamespace = 'public'::regnamespace
       union all
       select c.relname, i.indrelid::regclass::text, i.indkey::text from pg_index i join pg_class c on c.oid = i.indexrelid
       where i.indisprimary and c.relnamespace = 'public'::regnamespace`,
    )
    const idle = indexes.filter((index) =>
      indexes.some(
        (other) => other !== index && other.table === index.table && `${other.columns} `.startsWith(`${index.columns} `),
      ),
    )
    expect(idle.map(({ name }) => name)).toEqual([])
  })
})

it('restricts every function that runs as the owner', async () => {
  const client = new Client({ connectionString: test.urls.owner })
  await client.connect()
  const { rows } = await client.query(
    `select p.proname as name from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace
       and has_function_privilege('public', p.oid, 'execute')`,
  )
  await client.end()
  expect(rows).toEqual([])
})

describe('migrations', () => {
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
  let client: Client
  beforeEach(async () => {
    empty = await createEmptyDatabase()
    client = new Client({ connectionString: empty.owner })
    await client.connect()
    return async () => {
      await client.end()
      await empty.drop()
    }
  })
  const dish = parseMigration('0001-dish.sql', 'create table dish (id int, name text);\n')
  const concurrent = parseMigration(
    '0002-names.sql',
    `-- outside a transaction
-- Names are searched.
create index concurrently if not exists dish_name on dish (name);
create index concurrently if not exists dish_both on dish (id, name);
`,
  )
  const indexes = async () =>
    (
      await client.query<{ name: string; valid: boolean }>(
        `select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'dish'::regclass order by 1`,
      )
    ).rows
  const bothValid = [
    { name: 'dish_both', valid: true },
    { name: 'dish_name', valid: true },
  ]

  it('are applied once by processes that start together, including concurrent index builds', async () => {
    const run = () => migrate(empty.owner, { migrations: [dish, concurrent] })
    const applied = await Promise.all([run(), run(), run()])
    expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([[1, 2], [], []])
    expect(await indexes()).toEqual(bothValid)
    const { rows } = await client.query('select version, name, hash from schema_version order by version')
    expect(rows).toEqual([dish, concurrent].map(({ version, file, hash }) => ({ version, name: file, hash })))
  })

  it('replace an invalid index that a failed attempt left behind', async () => {
    await migrate(empty.owner, { migrations: [dish] })
    await client.query(`insert into dish values (1, 'a'), (2, 'a')`)
    const unique = 'create unique index concurrently if not exists dish_name on dish (name)'
    await expect(client.query(unique)).rejects.toThrow('dish_name')
    expect(await indexes()).toEqual([{ name: 'dish_name', valid: false }])
    await migrate(empty.owner, { migrations: [dish, concurrent] })
    expect(await indexes()).toEqual(bothValid)
  })

  it('are rolled back when they fail in a transaction, and the error names file and line', async () => {
    const broken = parseMigration('0001-broken.sql', 'create table half (id int);\n\ncreate table wrong (id nonsense);\n')
    await expect(migrate(empty.owner, { migrations: [broken] })).rejects.toMatchObject({
      code: 'migration_failed',
      message: 'The migration 0001-broken.sql, line 3 failed: type "nonsense" does not exist',
    })
    await expect(migrate(empty.owner)).resolves.toEqual(readMigrations().map(({ version }) => version))
  })

  describe('while another transaction reads the table', () => {
    const column = parseMigration('0002-price.sql', 'alter table dish add column price integer not null default 1;\n')
    let reader: Client
    beforeEach(async () => {
      await migrate(empty.owner, { migrations: [dish] })
      reader = new Client({ connectionString: empty.owner })
      await reader.connect()
      // Its snapshot also delays concurrent index builds.
      await reader.query('begin isolation level repeatable read; select from dish')
      return () => reader.end()
    })

    it('wait for their lock in short attempts', async () => {
      const applied = migrate(empty.owner, { migrations: [dish, column] })
      await setTimeout(1000)
      await reader.query('commit')
      expect(await applied).toEqual([2])
    })

    it.each([
      ['in a transaction', column],
      ['outside a transaction', concurrent],
    ])('fail with a message that says what to do, %s', async (_, next) => {
      const error = { code: 'database_busy', message: expect.stringContaining('pg_stat_activity') as string }
      await expect(migrate(empty.owner, { migrations: [dish, next], patience: 500 })).rejects.toMatchObject(error)
      await reader.query('commit')
      await expect(migrate(empty.owner, { migrations: [dish, next] })).resolves.toEqual([2])
    })
  })

  it('0017 marks what billing suspended or blocked, as the history says, and otherwise the reminder', async () => {
    const all = readMigrations()
    await migrate(empty.owner, {
      migrations: all.slice(
        0,
        all.findIndex(({ version }) => version === 17),
      ),
    })
    // The rows that companies refer to matter as little as their other fields.
    for (const field of ['status', 'creator', 'owner_id', 'country'])
      await client.query(`alter table company drop constraint company_${field}_reference`)
    type Step = [admin: 1 | null, action: 'Create' | 'Update', after: object, records?: object]
    const suspended = { suspended: 1, reminder: 1 }
    const blocked = { enable: 0, reminder: 14 }
    const both = [suspended.suspended, blocked.enable, 14]
    const cases: [string, unknown[], Step[], [number, number]][] = [
      ['in use', [0, 1, null], [], [0, 0]],
      ['before the history', both, [], [1, 1]],
      ['by hand, before the history', [1, 0, null], [], [0, 0]],
      [
        'by billing',
        both,
        [
          [null, 'Update', suspended],
          [null, 'Update', blocked],
        ],
        [1, 1],
      ],
      ['by billing, without a reminder', [1, 1, -1], [[null, 'Update', { suspended: 1 }]], [1, 0]],
      [
        'by billing, when someone corrected the balance',
        both,
        [[1, 'Update', { suspended: 1, enable: 0 }, { booking: 1 }]],
        [1, 1],
      ],
      [
        'by hand, reminded later',
        both,
        [
          [1, 'Update', { suspended: 1, enable: 0 }],
          [null, 'Update', { reminder: 14 }],
        ],
        [0, 0],
      ],
      [
        'by hand, after billing did',
        both,
        [
          [null, 'Update', suspended],
          [1, 'Update', { suspended: 0 }],
          [1, 'Update', { suspended: 1 }],
        ],
        [0, 1],
      ],
      ['created so', [1, 1, 7], [[null, 'Create', { suspended: 1, reminder: null }]], [0, 0]],
    ]
    for (const [index, [, state, steps]] of cases.entries()) {
      await client.query(
        `insert into company (company_id, creator, owner_id, country, suspended, enable, reminder) values ($1, 1, 1, 1, $2, $3, $4)`,
        [index + 1, ...state],
      )
      for (const [admin, action, after, records = {}] of steps)
        await client.query(
          `with made as (insert into change (company, admin, records) values ($1::bigint, $2, $3) returning change_id)
           insert into audit_row (change_id, company, table_name, row_key, action, after)
           select change_id, $1::bigint, 'company', $1::bigint::text, $4, $5 from made`,
          [index + 1, admin, records, action, after],
        )
    }
    await migrate(empty.owner)
    const { rows } = await client.query<{ marks: number[] }>(
      'select array[suspended_for_bill, blocked_for_bill] as marks from company order by company_id',
    )
    expect(rows.map(({ marks }, index) => [cases[index]?.[0], marks])).toEqual(cases.map(([name, , , marks]) => [name, marks]))
  })

  const unknown: [string, string, string[]][] = [
    ['newer than the program', 'database_newer', [`insert into schema_version values (1000, '1000-later.sql', 'x')`]],
    ['of a changed migration', 'migration_changed', [`update schema_version set hash = 'x'`]],
    ['of a preview', 'database_preview', ['alter table schema_version drop column hash']],
  ]
  it.each(unknown)('refuse a database that is %s', async (_, code, statements) => {
    await migrate(empty.owner, { migrations: [dish] })
    for (const statement of statements) await client.query(statement)
    await expect(migrate(empty.owner, { migrations: [dish, concurrent] })).rejects.toMatchObject({ code })
    expect(await indexes()).toEqual([])
  })
})

describe('migration files', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tiffin-migrations-'))
    return () => rmSync(folder, { recursive: true })
  })
  it.each([
    ['a gap in their numbers', ['0001-a.sql', '0003-c.sql'], '0003-c.sql: the number of this migration must be 0002'],
    ['a duplicate number', ['0001-a.sql', '0001-b.sql'], '0001-b.sql: the number of this migration must be 0002'],
    ['no number', ['0001-a.sql', 'more.sql'], 'more.sql: the number of this migration must be 0002'],
  ])('are refused with %s', (_, files, message) => {
    for (const file of files) writeFileSync(path.join(folder, file), '')
    expect(() => readMigrations(folder)).toThrow(message)
  })

  it.each([
    ['an index that can’t be rebuilt', 'create index concurrently on dish (name);', 'if not exists <name>'],
    ['an index that blocks writes', 'create index if not exists dish_name on dish (name);', 'concurrently'],
    ['a function', 'create function one() returns int language sql as $$ select 1 $$;', 'in a transaction'],
  ])('are refused outside a transaction with %s', (_, statement, message) => {
    expect(() => parseMigration('0002-x.sql', `-- outside a transaction\n${statement}\n`)).toThrow(message)
  })

  it('have the same hash with Windows line ends', () => {
    expect(parseMigration('0001-a.sql', 'select 1;\r\n').hash).toBe(parseMigration('0001-a.sql', 'select 1;\n').hash)
  })
})

describe('refuses a role that is too powerful', () => {
  const judge = async (url: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      await assertLimitedRole(client)
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
