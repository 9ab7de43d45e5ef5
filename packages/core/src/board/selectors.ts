import type { OrderStatus } from '@tiffin/sdk/contract'
import {
  atStation,
  type Bounds,
  columnsOf,
  groupByColumn,
  hasNumber,
  hasStation,
  isOnBoard,
  isSearching,
  matchesSearch,
} from '#rules/index'
import type { BoardMerchant, BoardOrder } from './board-order.ts'
import type { BoardState } from './board-state.ts'
import { applyPendingMoves } from './pending-moves.ts'

export type Card = BoardOrder & {
  /** On the board because it is unfinished, although outside the period. */
  outside: boolean
  /** A move of this order is being sent. */
  moving: boolean
  /** Number of its lines at other stations, which `cart` and `ticks` leave out (KDS-09). */
  elsewhere?: number
}

export interface Column {
  status: OrderStatus
  cards: readonly Card[]
  /** Number of its cards hidden by the search. */
  hidden: number
  /** Number of its cards without an item of the chosen station. */
  atOthers: number
}

export interface BoardColumns {
  columns: readonly Column[]
  /** Number of cards hidden by the search (KDS-18). */
  hidden: number
  /** Number of cards hidden by the choice of a station (KDS-09, KDS-18). */
  atOthers: number
}

/** An unchanged row keeps its card object, so that only changed cards are re-rendered. */
const cards = new WeakMap<BoardOrder, Card>()
function cardOf(order: BoardOrder, outside: boolean, moving: boolean): Card {
  const known = cards.get(order)
  if (known && known.outside === outside && known.moving === moving) return known
  const card = { ...order, outside, moving }
  cards.set(order, card)
  return card
}

type PlacementState = Pick<BoardState, 'rows' | 'pending' | 'statuses' | 'chosen'>

/** The columns with all their cards and pending moves; the search is not applied. */
export function placeCards(state: PlacementState, period: Bounds): readonly Column[] {
  const moving = new Set(state.pending.map((intent) => intent.order_id))
  const columns = columnsOf(state.statuses)
  const view = { period, statuses: state.statuses, merchants: state.chosen }
  const cards: Card[] = []
  for (const order of applyPendingMoves(state.rows, state.pending).values()) {
    const place = isOnBoard(order, view)
    if (place) cards.push(cardOf(order, place.outside, moving.has(order.order_id)))
  }
  const groups = groupByColumn(cards, columns)
  return columns.map((status) => ({ status, cards: groups.get(status.order_status_id) ?? [], hidden: 0, atOthers: 0 }))
}

/** The card with only the station's items; the same object as long as nothing changes. */
const cardsAtStation = new WeakMap<Card, { station: string; card: Card }>()
function cardAtStation(card: Card, station: string): Card {
  const known = cardsAtStation.get(card)
  if (known?.station === station) return known.card
  const shown = atStation(card, station)
  cardsAtStation.set(card, { station, card: shown })
  return shown
}

/** Placed columns with only the items of a station. Orders without any are hidden (KDS-09). */
export function stationColumns(placed: readonly Column[], station: string): readonly Column[] {
  if (station === '') return placed
  return placed.map((column) => {
    const cards = column.cards.filter((card) => hasStation(card, station)).map((card) => cardAtStation(card, station))
    return { ...column, cards, atOthers: column.cards.length - cards.length }
  })
}

/**
 * Applies a search to placed columns; an order with the typed number comes first. Unaffected columns keep their
 * identity.
 */
export function searchColumns(placed: readonly Column[], search: string): BoardColumns {
  const atOthers = placed.reduce((sum, column) => sum + column.atOthers, 0)
  if (!isSearching(search)) return { columns: placed, hidden: 0, atOthers }
  const isNumbered = (card: Card): boolean => hasNumber(card, search)
  let hidden = 0
  const columns = placed.map((column) => {
    const found = column.cards.filter((card) => matchesSearch(card, search))
    const cards = found.some(isNumbered) ? [...found.filter(isNumbered), ...found.filter((card) => !isNumbered(card))] : found
    const less = column.cards.length - cards.length
    hidden += less
    return less === 0 && cards === found ? column : { ...column, cards, hidden: less }
  })
  return { columns, hidden, atOthers }
}

/** The order whose number is searched for, by ticket before key (KDS-22). */
export function orderByNumber(columns: readonly Column[], search: string): number | undefined {
  const found = columns.flatMap(({ cards }) => cards.filter((card) => hasNumber(card, search)))
  return (found.find(({ ticket }) => search.trim().replace(/^#/, '') === String(ticket)) ?? found[0])?.order_id
}

/** The merchants shown: the chosen ones that exist and that the user may see. */
export const selectMerchants = ({ merchants, chosen }: Pick<BoardState, 'merchants' | 'chosen'>): readonly BoardMerchant[] =>
  chosen === 'all' ? merchants : merchants.filter(({ merchant_id }) => chosen.includes(merchant_id))

/** The columns as shown: server rows, pending moves, period, station and search. */
export const selectColumns = (state: PlacementState & Pick<BoardState, 'search' | 'station'>, period: Bounds): BoardColumns =>
  searchColumns(stationColumns(placeCards(state, period), state.station), state.search)
