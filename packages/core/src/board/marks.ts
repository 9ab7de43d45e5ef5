import type { BoardOrder } from './board-order.ts'

/** An order as it was when the user marked it. */
export type MarkedOrder = Pick<BoardOrder, 'order_id' | 'order_status' | 'ticket' | 'merchant'>

/** The orders marked for the next command. An order that has moved since is not moved again, only reported by name. */
export type Marks = ReadonlyMap<number, MarkedOrder>

export const marksOf = (orders: readonly MarkedOrder[]): Marks => new Map(orders.map((order) => [order.order_id, order]))

/**
 * The marks for a move that the user was asked about: `marks` of their own, and an order of `asked` that someone has moved
 * since. It stays where they moved it, because the answer was given for its earlier status.
 */
export function marksSince(
  asked: readonly MarkedOrder[],
  statusOf: (orderId: number) => number | undefined,
  marks?: Marks,
): Marks | undefined {
  const moved = asked.filter(({ order_id, order_status }) => statusOf(order_id) !== order_status)
  return moved.length === 0 ? marks : new Map([...marksOf(moved), ...(marks ?? [])])
}
