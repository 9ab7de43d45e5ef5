import type { Client } from '@tiffin/sdk/client'
import type { Multilang, OrderStatus, TableQuery } from '@tiffin/sdk/contract'
import { isCancelled, type PhoneCountry } from '#rules/index'
import { customerQuery } from '../new-order/customers.ts'

/** An order found for a caller who asks where it is (KDS-26). */
export interface FoundOrder {
  order_id: number
  ticket: number
  merchant: number
  merchant_obj?: { name: Multilang } | null
  user_obj?: { name: string; phone: string } | null
  status?: Pick<OrderStatus, 'value' | 'status' | 'done' | 'merchant'> | null
  courier_obj?: { name: string } | null
  time_create: string
  time_finish: string
  time_delivery: string | null
  total: string
}

const MAX_FOUND = 20

const include = [
  ...(['order_id', 'ticket', 'merchant', 'user', 'courier', 'order_status', 'time_create', 'time_finish'] as const),
  ...(['time_delivery', 'total'] as const),
]
const join = ['merchant', 'user', 'courier', 'order_status']

const ordersOf = (as: string, search: TableQuery['search']): TableQuery => ({
  table: 'order',
  as,
  mode: 'board',
  include: [...include],
  join: [...join],
  search,
  order: [{ field: 'order_id', dir: 'desc' }],
  limit: [0, MAX_FOUND],
  count: 'none',
})

const numberIn = (text: string): number | undefined => {
  const digits = /^#?(\d{1,9})$/.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const isOpen = ({ status }: FoundOrder): boolean => status?.done !== 1 && !(status && isCancelled(status))

/**
 * Orders of customers by phone or name, or by ticket or order ID, of all merchants that the user sees and all dates: open ones
 * first, then the one with this ID, then the latest (KDS-26). Null if the text is too short. Rejects with an ApiError.
 */
export async function findOrders(
  client: Client,
  text: string,
  country: PhoneCountry,
  signal?: AbortSignal,
): Promise<FoundOrder[] | null> {
  const asked = text.trim()
  const number = numberIn(asked)
  const customers = asked.startsWith('#') ? null : customerQuery(asked, country)
  if (number === undefined && customers === null) return null
  const read = async (tables: TableQuery[]) => (await client.Reference.getData({ tables }, signal ? { signal } : {})).data
  const users = customers ? (await read([{ ...customers, include: ['user_id'] }]))['user']?.data : []
  const ids = (users ?? []).map((user) => Number(user['user_id']))
  const tables = [
    ...(ids.length > 0 ? [ordersOf('ofCustomers', [{ key: 'user', op: 'in', prm: ids }])] : []),
    // Two queries, because hundreds of later orders may have the same ticket number.
    ...(number === undefined
      ? []
      : [ordersOf('byId', [{ key: 'order_id', prm: number }]), ordersOf('byTicket', [{ key: 'ticket', prm: number }])]),
  ]
  if (tables.length === 0) return []
  const data = await read(tables)
  const found = ['byId', 'byTicket', 'ofCustomers'].flatMap((name) => (data[name]?.data ?? []) as unknown as FoundOrder[])
  const rankOf = (order: FoundOrder): number => (isOpen(order) ? 2 : order.order_id === number ? 1 : 0)
  return [...new Map(found.map((order) => [order.order_id, order])).values()]
    .toSorted((a, b) => rankOf(b) - rankOf(a) || b.order_id - a.order_id)
    .slice(0, MAX_FOUND)
}

/** The latest orders of a customer, open ones first. Rejects with an ApiError. */
export async function findOrdersOf(client: Client, user: number, signal?: AbortSignal): Promise<FoundOrder[]> {
  const { data } = await client.Reference.getData(
    { tables: [{ ...ordersOf('ofCustomer', [{ key: 'user', prm: user }]), limit: [0, 5] }] },
    signal ? { signal } : {},
  )
  const orders = (data['ofCustomer']?.data ?? []) as unknown as FoundOrder[]
  return orders.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.order_id - a.order_id)
}
