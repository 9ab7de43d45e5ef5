import { type Actor, isCancelled } from '@tiffin/core/rules'
import { entities, type Order } from '@tiffin/sdk/contract'
import type { Change } from '#engine/change-info'
import { cancelTickets } from '#domains/printing/tickets'
import { readStatuses } from '#domains/statuses/read-statuses'
import { settleClaims } from './order-claims.ts'
import type { PlannedRow } from '#engine/planned-row'

type PlannedDelete = Pick<PlannedRow, 'entity' | 'index'> & { key: PlannedRow['key'] }

/**
 * Marks orders as deleted and keeps them (AMB-067). Customers get back the bonus they spent, and a kitchen that may be
 * cooking one from its ticket gets a cancellation (KDS-23).
 */
export async function deleteOrders(change: Change, rows: readonly PlannedDelete[], { actor }: { actor: Actor }): Promise<void> {
  if (rows.length === 0) return
  const keys = rows.map(({ key }) => Number(key))
  const found = await change.lock(entities.order, keys)
  const statuses = await readStatuses(change.tx, change.info.company)
  for (const row of found.values()) {
    const order = row as Order
    const status = statuses.find(({ order_status_id }) => order_status_id === order.order_status)
    await cancelTickets(change, order, status !== undefined && status.done !== 1 && !isCancelled(status))
  }
  await change.update(
    entities.order,
    [...found.keys()].map((key) => ({ key, set: { delete: 1 } })),
  )
  const deleted = [...found].map(([key, before]) => ({
    planned: rows.find((row) => row.key === key) as PlannedDelete,
    before,
    after: { ...before, delete: 1 },
  }))
  await settleClaims(deleted, change, statuses, actor)
}
