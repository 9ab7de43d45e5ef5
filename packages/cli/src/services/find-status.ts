import { formatList, localized } from '@tiffin/core/rules'
import type { OrderStatus } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'
import { suggestionOr, wrongUsage } from '../failure.ts'
import { suggest } from '../suggest.ts'
import { readRows } from './read-rows.ts'

export async function readStatuses(connection: Connection): Promise<OrderStatus[]> {
  const { rows } = await readRows(connection, { table: 'order_status', order: [{ field: 'status' }], limit: [0, 1000] })
  return rows as unknown as OrderStatus[]
}

/** The status with that id, or with that name in any language, ignoring case. */
export function findStatus(statuses: readonly OrderStatus[], given: string, lang: string): OrderStatus {
  const byId = /^\d+$/.test(given) ? statuses.find((status) => status.order_status_id === Number(given)) : undefined
  const lowerNames = (status: OrderStatus) => Object.values(status.value).map((name) => name.toLowerCase())
  const found = byId ? [byId] : statuses.filter((status) => lowerNames(status).includes(given.toLowerCase()))
  const listed = (names: readonly string[]) => ({ message: formatList(names, lang) })
  const [only] = found
  if (only && found.length === 1) return only
  if (found.length > 1) {
    throw wrongUsage('More than one status is named %1', {
      params: [given],
      next: [listed(found.map((status) => `${status.order_status_id} ${localized(status.value, lang)}`))],
    })
  }
  const names = statuses.flatMap((status) => Object.values(status.value))
  const suggestion = suggest(given, names)
  throw wrongUsage('Status not found: %1', {
    params: [given],
    next: [suggestionOr(suggestion, listed(statuses.map((status) => localized(status.value, lang))))],
  })
}
