import type { BoardColumns, Card } from '@tiffin/core'

/** What is chosen on the board: a card by its order, and where it stood, for when it goes away. */
export interface Selection {
  /** Status of the column. */
  column: number | null
  order: number | null
  index: number
}

export const nothingChosen: Selection = { column: null, order: null, index: 0 }

export interface Chosen {
  columnIndex: number
  cardIndex: number
  card: Card | undefined
}

type Columns = BoardColumns['columns']
const clamp = (value: number, last: number): number => Math.max(0, Math.min(value, last))

/**
 * The chosen card among what is shown now. A card that has left its column hands the choice to the one that took its
 * place, so that a cook goes on down the column; a column that has gone, to the first with cards.
 */
export function chosenOf(columns: Columns, selection: Selection): Chosen {
  const known = columns.findIndex(({ status }) => status.order_status_id === selection.column)
  const filled = columns.findIndex(({ cards }) => cards.length > 0)
  const columnIndex = known >= 0 ? known : Math.max(0, filled)
  const cards = columns[columnIndex]?.cards ?? []
  const same = known < 0 ? -1 : cards.findIndex(({ order_id }) => order_id === selection.order)
  const cardIndex = same >= 0 ? same : known >= 0 ? clamp(selection.index, cards.length - 1) : 0
  return { columnIndex, cardIndex, card: cards[cardIndex] }
}

export type Step = 'left' | 'right' | 'up' | 'down' | 'first' | 'last' | { card: number }

/** The choice after a step; it stays within the board. */
export function stepFrom(columns: Columns, selection: Selection, step: Step): Selection {
  const now = chosenOf(columns, selection)
  const sideways = step === 'left' ? -1 : step === 'right' ? 1 : 0
  const columnIndex = clamp(now.columnIndex + sideways, columns.length - 1)
  const column = columns[columnIndex]
  if (!column) return nothingChosen
  const last = column.cards.length - 1
  const wanted =
    typeof step === 'object'
      ? step.card
      : step === 'up'
        ? now.cardIndex - 1
        : step === 'down'
          ? now.cardIndex + 1
          : step === 'first'
            ? 0
            : step === 'last'
              ? last
              : now.cardIndex
  const index = clamp(wanted, last)
  return { column: column.status.order_status_id, order: column.cards[index]?.order_id ?? null, index }
}

/** The choice of what is shown, so that it is remembered before anything moves. */
export const settle = (columns: Columns, selection: Selection): Selection => {
  const { columnIndex, cardIndex, card } = chosenOf(columns, selection)
  return { column: columns[columnIndex]?.status.order_status_id ?? null, order: card?.order_id ?? null, index: cardIndex }
}
