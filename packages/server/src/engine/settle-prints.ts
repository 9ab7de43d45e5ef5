import { entities, type PrintJob } from '@tiffin/sdk/contract'
import type { Change } from './change.ts'
import type { WireRow } from './change-info.ts'

/** Seconds for which a console leaves a ticket to others that it could not begin; with no pause left a person must look. */
export const PAUSES = [5, 15, 45, 120]

/** What becomes of a ticket of which no byte was sent: the queue again, in the end `failed`. `now` in ms. */
export function afterFailure({ attempt }: Pick<PrintJob, 'attempt'>, now: number): WireRow {
  const pause = PAUSES[attempt - 1]
  if (pause === undefined) return { state: 'failed', retry_at: null }
  return { state: 'queued', retry_at: new Date(now + pause * 1000).toISOString() }
}

/**
 * Puts jobs whose console has gone silent where they belong: back into the queue if no byte can have been sent, else
 * before a person's eyes as `unknown` (KDS-12).
 */
export async function settleEnded(change: Change): Promise<void> {
  const rows = await change.tx.sql<Pick<PrintJob, 'print_job_id' | 'state' | 'attempt'> & { now: number }>(
    `select print_job_id, state, attempt, extract(epoch from now())::float8 * 1000 as now from print_job
     where company = $1 and state in ('claimed', 'sending') and lease_until < now() order by print_job_id for update skip locked`,
    [change.info.company],
  )
  if (rows.length === 0) return
  await change.update(
    entities.print_job,
    rows.map((row) => {
      const next = row.state === 'sending' ? { state: 'unknown' } : afterFailure(row, row.now)
      return { key: row.print_job_id, set: { ...next, error: 'The console has gone silent', lease_until: null } }
    }),
  )
}

/**
 * End of a lease that begins now, by the database's clock, which also judges it; a job notices it even if no console asks
 * for work again.
 */
export async function startLease(change: Change, job: number, seconds: number): Promise<string> {
  const [row] = await change.tx.sql<{ until: string }>(
    `select to_char(u.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until,
       jobs.add('settle_prints', json_build_object('company', $1::bigint), u.at + interval '1 second', $2)
     from (select now() + make_interval(secs => $3) as at) u`,
    [change.info.company, `lease:${job}`, seconds],
  )
  return row?.until ?? ''
}
