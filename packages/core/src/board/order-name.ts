import { localized } from '#rules/index'
import type { BoardState } from './board-state.ts'

/** An order as those know it who have only heard of it; what is missing is looked up on the board. */
interface Named {
  order_id: number
  ticket?: number | undefined
  merchant?: number | undefined
}

/**
 * What people call an order aloud: its ticket number, or its key where it has none, with its merchant where the board shows
 * several, since each counts for itself (KDS-22).
 */
export function orderName(board: Pick<BoardState, 'rows' | 'merchants' | 'chosen'>, order: Named, lang: string): string {
  const { rows, merchants, chosen } = board
  const row = rows.get(order.order_id)
  const ticket = order.ticket ?? row?.ticket ?? 0
  const name = `#${ticket > 0 ? ticket : order.order_id}`
  const shown = merchants.filter(({ merchant_id }) => chosen === 'all' || chosen.includes(merchant_id))
  const whose =
    shown.length > 1 ? merchants.find(({ merchant_id }) => merchant_id === (order.merchant ?? row?.merchant)) : undefined
  return whose ? `${name} ${localized(whose.name, lang)}`.trim() : name
}
