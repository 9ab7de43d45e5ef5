import { isCancelled } from '@tiffin/core/rules'
import { entities, type Order, type OrderStatus, type PrintJob, type PrintPurpose, type PrintState } from '@tiffin/sdk/contract'
import type { Change, WireRow } from '#engine/change-info'

/**
 * Queues the tickets that a status change requires: a kitchen ticket on entering a status with the print flag, once
 * per order (AMB-108), and CANCELLED if a ticket exists (KDS-23). When a move is undone, only a cancellation counts,
 * and the ticket that the move queued is withdrawn if no console has started it.
 * A restored open order gets the ticket that its cancellation withdrew, or a new one if the printed one is marked CANCELLED.
 */
export async function queueTickets(
  change: Change,
  { order, from, to, undo = false }: { order: Order; from: OrderStatus | undefined; to: OrderStatus; undo?: boolean },
): Promise<void> {
  const cancelled = isCancelled(to)
  const isRestored = from !== undefined && isCancelled(from) && !cancelled
  const isUnaccepted = undo && from?.print === 1 && to.print !== 1
  if (to.print !== 1 && !cancelled && !isRestored && !isUnaccepted) return
  const jobs = await lockJobs(change, order)
  const kitchen = jobs.filter(({ purpose, state }) => purpose === 'kitchen' && state !== 'expired')
  if (cancelled) {
    if (isOnPaper(order, jobs)) await queue(change, order, 'cancelled')
    // A ticket that was never started is no longer needed.
    else await withdraw(change, jobs)
    return
  }
  if (isUnaccepted) await withdraw(change, kitchen)
  // A CANCELLED ticket would now be wrong.
  const cancellations = jobs.filter(({ purpose }) => purpose === 'cancelled')
  if (isRestored) await withdraw(change, cancellations)
  const lastTicket = kitchen.at(-1)?.print_job_id ?? 0
  const hasCancelledTicket = cancellations.some((job) => possiblyPrinted(job) && job.print_job_id > lastTicket)
  if (isRestored && hasCancelledTicket && to.done !== 1) {
    await queue(change, order, 'kitchen', { copy: 1, content: { restored: 1 } })
    return
  }
  const wasWithdrawn = jobs.some(({ purpose, state }) => purpose === 'kitchen' && state === 'expired')
  // An order that is new again gets its ticket when it is accepted.
  const isMissed = isRestored && wasWithdrawn && to.done !== 1 && (undo || to.created !== 1)
  const requested = isMissed || (!undo && to.print === 1)
  if (requested && order.print === 0 && kitchen.length === 0) await queue(change, order, 'kitchen')
}

export type Job = Pick<PrintJob, 'print_job_id' | 'purpose' | 'state' | 'copy' | 'content'>
export const JOB = 'print_job_id, purpose, state, copy, content'

const paperStates: ReadonlySet<string> = new Set<PrintState>(['claimed', 'sending', 'unknown', 'printed'])
/** States of tickets that are, or at any moment may be, on paper. */
export const isClaimed = ({ state }: Pick<Job, 'state'>): boolean => paperStates.has(state)
/** Whether a ticket, or the one it is a copy of, may be on paper, even if it was dismissed. */
export const possiblyPrinted = (job: Pick<Job, 'state' | 'copy'>): boolean => isClaimed(job) || job.copy === 1
/** Whether a ticket waits for a console or for staff, with no byte sent. */
export const isWaiting = ({ state }: Pick<Job, 'state'>): boolean => state === 'queued' || state === 'failed'

/** All tickets of a locked order, also locked, so that no console begins one in the meantime. */
export const lockJobs = (change: Change, { company, order_id }: Pick<Order, 'company' | 'order_id'>): Promise<Job[]> =>
  change.tx.sql<Job>(`select ${JOB} from print_job where company = $1 and "order" = $2 order by print_job_id for update`, [
    company,
    order_id,
  ])

/** Whether a kitchen has a ticket of the order on paper, as far as is known. */
export const isOnPaper = (order: Pick<Order, 'print'>, jobs: readonly Job[]): boolean =>
  order.print !== 0 || jobs.some((job) => job.purpose === 'kitchen' && possiblyPrinted(job))

/** For a deleted order, prints only a cancellation, if a kitchen has its ticket and is `cooking`. */
export async function cancelTickets(change: Change, order: Order, cooking: boolean): Promise<void> {
  const jobs = await lockJobs(change, order)
  await withdraw(
    change,
    jobs.filter(({ purpose }) => purpose !== 'cancelled'),
  )
  if (cooking && isOnPaper(order, jobs)) await queue(change, order, 'cancelled')
}

const queue = (
  change: Change,
  { company, merchant, order_id: order }: Order,
  purpose: PrintPurpose,
  more: Partial<Pick<PrintJob, 'copy' | 'content'>> = {},
): Promise<WireRow[]> => change.insert(entities.print_job, [{ company, merchant, order, purpose, ...more }])

/** Withdraws those of these tickets that are waiting. */
export async function withdraw(change: Change, jobs: readonly Job[]): Promise<void> {
  const waiting = jobs.filter(isWaiting)
  if (waiting.length > 0)
    await change.update(
      entities.print_job,
      waiting.map((job) => ({ key: job.print_job_id, set: { state: 'expired' } })),
    )
}
