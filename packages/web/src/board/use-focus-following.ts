import { useEffect, useRef } from 'react'
import { awaitUndone, type CardCursor, type Column, cursorOn, followCursor, noCursor } from '@tiffin/core'
import { useCore } from '@tiffin/core/react'
import { useBoardView } from './board-context.ts'

const CARD = '[data-testid=board] [data-order]'

/** An element that is taken off the page leaves the focus with nobody. */
const hasLostFocus = (): boolean => document.activeElement === null || document.activeElement === document.body
const isCovered = (): boolean => document.querySelector('[role=dialog]') !== null

/**
 * Keeps the focus on the board: a card that goes away hands it to its neighbour, and an undo gives it to the order that came
 * back. Behind the last card of a column that was moved here nothing has the focus until the column gets its next order.
 */
export function useFocusFollowing(columns: readonly Column[]): void {
  const { board } = useCore()
  const { focus } = useBoardView()
  const cursor = useRef<CardCursor>(noCursor)
  const latest = useRef(columns)

  useEffect(() => {
    const note = ({ target }: Event): void => {
      const card = target instanceof Element ? target.closest<HTMLElement>(CARD) : null
      cursor.current = card ? cursorOn(latest.current, Number(card.dataset['order'])) : noCursor
    }
    // A press beside the cards takes the focus away by a person's wish; one on a card gives it the focus next.
    const forget = (): void => void (cursor.current = noCursor)
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', forget)
    return () => {
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', forget)
    }
  }, [])

  useEffect(() => {
    latest.current = columns
    const before = cursor.current
    if (before.column === null && before.awaited === undefined) return
    cursor.current = followCursor(columns, before, board.store.getState().pending)
    const { order } = cursor.current
    if (order === null || order === before.order || isCovered()) return
    if (hasLostFocus()) focus.go(order)
  }, [board, columns, focus])

  useEffect(
    () =>
      board.store.subscribe((state, before) => {
        const next = awaitUndone(cursor.current, state, before)
        const { awaited } = next
        if (next === cursor.current || (awaited !== undefined && isCovered())) return
        cursor.current = next
        if (awaited === undefined) return
        // The card is drawn in its column first, and a notice that offered the undo has gone by then.
        requestAnimationFrame(() => requestAnimationFrame(() => (hasLostFocus() || isOnCard() ? focus.go(awaited) : undefined)))
      }),
    [board, focus],
  )
}

const isOnCard = (): boolean => document.activeElement?.closest(CARD) !== null
