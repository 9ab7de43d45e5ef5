import type { OrderStatus } from '@tiffin/sdk/contract'
import type { Card, Column } from '#board/selectors'
import { isPickup } from '#rules/index'

/** An open delivery on the map of the board. */
export interface MapOrder {
  card: Card
  status: OrderStatus
}

/** The unfinished deliveries of the board, earliest deadline first. */
export const openDeliveries = (columns: readonly Column[]): MapOrder[] =>
  columns
    .filter(({ status }) => status.done !== 1)
    .flatMap(({ status, cards }) => cards.filter((card) => !isPickup(card)).map((card) => ({ card, status })))
    .toSorted((a, b) => a.card.time_finish.localeCompare(b.card.time_finish) || a.card.order_id - b.card.order_id)

/** The deliveries of a courier, sorted by deadline. */
export const deliveriesOfCourier = (orders: readonly MapOrder[], courier: number): readonly MapOrder[] =>
  orders.filter(({ card }) => card.courier === courier)
