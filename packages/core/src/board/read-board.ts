import type { CallOptions, Client } from '@tiffin/sdk/client'
import { apiError, isApiError, type OrderStatus, type TableQuery } from '@tiffin/sdk/contract'
import { type Bounds, isColumn } from '#rules/index'
import { orderJoins } from './order-joins.ts'
import type { BoardMerchant, BoardOrder } from './board-order.ts'

/** Above this, the board asks for a shorter period (DESIGN §9, AMB-101). */
export const MAX_ORDERS = 5000

export interface BoardFrame {
  statuses: OrderStatus[]
  merchants: BoardMerchant[]
}

const timeoutAs: ReadonlySet<string> = new Set(['timeout', 'period_too_long'])

/** The default board is not a search: a timeout means that the chosen period is too long or the server is busy. */
const readTables = (client: Client, tables: TableQuery[], isLong = false, options: CallOptions = {}) =>
  client.Reference.getData({ tables }, options).catch((error: unknown) => {
    if (!isApiError(error) || !timeoutAs.has(error.code)) throw error
    throw Object.assign(apiError(isLong ? 'period_too_long' : 'server_busy'), { cause: error })
  })

/** The statuses of the board and the merchants the reader may see on it (BOARD-16, BOARD-17). */
export async function readFrame(client: Client): Promise<BoardFrame> {
  const { data } = await readTables(client, [
    { table: 'order_status', order: [{ field: 'status' }], limit: [0, 500] },
    {
      table: 'merchant',
      mode: 'board',
      include: ['merchant_id', 'name', 'logo', 'order', 'paused_until', 'busy_until', 'busy_minutes'],
      search: [{ key: 'status', prm: 1 }],
      order: [{ field: 'order' }],
      limit: [0, 1000],
    },
  ])
  return {
    statuses: (data['order_status']?.data ?? []) as unknown as OrderStatus[],
    merchants: (data['merchant']?.data ?? []) as unknown as BoardMerchant[],
  }
}

/** The orders of a period and every unfinished one on a board status, regardless of age (BOARD-14, DESIGN §9). */
export function boardOrdersQuery(
  period: Bounds,
  statuses: readonly OrderStatus[],
  merchants: 'all' | readonly number[],
): TableQuery {
  const columns = statuses.filter(isColumn)
  const unfinished = columns.filter((status) => status.done !== 1).map((status) => status.order_status_id)
  return {
    table: 'order',
    mode: 'board',
    search: [
      {
        any: [
          { key: 'time_create', op: 'between', prm: [...period] },
          { key: 'order_status', op: 'in', prm: unfinished },
        ],
      },
      { key: 'order_status', op: 'in', prm: columns.map((status) => status.order_status_id) },
      ...(merchants === 'all' ? [] : [{ key: 'merchant', op: 'in' as const, prm: [...merchants] }]),
    ],
    order: [{ field: 'order' }],
    join: [...orderJoins],
    limit: [0, MAX_ORDERS],
    count: 'exact',
  }
}

/** @throws `period_too_long` if the server times out and the period could be shorter, else `server_busy` */
export async function readOrders(
  client: Client,
  query: TableQuery,
  isLong: boolean,
): Promise<{ orders: BoardOrder[]; count: number; feed: number }> {
  const { data, feed } = await readTables(client, [query], isLong)
  const table = data['order']
  return { orders: (table?.data ?? []) as unknown as BoardOrder[], count: table?.count ?? 0, feed }
}

/** The maximum length of a list in a query. */
const MAX_IDS = 1000

/** Orders by id, also those not on the board. Orders that the reader may not see are left out. */
export async function readOrdersById(client: Client, ids: readonly number[], signal?: AbortSignal): Promise<BoardOrder[]> {
  if (ids.length === 0) return []
  const chunk = ids.slice(0, MAX_IDS)
  const query: TableQuery = {
    table: 'order',
    mode: 'board',
    search: [{ key: 'order_id', op: 'in', prm: chunk }],
    join: [...orderJoins],
    limit: [0, chunk.length],
  }
  const { data } = await readTables(client, [query], false, signal ? { signal } : {})
  return (data['order']?.data ?? []) as unknown as BoardOrder[]
}

/** An order by id; undefined if the reader may not see it. */
export const readOrder = async (client: Client, orderId: number, signal?: AbortSignal): Promise<BoardOrder | undefined> =>
  (await readOrdersById(client, [orderId], signal))[0]
