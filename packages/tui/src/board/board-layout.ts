import { createContext, useContext } from 'react'
import { type Area, isWithin } from '../view/mouse.ts'

/** Screen position of a column, and its visible cards. */
export interface ColumnLayout {
  /** Index of the first visible card. */
  first: number
  area: Area
  cards: readonly Area[]
}

/** Screen positions for digits, page keys and mouse; updated during rendering, without re-rendering anything. */
export interface BoardLayout {
  columns: Map<number, ColumnLayout>
  /** The number of visible cards in the chosen column. */
  screenful(): number
  setScreenful(cards: number): void
}

export function emptyLayout(): BoardLayout {
  let screenful = 0
  return { columns: new Map(), screenful: () => screenful, setScreenful: (cards) => void (screenful = cards) }
}

const DrawnContext = createContext(emptyLayout())
export const BoardLayoutProvider = DrawnContext.Provider
export const useBoardLayout = (): BoardLayout => useContext(DrawnContext)

/** The column, and the card if any, at a screen cell. */
export function cardAt(
  drawn: BoardLayout,
  at: { column: number; row: number },
): { column: number; card: number | undefined } | undefined {
  for (const [column, { first, area, cards }] of drawn.columns) {
    if (!isWithin(area, at)) continue
    const offset = cards.findIndex((card) => isWithin(card, at))
    return { column, card: offset < 0 ? undefined : first + offset }
  }
  return undefined
}
