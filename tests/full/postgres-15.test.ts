import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'
import { Client } from 'pg'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const usual = 'postgres://postgres@127.0.0.1:5432/postgres'

/** An external PostgreSQL 15 or newer: the given one, one on the usual port, or Debian's, installed if run as root. */
async function foreignServer(): Promise<string> {
  const given = process.env['TEST_DATABASE_ADMIN_URL']
  if (given !== undefined) return given
  if (await answers(usual)) return usual
  if (process.getuid?.() !== 0) {
    throw new Error(
      'These tests need a PostgreSQL of your own: set TEST_DATABASE_ADMIN_URL to a connection that may make roles and databases.',
    )
  }
  execFileSync('bash', [
    '-c',
    `apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q postgresql &&
     sed -i 's/scram-sha-256/trust/' /etc/postgresql/*/main/pg_hba.conf && service postgresql restart`,
  ])
  if (!(await answers(usual))) throw new Error(`PostgreSQL was installed but does not answer at ${usual}.`)
  return usual
}

const answers = (url: string): Promise<boolean> =>
  readServer(url).then(
    () => true,
    () => false,
  )

/** Its version, such as 150004, and the number of transactions in the database where tests create theirs. */
async function readServer(url: string): Promise<{ version: number; made: number }> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; made: number }>(
      `select current_setting('server_version_num')::int as version, xact_commit::int as made
       from pg_stat_database where datname = 'postgres'`,
    )
    const [server] = rows
    if (!server) throw new Error(`The server at ${url} has no database "postgres".`)
    return server
  } finally {
    await client.end().catch(() => {})
  }
}

it('the tests of the server and of backups pass on an external PostgreSQL, 15 or newer', { timeout: 900_000 }, async () => {
  const url = await foreignServer()
  const before = await readServer(url)
  expect(before.version).toBeGreaterThanOrEqual(150_000)
  const parts = ['engine', 'domains', 'live', 'seed', 'backup', 'db/migrate', 'db/row'].map(
    (part) => `packages/server/src/${part}`,
  )
  const run = spawnSync('npx', ['vitest', 'run', '--reporter=dot', ...parts], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, TEST_DATABASE_ADMIN_URL: url, TIFFIN_TESTS: 'usual', NO_COLOR: '1', FORCE_COLOR: '0' },
  })
  expect(run.stdout.slice(-3000), run.stderr.slice(0, 5000)).toMatch(/Tests\s+\d+ passed/)
  expect(run.status).toBe(0)
  // Tests that used the embedded server would pass too.
  expect((await readServer(url)).made - before.made).toBeGreaterThan(50)
})
