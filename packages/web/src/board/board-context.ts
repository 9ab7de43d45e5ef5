import { createContext, useContext } from 'react'
import type { BoardOrder, Outcome, Question } from '@tiffin/core'
import type { AgeRule } from '@tiffin/core/rules'
import type { OrderFormatOptions } from '../order/order-format-options.ts'
import type { CardFocus } from './card-focus.ts'

/** Where a menu opens: next to the element, or at a point on it. Closing it returns the focus to the element. */
export interface MenuAnchor {
  element: HTMLElement
  point?: { x: number; y: number }
}

/** A question that must be answered before a change of orders, or the commands for them. */
export type BoardDialog =
  | { kind: 'reason'; orders: readonly BoardOrder[]; answer: (reason: string) => Outcome }
  | ({ kind: 'handoff' } & Omit<Extract<Question, { ask: 'handoff' }>, 'ask'>)
  | { kind: 'courier'; orders: readonly BoardOrder[] }
  | { kind: 'delete'; order: BoardOrder }
  | { kind: 'commands'; orders: readonly BoardOrder[] }

/** State of the board for cards and columns. */
export interface BoardView extends OrderFormatOptions {
  /** The company of the board. */
  company: number
  /** Cards name their merchant only if several are shown. */
  manyMerchants: boolean
  /** Without dishes, address and courier (AMB-102). */
  compact: boolean
  age: AgeRule
  /** Whether the user may move orders of this merchant at all (PERM-12, BOARD-24). */
  mayMove: (merchant: number) => boolean
  /** Opens the preview of an order (BOARD-32). */
  openOrder: (orderId: number) => void
  /** Opens its editor (ORDER-01). */
  editOrder: (orderId: number) => void
  /** Opens the menu of a card, which includes "Move to…". */
  openMenu: (card: BoardOrder, anchor: MenuAnchor) => void
  ask: (dialog: BoardDialog) => void
  /** Opens the dialog for the question of a move, if it has one. */
  answer: (outcome: Outcome, orders: readonly BoardOrder[]) => void
  /** Opens the wizard (BOARD-33). */
  newOrder: () => void
  /** Opens an order for the latest caller. */
  answerCall: () => void
  focus: CardFocus
}

const BoardViewContext = createContext<BoardView | null>(null)
export const BoardViewProvider = BoardViewContext.Provider

export function useBoardView(): BoardView {
  const view = useContext(BoardViewContext)
  if (!view) throw new Error('useBoardView needs a BoardViewProvider above it')
  return view
}
