import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'
import { Client } from 'pg'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const usual = 'postgres://postgres@127.0.0.1:5432/postgres'

/** A PostgreSQL 15 or newer that is not ours: the given one, one on the usual port, or Debian's, installed by root. */
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

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

it(
  'the tests of the server and of backups pass on a PostgreSQL of the person’s own, 15 or newer',
  { timeout: 900_000 },
  async () => {
    const url = await foreignServer()
    const parts = ['engine', 'calls', 'live', 'seed', 'backup', 'db/migrate', 'db/row'].map(
      (part) => `packages/server/src/${part}`,
    )
    const run = spawnSync('npx', ['vitest', 'run', '--reporter=dot', ...parts], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, TEST_DATABASE_ADMIN_URL: url, TIFFIN_TESTS: 'usual', NO_COLOR: '1', FORCE_COLOR: '0' },
    })
    expect(run.stdout.slice(-3000)).toMatch(/Tests\s+\d+ passed/)
    expect(run.status).toBe(0)
  },
)
