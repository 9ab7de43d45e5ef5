import { entities, type OrderStatus } from '@tiffin/sdk/contract'
import { projection, quote } from '#db/columns'
import type { Tx } from '#db/database'

export async function readStatuses(tx: Tx, company: number): Promise<OrderStatus[]> {
  const list = Object.keys(entities.order_status.fields).map(
    (name) => `${projection(entities.order_status, name, 's')} as ${quote(name)}`,
  )
  return tx.sql<OrderStatus>(
    `select ${list.join(', ')} from order_status s where s.company = $1 order by s.status, s.order_status_id`,
    [company],
  )
}
