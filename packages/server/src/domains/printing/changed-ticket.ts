import { cartChanges } from '@tiffin/core/receipt'
import { entities, type Order } from '@tiffin/sdk/contract'
import type { Change } from '#engine/change-info'
import { isOnPaper, lockJobs } from './tickets.ts'

/** If a cart changes when its ticket may be on paper, queues CHANGED with the lines added and removed (KDS-24). */
export async function queueChanged(change: Change, before: Order, after: Order): Promise<void> {
  // An update returns untouched fields as the same objects.
  if (before.cart === after.cart) return
  const { added, removed } = cartChanges(before.cart ?? [], after.cart ?? [])
  if (added.length + removed.length === 0 || !isOnPaper(after, await lockJobs(change, after))) return
  const { company, merchant, order_id } = after
  await change.insert(entities.print_job, [
    { company, merchant, order: order_id, purpose: 'changed', content: { added, removed } },
  ])
}
