import { entities, type PrintJob, type PrintPurpose, type PrintState } from '@tiffin/sdk/contract'
import type { Change, WireRow } from '#engine/change-info'
import { isClaimed, isWaiting, type Job, JOB, withdraw } from './tickets.ts'

/**
 * Seconds that a console waits after failing to start a ticket, so that others can take it; after the last delay a
 * user must act.
 */
export const RETRY_DELAYS = [5, 15, 45, 120]

type Claimed = Pick<PrintJob, 'print_job_id' | 'order' | 'purpose' | 'attempt' | 'copy'>

/** Purposes of later tickets that replace a ticket. No CHANGED replaces another, because each has different content. */
const supersededBy: Readonly<Record<PrintPurpose, readonly PrintPurpose[]>> = {
  kitchen: ['kitchen', 'cancelled'],
  cancelled: ['kitchen', 'cancelled'],
  receipt: ['receipt'],
  changed: [],
}

/**
 * Handles a claimed ticket that was not sent at all: requeues it, or finally marks it `failed`. If a newer ticket
 * replaces it, it is not printed any more: it would be printed after its own COPY or CANCELLED. `now` in ms.
 */
export async function requeueOrFail(change: Change, job: Claimed, now: number): Promise<WireRow> {
  const later = await change.tx.sql<Job>(
    `select ${JOB} from print_job where company = $1 and "order" = $2 and print_job_id > $3
     and state not in ('expired', 'dismissed') order by print_job_id for update`,
    [change.info.company, job.order, job.print_job_id],
  )
  const instead = later.findLast(({ purpose }) => supersededBy[job.purpose].includes(purpose))
  if (!later.some((item) => item.purpose === job.purpose && isClaimed(item)) && !(await hasEarlier(change, job)))
    await correctLaterTickets(change, job, later, instead)
  if (instead) return { state: 'expired', retry_at: null }
  const pause = RETRY_DELAYS[job.attempt - 1]
  if (pause === undefined) return { state: 'failed', retry_at: null }
  return { state: 'queued', retry_at: new Date(now + pause * 1000).toISOString() }
}

/** Whether there may be an earlier paper ticket of this purpose. */
async function hasEarlier(change: Change, job: Claimed): Promise<boolean> {
  if (job.copy === 1) return true
  const [row] = await change.tx.sql<{ any: boolean }>(
    `select $3 = 'kitchen' and o.print <> 0 or exists (select from print_job p where p.company = $1 and p."order" = $2
       and p.purpose = $3 and p.print_job_id < $4 and p.state in ('claimed', 'sending', 'unknown', 'printed')) as any
     from "order" o where o.company = $1 and o.order_id = $2`,
    [change.info.company, job.order, job.purpose, job.print_job_id],
  )
  return row?.any === true
}

/**
 * Corrects tickets that assumed this one was printed: its copy becomes the first, and its cancellation or changes are not
 * needed.
 */
async function correctLaterTickets(change: Change, job: Claimed, later: readonly Job[], instead: Job | undefined): Promise<void> {
  const first = instead?.purpose === job.purpose ? instead : undefined
  if (job.purpose === 'kitchen')
    await withdraw(
      change,
      later.filter((other) => other !== first && other.purpose !== 'receipt'),
    )
  if (first && isWaiting(first)) await change.update(entities.print_job, [{ key: first.print_job_id, set: { copy: 0 } }])
}

/**
 * Handles jobs whose console went silent: requeues them if no byte can have been sent, otherwise marks them
 * `unknown` for staff to decide (KDS-12).
 */
export async function expireLeases(change: Change): Promise<void> {
  const rows = await change.tx.sql<Claimed & { state: PrintState; now: number }>(
    `select print_job_id, "order", purpose, state, attempt, copy, extract(epoch from now())::float8 * 1000 as now from print_job
     where company = $1 and state in ('claimed', 'sending') and lease_until < now() order by print_job_id for update skip locked`,
    [change.info.company],
  )
  for (const row of rows) {
    const next = row.state === 'sending' ? { state: 'unknown' } : await requeueOrFail(change, row, row.now)
    const set = { ...next, error: 'The console stopped responding', lease_until: null }
    await change.update(entities.print_job, [{ key: row.print_job_id, set }])
  }
}

/**
 * Returns the end of a lease that starts now, by the database's clock, which is also used to check it. Queues a job
 * that notices the end even if no console asks for work again.
 */
export async function startLease(change: Change, job: number, seconds: number): Promise<string> {
  const [row] = await change.tx.sql<{ until: string }>(
    `select to_char(u.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until,
       jobs.add('expire_leases', json_build_object('company', $1::bigint), u.at + interval '1 second', $2)
     from (select now() + make_interval(secs => $3) as at) u`,
    [change.info.company, `lease:${job}`, seconds],
  )
  return row?.until ?? ''
}
