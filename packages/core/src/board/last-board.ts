import type { OrderStatus } from '@tiffin/sdk/contract'
import type { ListedStorage, Storage } from '../ports.ts'
import type { BoardMerchant, BoardOrder } from './board-order.ts'
import type { BoardCourier } from './couriers.ts'

/** The board as last received from the server. */
export interface LastBoard {
  statuses: readonly OrderStatus[]
  merchants: readonly BoardMerchant[]
  couriers: readonly BoardCourier[]
  rows: ReadonlyMap<number, BoardOrder>
  count: number
  /** Server time of its last update, in ms. */
  heardAt: number
}

/** A stored board with another version number is ignored. */
const VERSION = 2
const keyOf = (owner: string): string => `board.${owner}`

export async function storeLastBoard(storage: Storage, owner: string, board: LastBoard): Promise<void> {
  const { statuses, merchants, couriers, rows, count, heardAt } = board
  const stored = { version: VERSION, statuses, merchants, couriers, rows: [...rows.values()], count, heardAt }
  const text = JSON.stringify(stored)
  if (storage.setLater) await storage.setLater(keyOf(owner), text)
  else storage.set(keyOf(owner), text)
}

/** The last known board of a user in a company; undefined if none is stored. */
export function readLastBoard(storage: Storage | undefined, owner: string): LastBoard | undefined {
  const text = storage?.get(keyOf(owner))
  if (text === undefined) return undefined
  try {
    const stored = JSON.parse(text) as LastBoard & { version: number; rows: unknown }
    if (stored.version !== VERSION || !Array.isArray(stored.rows) || !Array.isArray(stored.statuses)) return undefined
    const { statuses, merchants, couriers, count, heardAt } = stored
    const rows = new Map((stored.rows as BoardOrder[]).map((order) => [order.order_id, order]))
    return { statuses, merchants, couriers, count, heardAt, rows }
  } catch {
    return undefined
  }
}

/** Customer data is deleted from this machine when the session ends, for every company that was viewed. */
export function deleteLastBoards(storage: ListedStorage): void {
  for (const key of storage.keys(keyOf(''))) storage.set(key, undefined)
}
