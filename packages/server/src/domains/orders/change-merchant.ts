import { entities, type Order } from '@tiffin/sdk/contract'
import { isWaiting, lockJobs, possiblyPrinted } from '#domains/printing/tickets'
import { refusedRow } from '#engine/save-plan'
import type { HookContext, SavedRow } from '#engine/save-hook'
import type { OrderLookups } from './order-lookups.ts'

/**
 * Moves an order to another merchant: it gets a ticket number and the last position there, and its unstarted print jobs
 * move too (KDS-22, ORDER-10).
 * @throws `order_printed` once its ticket may be on paper, so that no kitchen cooks under another merchant's number
 */
export async function changeMerchant(
  { planned, before, set }: SavedRow,
  found: OrderLookups,
  { change, now }: Pick<HookContext, 'change' | 'now'>,
): Promise<void> {
  const order = before as Order
  const jobs = await lockJobs(change, order)
  if (order.print !== 0 || jobs.some(possiblyPrinted)) throw refusedRow(planned, 'order_printed', 'merchant')
  const merchant = Number(set['merchant'])
  set['order'] ??= await found.lastPlace(Number(set['order_status'] ?? order.order_status))
  // At the new merchant no one has seen it yet, so the escalation delay starts over (KDS-08).
  Object.assign(set, await found.ticket(merchant), { acknowledged: 0, escalated: 0, last_time: now.toISOString() })
  const waiting = jobs.filter(isWaiting)
  await change.update(
    entities.print_job,
    waiting.map(({ print_job_id }) => ({ key: print_job_id, set: { merchant } })),
  )
}
