import { findOrders } from '@tiffin/core/find-orders'
import { localized } from '@tiffin/core/rules'
import type { Connection } from '../connection.ts'
import { wrongUsage } from '../failure.ts'
import type { Result } from '../results/result.ts'

/** The orders that a caller may mean, open ones first (KDS-26). */
export async function findCustomerOrders(connection: Connection, text: string, lang: string): Promise<Result> {
  const { company } = await connection.user()
  const found = await findOrders(connection.client, text, company?.country ?? {})
  if (found === null) throw wrongUsage('Type at least two letters of a name, three digits of a phone, or a ticket such as #42')
  const rows = found.map((order) => ({
    order_id: order.order_id,
    ticket: order.ticket,
    merchant: localized(order.merchant_obj?.name, lang),
    status: localized(order.status?.value, lang),
    customer: order.user_obj?.name ?? '',
    phone: order.user_obj?.phone ?? '',
    courier: order.courier_obj?.name ?? '',
    time_create: order.time_create,
    time_finish: order.time_finish,
    time_delivery: order.time_delivery,
    total: order.total,
  }))
  return { rows, columns: ['order_id', 'ticket', 'merchant', 'status', 'customer', 'courier', 'time_finish', 'total'] }
}
