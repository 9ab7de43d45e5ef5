import type { Card } from '@tiffin/core'

/** Top and height of a card within its column. */
export interface CardBounds {
  start: number
  size: number
}

/** The index of the card that a point precedes: the first one whose middle is below it, else after the last. */
export function dropIndex(cards: readonly CardBounds[], y: number): number {
  let low = 0
  let high = cards.length
  while (low < high) {
    const middle = (low + high) >> 1
    const card = cards[middle]
    if (card && card.start + card.size / 2 > y) high = middle
    else low = middle + 1
  }
  return low
}

/** The card that a dropped card would follow; null means the head. The dragged card does not count. */
export function dropAfter(cards: readonly Pick<Card, 'order_id'>[], index: number, dragged: number): number | null {
  return cards.slice(0, index).findLast(({ order_id }) => order_id !== dragged)?.order_id ?? null
}

/** Whether a drop would leave the card where it is. */
export function isSamePlace(cards: readonly Pick<Card, 'order_id'>[], index: number, dragged: number): boolean {
  const own = cards.findIndex((card) => card.order_id === dragged)
  return own >= 0 && (index === own || index === own + 1)
}

/** Left and right edge of a column on the screen, in px. */
export interface Span {
  left: number
  right: number
}

/** How far outside a column still counts as inside: the gap between two columns, in px. */
const EDGE_TOLERANCE = 8

const distance = ({ left, right }: Span, x: number): number => Math.max(left - x, x - right, 0)

const nearest = <T extends Span>(columns: readonly T[], x: number): T | undefined =>
  columns.toSorted((a, b) => distance(a, x) - distance(b, x))[0]

/** The column at `x`, in either page direction; in a gap the nearer one. */
export function columnAt<T extends Span>(columns: readonly T[], x: number): T | undefined {
  const column = nearest(columns, x)
  return column && distance(column, x) <= EDGE_TOLERANCE ? column : undefined
}

/** The next column on one side of `x`. */
export const nextColumn = <T extends Span>(columns: readonly T[], x: number, side: 'left' | 'right'): T | undefined =>
  nearest(
    columns.filter(({ left, right }) => (side === 'right' ? left > x : right < x)),
    x,
  )
