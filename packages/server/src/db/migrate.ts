import { Client } from 'pg'
import { type Migration, migrations } from './migrations/index.ts'

/** Two processes may start at once: the second one waits here until the first has finished. */
const LOCK = 7_305_117_201

/** Where the steps that a database has taken are noted. */
export const versionTable = [
  `create table if not exists schema_version (version integer primary key, name text not null, applied timestamptz not null default now())`,
  `grant select on schema_version to tiffin_app, tiffin_worker`,
]

/**
 * Brings the database to the newest step, each step in a transaction of its own.
 * @param ownerUrl connection of the role `tiffin_owner`, to which everything belongs
 * @returns the versions that were applied now
 */
export async function migrate(ownerUrl: string, steps: Migration[] = migrations): Promise<number[]> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'tiffin migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    for (const statement of versionTable) await client.query(statement)
    const { rows } = await client.query<{ version: number }>('select version from schema_version')
    const present = new Set(rows.map((row) => row.version))
    const newest = Math.max(0, ...steps.map((step) => step.version))
    const ahead = rows.find((row) => row.version > newest)
    if (ahead) {
      throw Object.assign(
        new Error(`The database is at step ${ahead.version}, newer than this program knows (${newest}): please update Tiffin.`),
        { code: 'database_newer' },
      )
    }
    const applied: number[] = []
    for (const step of steps.filter((candidate) => !present.has(candidate.version))) {
      await apply(client, step)
      applied.push(step.version)
    }
    return applied
  } finally {
    await client.end()
  }
}

async function apply(client: Client, step: Migration): Promise<void> {
  await client.query('begin')
  try {
    for (const statement of step.statements()) {
      await client.query(statement).catch((error: unknown) => {
        const text = error instanceof Error ? error.message : String(error)
        throw new Error(`Step ${step.version} (${step.name}) of the database failed: ${text}\n${statement}`, { cause: error })
      })
    }
    await client.query('insert into schema_version (version, name) values ($1, $2)', [step.version, step.name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
