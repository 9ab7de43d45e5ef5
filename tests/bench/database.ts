import path from 'node:path'
import { Client } from 'pg'
import { createTestDatabase, startEmbedded, type TestDatabase } from '@tiffin/server/test'

const root = path.resolve(import.meta.dirname, '..', '..')

/** Where the measured server and its large databases are kept between runs. */
export const benchHome = (): string => process.env['TIFFIN_BENCH_HOME'] ?? path.join(root, 'node_modules/.cache/tiffin-bench')

let server: Promise<Awaited<ReturnType<typeof startEmbedded>>> | undefined

/** A separate server with shipped settings, because the tests' server has fsync off; or the one set by the variable. */
async function adminUrl(): Promise<string> {
  const given = process.env['TIFFIN_BENCH_DATABASE']
  if (given !== undefined) return (process.env['TEST_DATABASE_ADMIN_URL'] = given)
  server ??= startEmbedded({ dataDir: path.join(benchHome(), 'postgresql') })
  const { adminUrl: url } = await server
  process.env['TEST_DATABASE_ADMIN_URL'] = url
  return url
}

export async function stopDatabase(): Promise<void> {
  await (await server)?.stop()
}

/** An empty, migrated database on the measured server. */
export async function createBenchDatabase(): Promise<TestDatabase> {
  await adminUrl()
  return createTestDatabase()
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export type Urls = TestDatabase['urls']

const renamed = (urls: Urls, name: string): Urls => {
  const at = (url: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href
  return { owner: at(urls.owner), app: at(urls.app), worker: at(urls.worker), admin: at(urls.admin) }
}

/**
 * A database filled once by `fill` and kept for later runs, until the schema or `recipe` changes; older ones with the same
 * name are dropped.
 */
export async function cachedDatabase(
  label: string,
  recipe: string,
  fill: (database: TestDatabase) => Promise<void>,
): Promise<Urls> {
  const database = await createBenchDatabase()
  const hash = await schemaHash(database, recipe)
  const name = `tiffin_bench_${label}_${hash}`
  const urls = renamed(database.urls, name)
  const postgres = renamed(database.urls, 'postgres').admin
  const kept = await withClient(postgres, async (admin) => {
    const { rows } = await admin.query<{ datname: string }>(`select datname from pg_database where datname like $1`, [
      `tiffin\\_bench\\_${label}\\_%`,
    ])
    for (const { datname } of rows.filter((row) => row.datname !== name))
      await admin.query(`drop database "${datname}" with (force)`)
    return rows.some(({ datname }) => datname === name)
  })
  if (kept) {
    await database.drop()
    return urls
  }
  process.stderr.write(`bench: filling the database "${label}", once …\n`)
  const started = Date.now()
  await fill(database)
  await withClient(postgres, async (admin) => {
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`, [
      database.name,
    ])
    await admin.query(`alter database "${database.name}" rename to "${name}"`)
    await admin.query('checkpoint')
  })
  await database.drop()
  process.stderr.write(`bench: filled in ${((Date.now() - started) / 1000).toFixed(0)} s\n`)
  return urls
}

/** Covers the migrations and their result: columns, indexes, functions and policies, as reported by the database. */
async function schemaHash(database: TestDatabase, recipe: string): Promise<string> {
  const [row] = await database.asOwner<{ hash: string }>(
    `select left(md5($1 || string_agg(line, E'\\n' order by line)), 10) as hash from (
       select concat_ws(' ', table_name, column_name, data_type, column_default) from information_schema.columns where table_schema = 'public'
       union all select indexdef from pg_indexes where schemaname = 'public'
       union all select concat_ws(' ', proname, prosrc) from pg_proc where pronamespace = 'public'::regnamespace
       union all select concat_ws(' ', tablename, policyname, qual, with_check) from pg_policies where schemaname = 'public'
       union all select hash from schema_version
     ) t(line)`,
    [recipe],
  )
  return row?.hash ?? ''
}
