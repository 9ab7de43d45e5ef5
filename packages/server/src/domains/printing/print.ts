import { boardLevel, isCancelled } from '@tiffin/core/rules'
import { apiError, entities, type Order, type PrintJob, type PrintPurpose } from '@tiffin/sdk/contract'
import type { CompanyCall, Handler } from '#server/context'
import type { Change, WireRow } from '#engine/change-info'
import { hasReadScope } from '#engine/read-scope'
import { assertEnabled } from '#tenant/company-state'
import { readStatuses } from '#domains/statuses/read-statuses'
import { type Job, lockJobs, possiblyPrinted } from './tickets.ts'
import { requeueOrFail, startLease } from './expire-leases.ts'
import { changing, holdsLease, LEASE_SECONDS, nameOf, type PrintCalls, writeJob } from './print-change.ts'

export const begin: Handler<PrintCalls['begin']> = (input, call) =>
  changeJob(call, async (change) => {
    const order = await lockOrderOf(change, input.print_job_id)
    const job = await lockClaimedJob(change, call, input, ['claimed'])
    checkMayPrint(call, job.merchant)
    await assertNotCancelled(change, job, order, input.revision)
    const lease_until = await startLease(change, job.print_job_id, input.lease_seconds ?? LEASE_SECONDS)
    return writeJob(change, job.print_job_id, { state: 'sending', lease_until })
  })

export const confirm: Handler<PrintCalls['confirm']> = (input, call) =>
  changeJob(call, async (change) => {
    const order = await lockOrderOf(change, input.print_job_id)
    // A confirmation after the lease has expired is still valid, unless someone has decided otherwise.
    const job = await lockClaimedJob(change, call, input, ['sending', 'unknown'])
    await markPrinted(change, job.admin, job.purpose, order)
    return writeJob(change, job.print_job_id, { state: 'printed', printed: call.now().toISOString(), lease_until: null })
  })

export const fail: Handler<PrintCalls['fail']> = (input, call) =>
  changeJob(call, async (change) => {
    // Staff at the printer know that nothing was printed, even after the lease has expired.
    const job = await lockClaimedJob(change, call, input, ['claimed', 'sending', 'unknown'])
    const next = input.bytes_sent > 0 ? { state: 'unknown' } : await requeueOrFail(change, job, call.now().getTime())
    return writeJob(change, job.print_job_id, { ...next, error: input.error, lease_until: null })
  })

export const request: Handler<PrintCalls['request']> = (input, call) =>
  changeJob(call, async (change) => {
    const order = (await change.lock(entities.order, [input.order_id])).get(input.order_id) as Order | undefined
    if (!order || order.delete === 1) throw apiError('not_found')
    checkMayPrint(call, order.merchant)
    await assertEnabled(change)
    const earlier = (await lockJobs(change, order)).filter(({ purpose }) => purpose === input.purpose)
    const repeated = input.purpose === 'changed' ? requestedJobs(earlier, input.print_job_id) : earlier
    await assertTrue(change, input.purpose, order, repeated)
    await settleAlarms(change, repeated)
    // Seeded and imported orders may be marked as printed without a job.
    const printed = input.purpose === 'kitchen' && order.print !== 0
    const copy = printed || repeated.some((job) => possiblyPrinted(job) || job.state === 'dismissed') ? 1 : 0
    const target = input.at ? { target: nameOf(input.at.console), printer: input.at.address } : {}
    const waiting = repeated.find(({ state }) => state === 'queued')
    // The request is for one ticket: a queued one is printed at once, whichever console failed before.
    if (waiting) return writeJob(change, waiting.print_job_id, { retry_at: call.now().toISOString(), copy, ...target })
    const content = repeated.at(-1)?.content ?? {}
    const [job] = await change.insert(entities.print_job, [
      {
        company: order.company,
        merchant: order.merchant,
        order: order.order_id,
        purpose: input.purpose,
        copy,
        content,
        // Marks it as requested: a held order's ticket does not wait for its start.
        retry_at: call.now().toISOString(),
        ...target,
      },
    ])
    return job as WireRow
  })

export const dismiss: Handler<PrintCalls['dismiss']> = (input, call) =>
  changeJob(call, async (change) => {
    const order = await lockOrderOf(change, input.print_job_id)
    const job = await lockJob(change, input.print_job_id)
    checkMayPrint(call, job.merchant)
    await assertEnabled(change)
    if (!['unknown', 'failed', 'queued'].includes(job.state)) throw apiError('lease_lost')
    // Dismissing an unknown ticket confirms that it is on paper.
    if (job.state === 'unknown') await markPrinted(change, call.session.admin_id, job.purpose, order)
    return writeJob(change, job.print_job_id, { state: 'dismissed', lease_until: null })
  })

/**
 * The mark means that the kitchen has its ticket and needs no other (AMB-108); a customer's receipt does not set it. It names
 * who printed the ticket first: a copy leaves it (AMB-107).
 */
async function markPrinted(
  change: Change,
  admin: number | null | undefined,
  purpose: PrintPurpose,
  { order_id, print }: Order,
): Promise<void> {
  if (purpose === 'kitchen' && print === 0) await change.update(entities.order, [{ key: order_id, set: { print: admin ?? 0 } }])
}

/** Each CHANGED ticket reports a different change. If there are several, takes the requested one, otherwise the last. */
function requestedJobs(jobs: readonly Job[], id: number | undefined): Job[] {
  const requested = jobs.find(({ print_job_id }) => print_job_id === id) ?? jobs.at(-1)
  return requested ? [requested] : []
}

/** Requesting the ticket again settles an unknown job; a failed one was never on paper. */
async function settleAlarms(change: Change, jobs: readonly Job[]): Promise<void> {
  for (const { print_job_id, state } of jobs)
    if (state === 'unknown' || state === 'failed')
      await writeJob(change, print_job_id, { state: state === 'unknown' ? 'dismissed' : 'expired' })
}

/**
 * A kitchen throws away the food of a CANCELLED ticket, so the ticket must be true.
 * @throws `nothing_to_print`
 */
async function assertTrue(change: Change, purpose: PrintPurpose, order: Order, earlier: readonly Job[]): Promise<void> {
  const isFalse =
    purpose === 'cancelled' ? !(await isInCancelledStatus(change, order)) : purpose === 'changed' && earlier.length === 0
  if (isFalse) throw apiError('nothing_to_print')
}

async function isInCancelledStatus(change: Change, order: Order): Promise<boolean> {
  const status = (await readStatuses(change.tx, order.company)).find((item) => item.order_status_id === order.order_status)
  return status !== undefined && isCancelled(status)
}

/** Tickets mark orders as printed, so view access is not enough. */
function checkMayPrint(call: CompanyCall, merchant: number): void {
  const level = boardLevel(call.session.actor, merchant)
  if (level === 0) throw apiError('not_found')
  if (level === 1) throw apiError('forbidden')
}

/** Moves, saves and requests lock an order before its tickets; the reverse order could deadlock with them. */
async function lockOrderOf(change: Change, job: number): Promise<Order> {
  const [found] = await change.tx.sql<{ order: number }>(
    `select "order" from print_job where company = $1 and print_job_id = $2`,
    [change.info.company, job],
  )
  const order = found && (await change.lock(entities.order, [found.order])).get(found.order)
  if (!order) throw apiError('not_found')
  return order as Order
}

/**
 * A ticket rendered before its order was cancelled would be printed after another console's CANCELLED and be cooked
 * (KDS-23). The console returns it, and the next version is marked CANCELLED.
 * @throws `order_cancelled`
 */
async function assertNotCancelled(change: Change, { purpose }: PrintJob, order: Order, drawn: number | undefined): Promise<void> {
  if (purpose === 'cancelled' || drawn === undefined || order.revision === drawn) return
  if (order.delete === 1 || (await isInCancelledStatus(change, order))) throw apiError('order_cancelled')
}

async function lockJob(change: Change, id: number): Promise<PrintJob> {
  const row = (await change.lock(entities.print_job, [id])).get(id)
  if (!row) throw apiError('not_found')
  return row as PrintJob
}

/**
 * The job, if this console holds it. Console names are not secret, so the lease is the proof. After a change of shift,
 * another user may be signed in at the console, perhaps without rights to the merchant. Without a lease, it must be
 * the same user.
 */
async function lockClaimedJob(
  change: Change,
  call: CompanyCall,
  input: { print_job_id: number; console: string; lease?: string | undefined },
  states: PrintJob['state'][],
): Promise<PrintJob> {
  const job = await lockJob(change, input.print_job_id)
  const isHolder = await holdsLease(change, input)
  if (!isHolder) checkMayPrint(call, job.merchant)
  const isSame = isHolder || job.admin === call.session.admin_id
  if (job.console !== input.console || !isSame || !states.includes(job.state)) throw apiError('lease_lost')
  return job
}

async function changeJob(call: CompanyCall, work: (change: Change) => Promise<WireRow>) {
  const { value } = await changing(call, work)
  return { data: { status: 'OK' as const, job: presentJob(call, value), server_lease_seconds: LEASE_SECONDS } }
}

/** The content of a ticket is that of its order, which an access token without the scope `read` must not get. */
function presentJob({ session }: CompanyCall, job: WireRow): WireRow {
  if (hasReadScope(session.actor)) return job
  const { print_job_id, order, purpose, state, revision } = job
  return { print_job_id, order, purpose, state, revision }
}
