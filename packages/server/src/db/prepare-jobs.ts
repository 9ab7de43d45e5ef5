import { runMigrations } from 'graphile-worker'
import { Client } from 'pg'
import { quote } from './columns.ts'
import { quietLogger } from './job-logger.ts'

/** The schema with the application's only function for queueing jobs; the application has no access to the queue's tables. */
const statements = [
  `create schema if not exists jobs`,
  `create or replace function jobs.add(task text, payload json, run_at timestamptz, job_key text) returns void
    language sql security definer set search_path = pg_catalog, pg_temp as $$
    select graphile_worker.add_job(task, payload, run_at => run_at, job_key => job_key) $$`,
  `revoke all on function jobs.add(text, json, timestamptz, text) from public`,
  `grant usage on schema jobs to tiffin_app`,
  `grant execute on function jobs.add(text, json, timestamptz, text) to tiffin_app`,
]

/** Creates the queue's tables, owned by `tiffin_worker`, unless they exist. */
export async function prepareJobs(urls: { owner: string; worker: string }): Promise<void> {
  await withClient(urls.owner, async (owner) => {
    const { rows } = await owner.query<{ name: string; lock: unknown }>(
      'select current_database() as name, pg_advisory_lock(7305117203) as lock',
    )
    await owner.query(`grant create on database ${quote(rows[0]?.name ?? '')} to tiffin_worker`)
    await runMigrations({ connectionString: urls.worker, logger: quietLogger() })
    await withClient(urls.worker, async (worker) => {
      for (const statement of statements) await worker.query(statement)
    })
  })
}

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'tiffin jobs' })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
