import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { normalLogin } from '@tiffin/core/rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tables } from '#db/columns'
import { internalFunctions } from '#db/internal-tables'
import { migrate } from '#db/migrate'
import { migrations } from '#db/migrations/index'
import { refuseStrongRole } from '#db/roles'
import { registrySchema } from '#db/schema'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { full } from '#server/test/full'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** What a database says of the tables of the registry and their searches, a line for each thing. */
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

/** Made by hand beside what the registry says. */
const distinctDomain = (field: string): string =>
  `CREATE UNIQUE INDEX ON public.company USING btree (regexp_replace(rtrim(regexp_replace(lower(${field}), '^https?://'::text, ''::text), './'::text), '^www[.]'::text, ''::text)) WHERE (${field} <> ''::text)`
const byHand = [
  distinctDomain('domain'),
  distinctDomain('domain_config'),
  'CREATE UNIQUE INDEX ON public.admin USING btree (lower(NORMALIZE(login, NFKC)))',
  'CREATE UNIQUE INDEX ON public.promocode USING btree (company, lower(code))',
  `CREATE INDEX ON public."order" USING btree (company, lower(promocode)) WHERE (promocode <> ''::text)`,
]

/** Lines that only the registry, or only the migrated database has, and how to make the tables that it lacks. */
async function differences(registry: Client, migrated: (text: string, values: unknown[]) => Promise<{ line: string }[]>) {
  const names = tables().map(({ name }) => name)
  const wanted = new Set((await registry.query<{ line: string }>(described, [names])).rows.map(({ line }) => line))
  const found = new Set((await migrated(described, [names])).map(({ line }) => line))
  const isMade = new Set([...found].map((line) => line.split(' ')[0]))
  return {
    'only in the registry': [...wanted].filter((line) => !found.has(line)).toSorted(),
    'only in the database': [...found].filter((line) => !wanted.has(line) && !byHand.includes(line)).toSorted(),
    'statements of new tables': registrySchema(tables().filter(({ name }) => !isMade.has(name))),
  }
}
const none = { 'only in the registry': [], 'only in the database': [], 'statements of new tables': [] }

/** The hashes of steps that were released. */
const released: Readonly<Record<number, string>> = {
  1: 'a9e57426fcd04bd2',
  2: 'b1ec00128638a5bf',
  3: '0bb582c7ee7adffc',
  4: 'c6a08480f633413c',
  5: 'd36c41394ae7f819',
  6: '263d0ea50a4170d6',
  7: 'b9a618bade220e5f',
  8: '37198a224f1bc514',
  9: '6bbc5371011ce2cd',
}

describe('the migrated database', () => {
  it('equals what the registry declares, in columns, defaults, keys, references, indexes, row-level security, rights and searches', async () => {
    const empty = await createEmptyDatabase()
    const registry = new Client({ connectionString: empty.owner })
    try {
      await registry.connect()
      for (const extension of ['pg_trgm', 'btree_gin']) await registry.query(`create extension ${extension}`)
      for (const statement of [...internalFunctions, ...registrySchema()]) await registry.query(statement)
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

  it.each(migrations.filter(({ version }) => version in released))(
    'has step $version, $name, as it was released',
    ({ version, statements }) => {
      const hash = createHash('sha256').update(JSON.stringify(statements())).digest('hex')
      const changed = `Step ${version} of the database has been released: take its change back and write a step of its own`
      expect(hash.slice(0, 16), changed).toBe(released[version])
    },
  )

  it('has indexes of which none is the beginning of another', async () => {
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
})

full.it('two processes that start at once migrate once', async () => {
  const empty = await createEmptyDatabase()
  try {
    const applied = await Promise.all([migrate(empty.owner), migrate(empty.owner), migrate(empty.owner)])
    expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([migrations.map(({ version }) => version), [], []])
  } finally {
    await empty.drop()
  }
})

full.it('LIST-01: a database that was made before payments were searched learns it', async () => {
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

it('PROMO-03: codes that were told apart by case or blanks alone get their key behind them, and their orders go along', async () => {
  const old = await createEmptyDatabase()
  const client = new Client({ connectionString: old.owner })
  try {
    await migrate(
      old.owner,
      migrations.slice(
        0,
        migrations.findIndex(({ name }) => name === 'plain promo codes'),
      ),
    )
    await client.connect()
    // Only the codes matter here, not what they and their orders point to.
    for (const table of ['promocode', '"order"'])
      await client.query(
        `do $$ declare c text; begin for c in select conname from pg_constraint where conrelid = '${table}'::regclass and contype = 'f'
         loop execute format('alter table ${table} drop constraint %I', c); end loop; end $$`,
      )
    const long = 'L'.repeat(100)
    const codes = ['SUMMER', ' Summer', 'summer', 'other\u200b', ' ', 'other ', '\u00a0\u200b', 'summer-3', long, `${long} `]
    for (const [index, code] of codes.entries())
      await client.query(
        `insert into promocode (promocode_id, company, code, creator, date_start, date_finish, date_create, date_update) overriding system value
        values ($1, 1, $2, 1, now(), now(), now(), now())`,
        [index + 1, code],
      )
    await client.query(
      `insert into "order" (company, "user", merchant, order_status, admin, fee, time_create, last_time, time_finish, promocode)
       values (1, 1, 1, 1, 1, 0, now(), now(), now(), ' Summer')`,
    )
    const scans = async () => {
      await client.query('select pg_stat_clear_snapshot()')
      const { rows } = await client.query<{ n: number }>(
        `select (seq_scan + idx_scan)::int as n from pg_stat_user_tables where relname = 'order'`,
      )
      return rows[0]?.n ?? 0
    }
    await client.query(
      `insert into promocode (promocode_id, company, code, creator, date_start, date_finish, date_create, date_update)
       overriding system value select 100 + g, 2, 'Bulk' || g || ' ', 1, now(), now(), now(), now() from generate_series(1, 50) g`,
    )
    const earlier = await scans()
    await migrate(old.owner)
    // Not one for each code that is renamed.
    expect((await scans()) - earlier).toBeLessThan(30)
    const { rows } = await client.query<{ code: string }>('select code from promocode where company = 1 order by promocode_id')
    expect(rows.map(({ code }) => code)).toEqual([
      'SUMMER',
      'Summer-2',
      'summer-3-3',
      'other-4',
      'code-5',
      'other',
      'code-7',
      'summer-3',
      long,
      `${'L'.repeat(97)}-10`,
    ])
    expect((await client.query('select promocode from "order"')).rows).toEqual([{ promocode: 'Summer-2' }])
    await client.query(`begin; set local tiffin.company = '1'`)
    expect((await client.query(`select orders_with_code('sUMMER-2') as key`)).rows).toHaveLength(1)
    await client.query(`set local tiffin.company = '2'`)
    expect((await client.query(`select orders_with_code('sUMMER-2') as key`)).rows).toEqual([])
    await client.query('commit')
    await expect(client.query(`update promocode set code = 'sUMMER' where promocode_id = 2`)).rejects.toThrow(/unique/)
  } finally {
    await client.end()
    await old.drop()
  }
})

full.it('REF-14: of several levels of access with one number the first stays', async () => {
  const old = await createEmptyDatabase()
  const client = new Client({ connectionString: old.owner })
  try {
    const at = migrations.findIndex(({ name }) => name === 'one access level a number')
    await migrate(old.owner, migrations.slice(0, at))
    await client.connect()
    await client.query(`insert into access (access, name) values (1, 'View'), (2, 'Edit'), (1, 'Look')`)
    await migrate(old.owner)
    expect((await client.query('select name from access order by access')).rows).toEqual([{ name: 'View' }, { name: 'Edit' }])
  } finally {
    await client.end()
    await old.drop()
  }
})

full.it('logins that one person could take for another get their key behind them, and each is in its normal form', async () => {
  const old = await createEmptyDatabase()
  const client = new Client({ connectionString: old.owner })
  try {
    const at = migrations.findIndex(({ name }) => name === 'plain logins')
    await migrate(old.owner, migrations.slice(0, at))
    await client.connect()
    await client.query(`insert into admin_status (id) values (1); insert into role (id) values (2)`)
    const logins = ['Owner ', 'owner', 'own\u200Ber', '\u200B', 'STRASSE', 'straße', 'МАША', 'anna\u00A0 b', 'ｏｗｎｅｒ']
    for (const login of logins) await client.query('insert into admin (login) values ($1)', [login])
    await migrate(old.owner)
    const { rows } = await client.query<{ login: string }>('select login from admin order by admin_id')
    const kept = ['owner-1', 'owner', 'owner-3', 'login-4', 'strasse', 'strasse-6', 'маша', 'anna b', 'owner-9']
    expect(rows.map(({ login }) => login)).toEqual(kept)
    expect(kept.map(normalLogin)).toEqual(kept)
  } finally {
    await client.end()
    await old.drop()
  }
})

describe('a database of before', () => {
  /** As it was before the named step, with what `arrange` puts in; gives what `read` finds after all steps. */
  async function upgraded(name: string, arrange: string[], read: string): Promise<object[]> {
    const old = await createEmptyDatabase()
    const client = new Client({ connectionString: old.owner })
    try {
      const at = migrations.findIndex((step) => step.name === name)
      expect(at).toBeGreaterThan(0)
      await migrate(old.owner, migrations.slice(0, at))
      await client.connect()
      // A few rows are enough: what they point to need not be there.
      await client.query(`do $$ declare one record; begin
        for one in select conrelid::regclass as owner, conname as name from pg_constraint where contype = 'f' and conparentid = 0
        loop execute format('alter table %s drop constraint %I', one.owner, one.name); end loop;
      end $$`)
      for (const statement of arrange) await client.query(statement)
      await migrate(old.owner)
      return (await client.query<object>(read)).rows
    } finally {
      await client.end()
      await old.drop()
    }
  }

  it('a customer gets back the bonus that a cancelled order still holds, and no other', async () => {
    const status = (id: number, number: number, done: number, name: string) =>
      `insert into order_status (order_status_id, company, status, merchant, done, value)
       values (${id}, 1, ${number}, ${number > 0 ? 2 : 0}, ${done}, '{"en":"${name}"}')`
    const order = (at: number, bonus: number, deleted = 0) =>
      `insert into "order" (company, "user", merchant, admin, order_status, bonus, "delete") values (1, 1, 1, 1, ${at}, ${bonus}, ${deleted})`
    const customers = `insert into "user" (user_id, company, bonus_score) values (1, 1, 6), (2, 1, 3)`
    const found = await upgraded(
      'bonus of cancelled orders',
      [
        customers,
        status(1, 1, 0, 'New'),
        status(2, -1, 0, 'Cancelled'),
        status(3, 5, 1, 'Done'),
        order(2, 4),
        order(2, 0.5),
        order(2, 7, 1),
        order(1, 8),
        order(3, 9),
      ],
      'select user_id::int, bonus_score from "user" order by 1',
    )
    expect(found).toEqual([
      { user_id: 1, bonus_score: '10.50' },
      { user_id: 2, bonus_score: '3.00' },
    ])
  })

  it('MOON-02: receipts keep who was signed in and by which program, and not an English text', async () => {
    const receipt = (order: number, console: string) =>
      `insert into order_receipt (company, order_id, console) values (1, ${order}, '${console}')`
    const found = await upgraded(
      'receipts by session',
      [receipt(1, 'ann (web)'), receipt(1, 'ann (terminal)'), receipt(2, 'Grill (left)')],
      'select order_id::int, console, app, session::int from order_receipt order by 1, 3',
    )
    expect(found).toEqual([
      { order_id: 1, console: 'ann', app: 'tui', session: 0 },
      { order_id: 1, console: 'ann', app: 'web', session: 0 },
      { order_id: 2, console: 'Grill (left)', app: '', session: 0 },
    ])
  })

  it('MOON-01: changes know how many records they are about', async () => {
    const row = (table: string, key: string) =>
      `insert into audit_row (change_id, company, table_name, row_key, action) values (7, 1, '${table}', '${key}', 'Update')`
    const found = await upgraded(
      'records of a change',
      [
        `insert into change (change_id, company) values (7, 1), (8, 1)`,
        row('cuisine', '1'),
        row('cuisine', '1'),
        row('cuisine', '2'),
        row('user', '1'),
      ],
      'select records from change order by change_id',
    )
    expect(found).toEqual([{ records: { cuisine: 2, user: 1 } }, { records: {} }])
  })

  it('a person of a company loses the routes of the administrator area that the platform did not give', async () => {
    const found = await upgraded(
      'administrator routes from the platform alone',
      [
        `insert into admin (admin_id, login, role) values (1, 'owner', 2), (2, 'platform', 1)`,
        `insert into membership (company, admin, company_role, navigation) values
         (1, 1, 1, '["Company-Order", "Administrator-Dictionary", "Company-User"]'), (1, 2, 1, '["Administrator-Dictionary"]'),
         (2, 1, 1, '["Administrator-Dictionary"]')`,
      ],
      'select admin::int, navigation from membership order by company, admin',
    )
    expect(found).toEqual([
      { admin: 1, navigation: ['Company-Order', 'Company-User'] },
      { admin: 2, navigation: ['Administrator-Dictionary'] },
      { admin: 1, navigation: [] },
    ])
  })
})
