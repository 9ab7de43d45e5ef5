import { localized, orderNumber } from '#rules/index'
import type { BoardOrder, NamedOrder } from './board-order.ts'
import type { BoardState } from './board-state.ts'
import { selectMerchants } from './selectors.ts'

type BoardOrders = Pick<BoardState, 'rows' | 'merchants' | 'chosen'>

/** Ticket numbers are counted per merchant, so they are unique only if one merchant is shown. */
export const showsSeveralMerchants = (board: Pick<BoardState, 'merchants' | 'chosen'>): boolean =>
  selectMerchants(board).length > 1

/** Orders of the board by merchant and ticket number, cached for each set of rows. */
const orderCounts = new WeakMap<BoardState['rows'], ReadonlyMap<string, number>>()
const keyOf = ({ merchant, ticket }: Pick<BoardOrder, 'merchant' | 'ticket'>): string => `${merchant}#${ticket}`

function countOf(rows: BoardState['rows'], order: Pick<BoardOrder, 'merchant' | 'ticket'>): number {
  let counts = orderCounts.get(rows)
  if (!counts) {
    const fresh = new Map<string, number>()
    for (const row of rows.values()) fresh.set(keyOf(row), (fresh.get(keyOf(row)) ?? 0) + 1)
    orderCounts.set(rows, fresh)
    counts = fresh
  }
  return counts.get(keyOf(order)) ?? 0
}

/**
 * The key of an order if its merchant has another with the same number on the board, such as yesterday's; else
 * undefined.
 */
export function sharedNumberKey({ rows }: Pick<BoardState, 'rows'>, order: NamedOrder): number | undefined {
  const row = rows.get(order.order_id)
  const [ticket, merchant] = [order.ticket ?? row?.ticket ?? 0, order.merchant ?? row?.merchant]
  if (ticket <= 0 || merchant === undefined || merchant === null) return undefined
  const others = countOf(rows, { ticket, merchant }) - (row ? 1 : 0)
  return others > 0 ? order.order_id : undefined
}

/** The key of an order, if its name has a different number. */
export function keyBesideName(board: Pick<BoardState, 'rows'>, order: NamedOrder): number | undefined {
  const ticket = order.ticket ?? board.rows.get(order.order_id)?.ticket ?? 0
  const isNamedByKey = ticket <= 0 || ticket === order.order_id || sharedNumberKey(board, order) !== undefined
  return isNamedByKey ? undefined : order.order_id
}

/**
 * The display name of an order in questions, messages and lists: `#6`; with its merchant if the board shows several or
 * not this one (`#6 Forno Vecchio`); and with its key if that is still ambiguous (`#6 (1207) Forno Vecchio`).
 */
export function orderName(board: BoardOrders, order: NamedOrder, lang: string): string {
  const { rows, merchants } = board
  const row = rows.get(order.order_id)
  const merchant = order.merchant ?? row?.merchant
  const shown = selectMerchants(board)
  const isMerchantShown = shown.length > 1 || !shown.some(({ merchant_id }) => merchant_id === merchant)
  const whose = isMerchantShown ? merchants.find(({ merchant_id }) => merchant_id === merchant) : undefined
  const key = sharedNumberKey(board, order)
  return [
    orderNumber({ order_id: order.order_id, ticket: order.ticket ?? row?.ticket }),
    key === undefined ? '' : `(${key})`,
    whose ? localized(whose.name, lang) : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** An order that has left the board is named by its recorded moves. */
export function orderNameById(
  board: Pick<BoardState, 'rows' | 'merchants' | 'chosen' | 'undoable'>,
  order_id: number,
  lang: string,
): string {
  const known = board.rows.has(order_id) ? undefined : board.undoable.findLast((move) => move.order_id === order_id)
  return orderName(board, { order_id, ticket: known?.ticket, merchant: known?.merchant }, lang)
}
