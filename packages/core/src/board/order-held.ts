import type { OrderStatus } from '@tiffin/sdk/contract'
import { ageRule, heldUntil } from '#rules/index'
import type { BoardOrder } from './board-order.ts'

/** When the kitchen starts on a held order of the board, in ms; undefined if it is not held (KDS-11). */
export const orderHeldUntil = (order: BoardOrder, statuses: readonly OrderStatus[], now: number): number | undefined =>
  order.asap === 0
    ? heldUntil(
        order,
        statuses.find(({ order_status_id }) => order_status_id === order.order_status),
        ageRule(null, statuses).ready,
        now,
      )
    : undefined
