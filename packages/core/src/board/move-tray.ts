import type { MoveIntent, MoveResult, OrderStatus } from '@tiffin/sdk/contract'
import type { BoardOrder } from './board-order.ts'

/** A move that was made without a network and refused later: a person decides whether it still holds (MOON-04). */
export interface MoveConflict {
  order_id: number
  /** As the board showed it when the move was made. */
  from: number
  to: number
  reason?: string | undefined
  /** Where the order was when the server refused; null where it cannot be seen any more. */
  now: number | null
  /** Why, as a key of the dictionary. */
  error: string
  params?: (string | number)[] | undefined
  /** Server time in ms. */
  at: number
}

/** What the tray shows of an order: both sides. */
export interface TrayEntry extends MoveConflict {
  order: BoardOrder | undefined
  mine: { from: OrderStatus | undefined; to: OrderStatus | undefined }
  /** The status in which the order is now, as far as is known. */
  theirs: OrderStatus | undefined
  /** The order can still be moved. */
  open: boolean
}

/** The conflict of a refused move; undefined where the order is already where it was meant to go. */
export function conflictOf(
  { order_id, from, to, reason }: MoveIntent,
  { order, error, params }: Partial<MoveResult>,
  at: number,
): MoveConflict | undefined {
  if (order?.order_status === to) return undefined
  return { order_id, from, to, reason, now: order?.order_status ?? null, error: error ?? 'Server error', params, at }
}

/** The tray with one more; several moves of one order are one wish: from where the first began to where the last led. */
export function withConflict(tray: readonly MoveConflict[], conflict: MoveConflict): readonly MoveConflict[] {
  const earlier = tray.find(({ order_id }) => order_id === conflict.order_id)
  const merged = earlier ? { ...conflict, from: earlier.from, error: earlier.error, params: earlier.params } : conflict
  return [...tray.filter((other) => other !== earlier), merged]
}

/** A conflict as it was kept; whatever is not one counts as none. */
export function readConflict(value: unknown): MoveConflict | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { order_id, from, to, at, now, error } = value as Partial<MoveConflict>
  const numbers = [order_id, from, to, at].every((one) => typeof one === 'number')
  const known = now === null || typeof now === 'number'
  return numbers && known && typeof error === 'string' ? (value as MoveConflict) : undefined
}

/** Both sides of each conflict, as they stand now. */
export const selectTray = (state: {
  tray: readonly MoveConflict[]
  rows: ReadonlyMap<number, BoardOrder>
  statuses: readonly OrderStatus[]
}): TrayEntry[] => {
  const statusOf = (id: number | null) => state.statuses.find(({ order_status_id }) => order_status_id === id)
  return state.tray.map((conflict) => {
    const order = state.rows.get(conflict.order_id)
    return {
      ...conflict,
      order,
      mine: { from: statusOf(conflict.from), to: statusOf(conflict.to) },
      theirs: statusOf(order?.order_status ?? conflict.now),
      open: order !== undefined,
    }
  })
}
