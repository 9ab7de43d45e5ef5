import type { MoveIntent, OrderStatus } from '@tiffin/sdk/contract'
import { isSearching } from '#rules/index'
import type { NamedOrder } from './board-order.ts'
import type { BoardState } from './board-state.ts'
import type { Card } from './selectors.ts'

export type Columns = readonly { status: Pick<OrderStatus, 'order_status_id'>; cards: readonly Card[] }[]

/** The order that keys act on, and its neighbours in case it leaves. */
export interface CardCursor {
  /** Status of its column. */
  column: number | null
  /** Null in an empty column. */
  order: number | null
  /** The cards of the column when the cursor was last on one of them. */
  around: readonly (NamedOrder & Pick<Card, 'order_id'>)[]
  /** An order that an undo restores. The cursor goes to it as soon as it is on the board. */
  awaited?: number
}

export const noCursor: CardCursor = { column: null, order: null, around: [] }

/** Position of the cursor; no card on an empty board or in an empty column. */
export interface CursorPlace {
  columnIndex: number
  cardIndex: number
  card: Card | undefined
}

export function placeOfOrder(columns: Columns, order: number): CursorPlace | undefined {
  for (const [columnIndex, { cards }] of columns.entries()) {
    const cardIndex = cards.findIndex(({ order_id }) => order_id === order)
    if (cardIndex >= 0) return { columnIndex, cardIndex, card: cards[cardIndex] }
  }
  return undefined
}

/** Column indexes by distance from the given one, right before left. */
const byDistance = (columns: Columns, from: number): number[] =>
  [...columns.keys()].toSorted((a, b) => Math.abs(a - from) - Math.abs(b - from) || b - a)

/**
 * The card under the cursor: its order while that stays in the column, else the next or previous neighbour there, else
 * the nearest column with cards. How the order left makes no difference.
 */
export function placeOfCursor(columns: Columns, cursor: CardCursor): CursorPlace {
  const { column, order, around, awaited } = cursor
  const found = awaited === undefined ? undefined : placeOfOrder(columns, awaited)
  if (found) return found
  const known = columns.findIndex(({ status }) => status.order_status_id === column)
  const cards = columns[known]?.cards ?? []
  const at = around.findIndex(({ order_id }) => order_id === order)
  const neighbours = [...around.slice(at + 1), ...around.slice(0, Math.max(0, at)).toReversed()].map(({ order_id }) => order_id)
  const indexes = new Map(cards.map(({ order_id }, index) => [order_id, index]))
  const next = [order ?? 0, ...neighbours].find((id) => indexes.has(id))
  const cardIndex = indexes.get(next ?? 0) ?? 0
  // A user can move into an empty column and wait there for the next order.
  if (known >= 0 && (cards.length > 0 || order === null)) return { columnIndex: known, cardIndex, card: cards[cardIndex] }
  const nearest = byDistance(columns, Math.max(0, known)).find((index) => columns[index]?.cards.length !== 0)
  const columnIndex = nearest ?? Math.max(0, known)
  return { columnIndex, cardIndex: 0, card: columns[columnIndex]?.cards[0] }
}

/** A cursor at this place. */
function cursorAt(columns: Columns, { columnIndex, card }: CursorPlace): CardCursor {
  const column = columns[columnIndex]
  return column ? { column: column.status.order_status_id, order: card?.order_id ?? null, around: column.cards } : noCursor
}

/**
 * Updates the cursor for the columns now shown. Returns the same object if nothing changed or there is no card. After a
 * move undoable here it stays in the column, even if empty, so that pressing the key twice does not move another order.
 */
export function followCursor(columns: Columns, before: CardCursor, moves: readonly MoveIntent[] = []): CardCursor {
  const cursor = hasMovedAway(before, moves) ? withoutOrder(columns, before) : before
  const place = placeOfCursor(columns, cursor)
  if (!place.card) return cursor
  const next = cursorAt(columns, place)
  if (next.column === cursor.column && next.order === cursor.order && next.around === cursor.around) return cursor
  const { awaited } = cursor
  return awaited === undefined || awaited === next.order ? next : { ...next, awaited }
}

const hasMovedAway = ({ column, order }: CardCursor, moves: readonly MoveIntent[]): boolean =>
  moves.some((move) => move.order_id === order && move.from === column && move.undo === undefined)

/** The cursor without an order, if its order was the last in the column. */
const withoutOrder = (columns: Columns, cursor: CardCursor): CardCursor =>
  columns.some(({ status, cards }) => status.order_status_id === cursor.column && cards.length === 0)
    ? { ...cursor, order: null, around: [] }
    : cursor

export type CursorStep = 'left' | 'right' | 'up' | 'down' | 'first' | 'last' | { card: number }

const clamp = (value: number, last: number): number => Math.max(0, Math.min(value, last))

/** The cursor after a step. It stays on the board. */
export function stepCursor(columns: Columns, cursor: CardCursor, step: CursorStep): CardCursor {
  const now = placeOfCursor(columns, cursor)
  const sideways = step === 'left' ? -1 : step === 'right' ? 1 : 0
  const columnIndex = clamp(now.columnIndex + sideways, columns.length - 1)
  const cards = columns[columnIndex]?.cards ?? []
  const last = cards.length - 1
  const steps = { left: now.cardIndex, right: now.cardIndex, up: now.cardIndex - 1, down: now.cardIndex + 1, first: 0, last }
  const cardIndex = clamp(typeof step === 'object' ? step.card : steps[step], last)
  return cursorAt(columns, { columnIndex, cardIndex, card: cards[cardIndex] })
}

/** A cursor on the given order, if that is on the board. */
export function cursorOn(columns: Columns, order: number): CardCursor {
  const place = placeOfOrder(columns, order)
  return place ? cursorAt(columns, place) : noCursor
}

/** The order that left the cursor's position, and how. */
export interface Departure {
  order: NamedOrder
  outcome: { kind: 'moved'; to: number } | { kind: 'merchant' | 'day' | 'gone' }
}

/** How the order under the cursor left its column, unless it was moved or deleted here. */
export function departureOf(
  { column, order, around }: CardCursor,
  columns: Columns,
  {
    rows,
    undoable,
    deleted,
    pending,
    merchants,
    statuses,
    search,
  }: Pick<BoardState, 'rows' | 'undoable' | 'deleted' | 'pending' | 'merchants' | 'statuses' | 'search'>,
): Departure | undefined {
  const card = around.find(({ order_id }) => order_id === order)
  if (order === null || !card || deleted.has(order)) return undefined
  const place = placeOfOrder(columns, order)
  if (place && columns[place.columnIndex]?.status.order_status_id === column) return undefined
  const row = rows.get(order)
  if (!row || row.delete === 1) {
    const isHidden = card.merchant !== undefined && !merchants.some(({ merchant_id }) => merchant_id === card.merchant)
    return { order: card, outcome: { kind: isHidden ? 'merchant' : 'gone' } }
  }
  const { order_status: to } = row
  const isOwn =
    pending.some(({ order_id }) => order_id === order) || undoable.findLast(({ order_id }) => order_id === order)?.to === to
  if (isOwn) return undefined
  if (to !== column) return { order: row, outcome: { kind: 'moved', to } }
  const isOpen = statuses.find(({ order_status_id }) => order_status_id === to)?.done !== 1
  return { order: row, outcome: { kind: isOpen || isSearching(search) ? 'gone' : 'day' } }
}

type Moves = Pick<BoardState, 'pending' | 'refused'>

/** Updates the cursor when the moves change. After an undo it waits for the order, unless the server refuses the undo. */
export function waitForUndo(cursor: CardCursor, now: Moves, before: Moves): CardCursor {
  const known = new Set(before.pending.map(({ intent_id }) => intent_id))
  const undo = now.pending.findLast((move) => move.undo !== undefined && !known.has(move.intent_id))
  if (undo) return { ...cursor, awaited: undo.order_id }
  const { refused } = now
  if (refused === before.refused || refused?.undo === undefined || refused.order_id !== cursor.awaited) return cursor
  const { awaited: _, ...rest } = cursor
  return rest
}
