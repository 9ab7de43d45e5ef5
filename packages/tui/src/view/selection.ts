import type { BoardColumns, BoardState, Card } from '@tiffin/core'

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

/** Whether the chosen card has left its column by what was done at this board: a move, or a search that hides it. */
export function leftByHand(
  { rows, pending, made }: Pick<BoardState, 'rows' | 'pending' | 'made'>,
  selection: Selection,
): boolean {
  const { order, column } = selection
  if (order === null || rows.get(order)?.order_status === column) return true
  return [...pending, ...made].some((move) => move.order_id === order && move.from === column)
}

/**
 * The chosen card among what is shown now. One that was taken out of its column here hands the choice to the one that took its
 * place, so that a cook goes on down the column; a column that has gone, to the first with cards. Behind one that somebody else
 * took away nothing is chosen until the next step: a key would hit an order that nobody at this board has chosen.
 */
export function chosenOf(columns: Columns, selection: Selection, byHand = true): Chosen {
  const known = columns.findIndex(({ status }) => status.order_status_id === selection.column)
  const filled = columns.findIndex(({ cards }) => cards.length > 0)
  const columnIndex = known >= 0 ? known : Math.max(0, filled)
  const cards = columns[columnIndex]?.cards ?? []
  const same = known < 0 ? -1 : cards.findIndex(({ order_id }) => order_id === selection.order)
  const cardIndex = same >= 0 ? same : known >= 0 ? clamp(selection.index, cards.length - 1) : 0
  const isLost = known >= 0 && same < 0 && !byHand
  return { columnIndex, cardIndex, card: isLost ? undefined : cards[cardIndex] }
}

export type Step = 'left' | 'right' | 'up' | 'down' | 'first' | 'last' | { card: number }

/** The choice after a step; it stays within the board. */
export function stepFrom(columns: Columns, selection: Selection, step: Step, byHand = true): Selection {
  const now = chosenOf(columns, selection, byHand)
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
          ? now.cardIndex + (now.card ? 1 : 0)
          : step === 'first'
            ? 0
            : step === 'last'
              ? last
              : now.cardIndex
  const index = clamp(wanted, last)
  return { column: column.status.order_status_id, order: column.cards[index]?.order_id ?? null, index }
}

/** The choice of what is shown, so that it is remembered before anything moves. */
export const settle = (columns: Columns, selection: Selection, byHand = true): Selection => {
  const { columnIndex, cardIndex, card } = chosenOf(columns, selection, byHand)
  if (!card) return selection
  return { column: columns[columnIndex]?.status.order_status_id ?? null, order: card.order_id, index: cardIndex }
}
