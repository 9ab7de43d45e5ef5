import { createContext, useContext } from 'react'
import { type Area, isWithin } from '../view/mouse.ts'

/** Where a column stands on the screen, and its cards from the first that is shown. */
export interface DrawnColumn {
  /** Index of the first card that is shown. */
  first: number
  area: Area
  cards: readonly Area[]
}

/** What stands where, for digits and the mouse; written by whoever draws, without re-rendering anything. */
export interface Drawn {
  columns: Map<number, DrawnColumn>
}

const DrawnContext = createContext<Drawn>({ columns: new Map() })
export const DrawnProvider = DrawnContext.Provider
export const useDrawn = (): Drawn => useContext(DrawnContext)

/** The column, and the card if there is one, at a cell of the screen. */
export function cardAt(
  drawn: Drawn,
  at: { column: number; row: number },
): { column: number; card: number | undefined } | undefined {
  for (const [column, { first, area, cards }] of drawn.columns) {
    if (!isWithin(area, at)) continue
    const offset = cards.findIndex((card) => isWithin(card, at))
    return { column, card: offset < 0 ? undefined : first + offset }
  }
  return undefined
}
