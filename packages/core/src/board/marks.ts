import type { BoardOrder } from './board-order.ts'

/** An order as it was when the user marked it. */
export type MarkedOrder = Pick<BoardOrder, 'order_id' | 'order_status' | 'ticket' | 'merchant'>

/** The orders marked for the next command. An order that has moved since is not moved again, only reported by name. */
export type Marks = ReadonlyMap<number, MarkedOrder>

export const marksOf = (orders: readonly MarkedOrder[]): Marks => new Map(orders.map((order) => [order.order_id, order]))
