import { isCancelled } from '@tiffin/core/rules'
import { entities, type Order, type OrderStatus, type PrintJob, type PrintPurpose, type PrintState } from '@tiffin/sdk/contract'
import type { Change, WireRow } from '#engine/change-info'

/**
 * Queues the tickets that a change of status asks for: a kitchen ticket on entering a status with the print flag, once
 * per order (AMB-108), and CANCELLED where a ticket exists (KDS-23). Of a move that is taken back only the cancelling counts.
 * An order that comes back open gets the ticket that its cancelling withdrew, or one anew where its paper says CANCELLED.
 */
export async function queueTickets(
  change: Change,
  { order, from, to, undo = false }: { order: Order; from: OrderStatus | undefined; to: OrderStatus; undo?: boolean },
): Promise<void> {
  const cancelled = isCancelled(to)
  const returns = from !== undefined && isCancelled(from) && !cancelled
  if (to.print !== 1 && !cancelled && !returns) return
  const jobs = await lockJobs(change, order)
  const kitchen = jobs.filter(({ purpose, state }) => purpose === 'kitchen' && state !== 'expired')
  if (cancelled) {
    if (isOnPaper(order, jobs)) await queue(change, order, 'cancelled')
    // What was never begun need not be printed any more.
    else await withdraw(change, jobs)
    return
  }
  // Paper that says CANCELLED would now be wrong.
  const cancellations = jobs.filter(({ purpose }) => purpose === 'cancelled')
  if (returns) await withdraw(change, cancellations)
  const lastTicket = kitchen.at(-1)?.print_job_id ?? 0
  const isTold = cancellations.some((job) => maybeOnPaper(job) && job.print_job_id > lastTicket)
  if (returns && isTold && to.done !== 1) {
    await queue(change, order, 'kitchen', 1)
    return
  }
  const wasWithdrawn = jobs.some(({ purpose, state }) => purpose === 'kitchen' && state === 'expired')
  // An order that is new again gets its ticket when it is accepted.
  const isMissed = returns && wasWithdrawn && to.done !== 1 && (undo || to.created !== 1)
  const wanted = isMissed || (!undo && to.print === 1)
  if (wanted && order.print === 0 && kitchen.length === 0) await queue(change, order, 'kitchen')
}

export type Job = Pick<PrintJob, 'print_job_id' | 'purpose' | 'state' | 'copy' | 'content'>
export const JOB = 'print_job_id, purpose, state, copy, content'

const paperStates: ReadonlySet<string> = new Set<PrintState>(['claimed', 'sending', 'unknown', 'printed'])
/** States of tickets that may be on paper, or may come to be at any moment. */
export const isTaken = ({ state }: Pick<Job, 'state'>): boolean => paperStates.has(state)
/** Whether a ticket may be on paper, or the one before it of which it is the copy, however that was settled. */
export const maybeOnPaper = (job: Pick<Job, 'state' | 'copy'>): boolean => isTaken(job) || job.copy === 1
/** Whether a ticket waits for a console or for a person, with no byte of it sent. */
export const isWaiting = ({ state }: Pick<Job, 'state'>): boolean => state === 'queued' || state === 'failed'

/** All tickets of a locked order, locked too, so that no console begins with one meanwhile. */
export const lockJobs = (change: Change, { company, order_id }: Pick<Order, 'company' | 'order_id'>): Promise<Job[]> =>
  change.tx.sql<Job>(`select ${JOB} from print_job where company = $1 and "order" = $2 order by print_job_id for update`, [
    company,
    order_id,
  ])

/** Whether a kitchen has paper of the order, as far as anybody knows. */
export const isOnPaper = (order: Pick<Order, 'print'>, jobs: readonly Job[]): boolean =>
  order.print !== 0 || jobs.some((job) => job.purpose === 'kitchen' && maybeOnPaper(job))

/** Of a deleted order nothing more is printed but that it is void, where a kitchen has it and is `cooking` it. */
export async function voidTickets(change: Change, order: Order, cooking: boolean): Promise<void> {
  const jobs = await lockJobs(change, order)
  await withdraw(
    change,
    jobs.filter(({ purpose }) => purpose !== 'cancelled'),
  )
  if (cooking && isOnPaper(order, jobs)) await queue(change, order, 'cancelled')
}

const queue = (change: Change, order: Order, purpose: PrintPurpose, copy: 0 | 1 = 0): Promise<WireRow[]> =>
  change.insert(entities.print_job, [{ company: order.company, merchant: order.merchant, order: order.order_id, purpose, copy }])

/** Those of these tickets that wait are not printed any more. */
export async function withdraw(change: Change, jobs: readonly Job[]): Promise<void> {
  const waiting = jobs.filter(isWaiting)
  if (waiting.length > 0)
    await change.update(
      entities.print_job,
      waiting.map((job) => ({ key: job.print_job_id, set: { state: 'expired' } })),
    )
}
