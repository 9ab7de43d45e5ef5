import { useEffect, useRef, useState } from 'react'
import {
  waitForUndo,
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
import { CARD } from './card-focus.ts'

const BOARD_CARD = `[data-testid=board] ${CARD}`

type Columns = Parameters<CursorWatch['choose']>[0]

interface FocusFollowing extends Pick<CursorWatch, 'refuses'> {
  /** Moves the focus from this order to the one that a key selects; returns whether there is one. */
  go(from: number | undefined, target: (columns: Columns, from: number | undefined) => number | undefined): boolean
}

/** Removing the focused element leaves the focus on the body. */
const hasLostFocus = (): boolean => document.activeElement === null || document.activeElement === document.body
const isCovered = (): boolean => document.querySelector('[role=dialog]') !== null

/**
 * Keeps the focus on the board: a card that leaves passes it to its neighbour, and an undo returns it to the restored
 * order. After moving the last card of a column nothing is focused until the column gets its next order. The returned
 * object refuses keys meant for an order that was moved elsewhere, and moves the focus by keys.
 */
export function useFocusFollowing(columns: readonly Column[]): FocusFollowing {
  const core = useCore()
  const { board } = core
  const [watch] = useState(() => createCursorWatch(core))
  const choice = columns.map(({ status }) => status.order_status_id).join()
  const { focus } = useBoardView()
  const cursor = useRef<CardCursor>(noCursor)
  const latest = useRef(columns)

  useEffect(() => {
    const note = ({ target }: Event): void => {
      const card = target instanceof Element ? target.closest<HTMLElement>(BOARD_CARD) : null
      const order = Number(card?.dataset['order'])
      // A focus passed to a neighbour also arrives here; only a step by the user ends the hold.
      if (order !== cursor.current.order) watch.release()
      cursor.current = card ? cursorOn(latest.current, order) : noCursor
    }
    // A press next to the cards removes the focus intentionally; a press on a card focuses it next.
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
    const hadNoCard = before.column === null && before.awaited === undefined
    if (!hadNoCard) cursor.current = followCursor(columns, before, board.store.getState().pending)
    if (!isCovered()) watch.check(before, cursor.current, columns, choice)
    if (hadNoCard) return
    const { order } = cursor.current
    if (order === null || order === before.order || isCovered()) return
    if (hasLostFocus()) focus.go(order)
  }, [board, choice, columns, focus, watch])

  useEffect(
    () =>
      board.store.subscribe((state, before) => {
        const next = waitForUndo(cursor.current, state, before)
        const { awaited } = next
        if (next === cursor.current || (awaited !== undefined && isCovered())) return
        cursor.current = next
        if (awaited === undefined) return
        // The card must be rendered first, and the notice that offered the undo must be gone.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => (hasLostFocus() || isFocusOnCard() ? focus.go(awaited) : undefined)),
        )
      }),
    [board, focus],
  )
  return {
    refuses: watch.refuses,
    go(from, target) {
      const next = watch.choose(columns, cursorOn(columns, from ?? 0), (seen, { order }) =>
        cursorOn(seen, target(seen, order ?? undefined) ?? 0),
      )
      if (next.order === null) return false
      // Set before the focus arrives, which would otherwise count as a click.
      cursor.current = next
      focus.go(next.order)
      return true
    },
  }
}

const isFocusOnCard = (): boolean => document.activeElement?.closest(BOARD_CARD) !== null
