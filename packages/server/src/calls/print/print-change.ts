import { boardLevel, visibleMerchants } from '@tiffin/core/rules'
import { type Calls, apiError, entities } from '@tiffin/sdk/contract'
import type { CompanyCall } from '#server/context'
import { type Change, makeChange } from '#engine/change'
import type { ChangeInfo, WireRow } from '#engine/change-info'

/** How long a console holds a ticket, in seconds. */
export const LEASE_SECONDS = 30
/** How long a board counts as running after it last said so, in seconds. */
export const OFFER_SECONDS = 45
export type PrintCalls = Calls['Print']

export async function writeJob(change: Change, key: number, set: WireRow): Promise<WireRow> {
  const [row] = await change.update(entities.print_job, [{ key, set }])
  if (!row) throw apiError('not_found')
  return row
}

/** What a board is called; behind the `#` stands which of its programs it is, which a new start makes anew. */
export const nameOf = (console: string): string => console.split('#', 1)[0] ?? ''

/** Of these merchants those whose orders the person may change, because printing marks them; null are all. */
export function printable(call: CompanyCall, merchants: readonly number[] | undefined): readonly number[] | null {
  const actor = call.session.actor
  const seen = visibleMerchants(actor, 'board')
  if (seen === 'all') return merchants ?? null
  const own = seen.filter((merchant) => boardLevel(actor, merchant) === 2)
  return merchants?.filter((id) => own.includes(id)) ?? own
}

/** Runs the change of a print call in the company acted for. */
export function changing<T>(call: CompanyCall, work: (change: Change) => Promise<T>) {
  const info: ChangeInfo = {
    admin: call.session.admin_id,
    company: call.company,
    app: call.app.name,
    device: call.app.device ?? '',
    idempotency: call.idempotencyKey === undefined ? undefined : { key: call.idempotencyKey, hash: call.requestHash },
  }
  return makeChange(call.db, call.feed, info, work)
}
