import type { BoardOrder } from './board-order.ts'

/** An order as it was when the user marked it. */
export type MarkedOrder = Pick<BoardOrder, 'order_id' | 'order_status' | 'ticket' | 'merchant'>

/** The orders marked for the next command. An order that has moved since is not moved again, only reported by name. */
export type Marks = ReadonlyMap<number, MarkedOrder>

export const marksOf = (orders: readonly MarkedOrder[]): Marks => new Map(orders.map((order) => [order.order_id, order]))

/**
 * The marks for a move that the user was asked about, or `marks` of their own. If someone has moved an order since, `asked`
 * says where it was, so that it stays where they moved it: the answer was given for the earlier status.
 */
export function marksSince(
  asked: readonly MarkedOrder[],
  statusOf: (orderId: number) => number | undefined,
  marks?: Marks,
): Marks | undefined {
  if (marks !== undefined && marks.size > 0) return marks
  return asked.some(({ order_id, order_status }) => statusOf(order_id) !== order_status) ? marksOf(asked) : marks
}
