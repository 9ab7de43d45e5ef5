import type { Actor } from '@tiffin/core/rules'
import { entities, isApiError } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import { readTables } from '#engine/read-tables'

type OrderRow = Record<string, unknown>

/** Orders read in one statement. */
const CHUNK = 500

/** These orders as the user may read them now, deleted ones included; those they may not see are missing. */
export async function readOrders(tx: Tx, actor: Actor, ids: readonly number[], now: Date): Promise<Map<number, OrderRow>> {
  const orders = new Map<number, OrderRow>()
  for (let at = 0; at < ids.length; at += CHUNK) {
    const rows = await readChunk(tx, actor, ids.slice(at, at + CHUNK), now)
    for (const row of rows) orders.set(Number(row['order_id']), row)
  }
  return orders
}

async function readChunk(tx: Tx, actor: Actor, ids: readonly number[], now: Date): Promise<OrderRow[]> {
  const query = {
    table: 'order',
    search: [
      { key: 'order_id', op: 'in' as const, prm: [...ids] },
      { key: 'delete', op: 'in' as const, prm: [0, 1] },
    ],
    join: Object.keys(entities.order.joins),
    limit: [0, ids.length] as [number, number],
    count: 'none' as const,
  }
  try {
    const { json } = await readTables(tx, actor, [query], { lang: 'en', now })
    const { order } = JSON.parse(json) as { order: { data: OrderRow[] } }
    return order.data
  } catch (error) {
    // Someone without any right to orders sees none.
    if (isApiError(error) && error.code === 'forbidden') return []
    throw error
  }
}

/** The body of a message, as Standard Webhooks recommends. */
export const messageBody = (
  event: { type: string; at: string; feed: number; order: number | null },
  company: number,
  order: OrderRow | null,
): string =>
  JSON.stringify({
    type: event.type,
    timestamp: event.at,
    data: { company, feed: event.feed, order_id: event.order, order },
  })
