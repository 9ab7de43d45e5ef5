import { createContext, useContext } from 'react'
import type { BoardOrder } from '@tiffin/core'
import type { AgeRule } from '@tiffin/core/rules'
import type { CardFocus } from './card-focus.ts'

/** Where a menu opens: beside the element, or at a point on it. The element gets the focus back. */
export interface MenuAnchor {
  element: HTMLElement
  point?: { x: number; y: number }
}

/** What is to be asked before something happens to orders. */
export type BoardDialog =
  | { kind: 'reason'; orders: readonly BoardOrder[]; to: number }
  | { kind: 'courier'; orders: readonly BoardOrder[] }
  | { kind: 'delete'; order: BoardOrder }

/** What cards and columns need to know of the board around them. */
export interface BoardView {
  lang: string
  timezone: string
  /** Two letters of the company's country. */
  country: string
  /** The company whose board it is. */
  company: number
  /** Cards name their merchant only where several are shown. */
  manyMerchants: boolean
  /** Without dishes, address and courier (AMB-102). */
  compact: boolean
  price: { decimals: 0 | 2; symbol: string | undefined }
  age: AgeRule
  /** Whether the person may move orders of this merchant at all (PERM-12, BOARD-24). */
  mayMove: (merchant: number) => boolean
  /** Opens the preview of an order (BOARD-32). */
  openOrder: (orderId: number) => void
  /** Opens the menu of a card, with "Move to…" in it. */
  openMenu: (card: BoardOrder, anchor: MenuAnchor) => void
  ask: (dialog: BoardDialog) => void
  focus: CardFocus
}

const BoardViewContext = createContext<BoardView | null>(null)
export const BoardViewProvider = BoardViewContext.Provider

export function useBoardView(): BoardView {
  const view = useContext(BoardViewContext)
  if (!view) throw new Error('useBoardView needs a BoardViewProvider above it')
  return view
}
