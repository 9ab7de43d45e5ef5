import { boardLevel, visibleMerchants } from '@tiffin/core/rules'
import { type Calls, apiError, entities } from '@tiffin/sdk/contract'
import type { CompanyCall } from '#server/context'
import { makeChange } from '#engine/change'
import type { Change, WireRow } from '#engine/change-info'
import { changeInfo } from '#engine/change-of-call'
import { hashSecret } from '#sessions/credentials'

/** Lease time of a ticket in seconds. */
export const LEASE_SECONDS = 30
/** How long a board counts as running after its last report, in seconds. */
export const OFFER_SECONDS = 45
export type PrintCalls = Calls['Print']

export async function writeJob(change: Change, key: number, set: WireRow): Promise<WireRow> {
  const [row] = await change.update(entities.print_job, [{ key, set }])
  if (!row) throw apiError('not_found')
  return row
}

/** Stores the secret of the latest claim; outside the history, which staff can read. */
export async function storeLease(change: Change, job: number, lease: string | undefined): Promise<void> {
  await change.tx.sql(
    lease === undefined
      ? 'delete from print_lease where company = $1 and print_job = $2 and $3::bytea is null'
      : `insert into print_lease (company, print_job, secret_hash) values ($1, $2, $3)
         on conflict (company, print_job) do update set secret_hash = excluded.secret_hash`,
    [change.info.company, job, lease === undefined ? null : hashSecret(lease)],
  )
}

/** Whether this is the secret of the latest claim. */
export async function holdsLease(
  change: Change,
  { print_job_id, lease }: { print_job_id: number; lease?: string | undefined },
): Promise<boolean> {
  if (lease === undefined) return false
  const found = await change.tx.sql('select from print_lease where company = $1 and print_job = $2 and secret_hash = $3', [
    change.info.company,
    print_job_id,
    hashSecret(lease),
  ])
  return found.length > 0
}

/** The name of a board; after the `#` comes the id of its program run. */
export const nameOf = (console: string): string => console.split('#', 1)[0] ?? ''

/** The merchants among these whose orders the user may change, because printing marks them; null means all. */
export function printable(call: CompanyCall, merchants: readonly number[] | undefined): readonly number[] | null {
  const actor = call.session.actor
  const seen = visibleMerchants(actor, 'board')
  if (seen === 'all') return merchants ?? null
  const own = seen.filter((merchant) => boardLevel(actor, merchant) === 2)
  return merchants?.filter((id) => own.includes(id)) ?? own
}

/** Runs the change of a print call in the company of the call. */
export function changing<T>(call: CompanyCall, work: (change: Change) => Promise<T>) {
  return makeChange(call.db, call.feed, changeInfo(call), work)
}
