import type { OrderStatus } from '@tiffin/sdk/contract'
import { type Bounds, columnsOf, groupByColumn, hasNumber, isOnBoard, isSearching, matchesSearch } from '#rules/index'
import type { BoardMerchant, BoardOrder } from './board-order.ts'
import type { BoardState } from './board-state.ts'
import { withPending } from './pending-moves.ts'

export type Card = BoardOrder & {
  /** Stands on the board because it is unfinished, not because of the period. */
  outside: boolean
  /** A move of it is on its way to the server. */
  moving: boolean
}

export interface Column {
  status: OrderStatus
  cards: readonly Card[]
  /** Cards of it that the search hides. */
  hidden: number
}

export interface BoardColumns {
  columns: readonly Column[]
  /** Cards that the search hides (KDS-18). */
  hidden: number
}

/** A row that did not change stays the same card, so that whoever draws cards can tell what to leave alone. */
const cards = new WeakMap<BoardOrder, Card>()
function cardOf(order: BoardOrder, outside: boolean, moving: boolean): Card {
  const known = cards.get(order)
  if (known && known.outside === outside && known.moving === moving) return known
  const card = { ...order, outside, moving }
  cards.set(order, card)
  return card
}

type Placing = Pick<BoardState, 'rows' | 'pending' | 'statuses' | 'chosen'>

/** The columns with all their cards, moves under way included; the search is not looked at. */
export function placeCards(state: Placing, period: Bounds): readonly Column[] {
  const moving = new Set(state.pending.map((intent) => intent.order_id))
  const columns = columnsOf(state.statuses)
  const view = { period, statuses: state.statuses, merchants: state.chosen }
  const cards: Card[] = []
  for (const order of withPending(state.rows, state.pending).values()) {
    const place = isOnBoard(order, view)
    if (place) cards.push(cardOf(order, place.outside, moving.has(order.order_id)))
  }
  const groups = groupByColumn(cards, columns)
  return columns.map((status) => ({ status, cards: groups.get(status.order_status_id) ?? [], hidden: 0 }))
}

/** What a search leaves of placed columns, the order of a typed number first. Columns that it leaves as they are stay the same objects. */
export function searchColumns(placed: readonly Column[], search: string): BoardColumns {
  if (!isSearching(search)) return { columns: placed, hidden: 0 }
  const isNumbered = (card: Card): boolean => hasNumber(card, search)
  let hidden = 0
  const columns = placed.map((column) => {
    const found = column.cards.filter((card) => matchesSearch(card, search))
    const cards = found.some(isNumbered) ? [...found.filter(isNumbered), ...found.filter((card) => !isNumbered(card))] : found
    const less = column.cards.length - cards.length
    hidden += less
    return less === 0 && cards === found ? column : { ...column, cards, hidden: less }
  })
  return { columns, hidden }
}

/** The order whose number is searched for, by ticket before key (KDS-22). */
export function numberedOrder(columns: readonly Column[], search: string): number | undefined {
  const found = columns.flatMap(({ cards }) => cards.filter((card) => hasNumber(card, search)))
  return (found.find(({ ticket }) => search.trim().replace(/^#/, '') === String(ticket)) ?? found[0])?.order_id
}

/** The merchants that the board shows, as far as they are there and open to the person; none of a choice that leads nowhere. */
export const selectMerchants = ({ merchants, chosen }: Pick<BoardState, 'merchants' | 'chosen'>): readonly BoardMerchant[] =>
  chosen === 'all' ? merchants : merchants.filter(({ merchant_id }) => chosen.includes(merchant_id))

/** The columns with their cards, as they are shown: server rows, moves under way, period and search. */
export const selectColumns = (state: Placing & Pick<BoardState, 'search'>, period: Bounds): BoardColumns =>
  searchColumns(placeCards(state, period), state.search)
