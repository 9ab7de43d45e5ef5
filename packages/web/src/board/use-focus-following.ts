import { useEffect, useRef, useState } from 'react'
import {
  awaitUndone,
  type CardCursor,
  type Column,
  type CursorWatch,
  createCursorWatch,
  cursorOn,
  followCursor,
  noCursor,
} from '@tiffin/core'
import { useCore } from '@tiffin/core/react'
import { useBoardView } from './board-context.ts'

const CARD = '[data-testid=board] [data-order]'

/** An element that is taken off the page leaves the focus with nobody. */
const hasLostFocus = (): boolean => document.activeElement === null || document.activeElement === document.body
const isCovered = (): boolean => document.querySelector('[role=dialog]') !== null

/**
 * Keeps the focus on the board: a card that goes away hands it to its neighbour, and an undo gives it to the order that came
 * back. Behind the last card of a column that was moved here nothing has the focus until the column gets its next order.
 * The answer holds keys that were meant for an order that somebody else has taken away.
 */
export function useFocusFollowing(columns: readonly Column[]): CursorWatch {
  const core = useCore()
  const { board } = core
  const [watch] = useState(() => createCursorWatch(core))
  const choice = columns.map(({ status }) => status.order_status_id).join()
  const { focus } = useBoardView()
  const cursor = useRef<CardCursor>(noCursor)
  const latest = useRef(columns)

  useEffect(() => {
    const note = ({ target }: Event): void => {
      const card = target instanceof Element ? target.closest<HTMLElement>(CARD) : null
      const order = Number(card?.dataset['order'])
      // Also the focus that was given to a neighbour comes here; a step of the person ends the hold.
      if (order !== cursor.current.order) watch.release()
      cursor.current = card ? cursorOn(latest.current, order) : noCursor
    }
    // A press beside the cards takes the focus away by a person's wish; one on a card gives it the focus next.
    const forget = (): void => void (cursor.current = noCursor)
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', forget)
    return () => {
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', forget)
    }
  }, [watch])

  useEffect(() => {
    latest.current = columns
    const before = cursor.current
    const isNowhere = before.column === null && before.awaited === undefined
    if (!isNowhere) cursor.current = followCursor(columns, before, board.store.getState().pending)
    if (!isCovered()) watch.look(before, cursor.current, columns, choice)
    if (isNowhere) return
    const { order } = cursor.current
    if (order === null || order === before.order || isCovered()) return
    if (hasLostFocus()) focus.go(order)
  }, [board, choice, columns, focus, watch])

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
  return watch
}

const isOnCard = (): boolean => document.activeElement?.closest(CARD) !== null
