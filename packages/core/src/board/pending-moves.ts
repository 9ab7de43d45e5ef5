import type { MoveIntent, MoveResult } from '@tiffin/sdk/contract'
import { placeAfter, sortCards } from '#rules/index'
import type { BoardOrder } from './board-order.ts'

/** The server's rows with pending moves applied, in the order they were made. */
export function applyPendingMoves(
  rows: ReadonlyMap<number, BoardOrder>,
  pending: readonly MoveIntent[],
): ReadonlyMap<number, BoardOrder> {
  if (pending.length === 0) return rows
  const view = new Map(rows)
  for (const intent of pending) {
    const order = view.get(intent.order_id)
    if (!order) continue
    const column = [...view.values()].filter((other) => other.order_status === intent.to)
    const { position } = placeAfter(column, intent.after, intent.order_id)
    const reason = intent.reason === undefined ? {} : { cancel_reason: intent.reason }
    view.set(intent.order_id, { ...order, ...reason, order_status: intent.to, order: position })
  }
  return view
}

/** The card before an order in its column; null at the head, undefined if the order is not there. */
export function cardBefore(rows: ReadonlyMap<number, BoardOrder>, orderId: number): number | null | undefined {
  const order = rows.get(orderId)
  if (!order) return undefined
  const column = sortCards([...rows.values()].filter((other) => other.order_status === order.order_status))
  return column[column.indexOf(order) - 1]?.order_id ?? null
}

/** A row after the server processed a move; newer rows are kept. */
export function applyMoveResult(row: BoardOrder | undefined, result: MoveResult): BoardOrder | undefined {
  if (!row || !result.order || result.order.revision < row.revision) return row
  return { ...row, ...result.order }
}
