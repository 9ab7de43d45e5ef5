import type { Column } from '@tiffin/core'

export type Step = 'up' | 'down' | 'left' | 'right'

type Columns = readonly Pick<Column, 'cards'>[]
/** Position of a card by column and index, rendered or not. */
interface Place {
  column: number
  card: number
}

/** Position of an order; undefined if it has no card. */
export function placeOfCard(columns: Columns, orderId: number | undefined): Place | undefined {
  const cardIn = (column: number) => columns[column]?.cards.findIndex(({ order_id }) => order_id === orderId) ?? -1
  const column = columns.findIndex((_, index) => cardIn(index) >= 0)
  return column < 0 ? undefined : { column, card: cardIn(column) }
}

const firstColumn = (columns: Columns): number => columns.findIndex(({ cards }) => cards.length > 0)

/** The order selected by a digit: in the focused card's column, else in the first one with cards (KDS-01). */
export const orderAtDigit = (columns: Columns, from: Place | undefined, digit: number): number | undefined =>
  columns[from?.column ?? firstColumn(columns)]?.cards[digit - 1]?.order_id

/** The order next to the focused one, skipping columns without cards; undefined if there is none. */
export function adjacentOrder(columns: Columns, from: Place | undefined, step: Step): number | undefined {
  if (!from) return columns[firstColumn(columns)]?.cards[0]?.order_id
  const cards = columns[from.column]?.cards ?? []
  if (step === 'up') return cards[Math.max(0, from.card - 1)]?.order_id
  if (step === 'down') return cards[from.card + 1]?.order_id
  const others = step === 'right' ? columns.slice(from.column + 1) : columns.slice(0, from.column).toReversed()
  const next = others.find((other) => other.cards.length > 0)?.cards ?? []
  return next[Math.min(from.card, next.length - 1)]?.order_id
}
