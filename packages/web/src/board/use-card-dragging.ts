import {
  type Announcements,
  type CollisionDetection,
  type DragEndEvent,
  type DragMoveEvent,
  type DragStartEvent,
  KeyboardSensor,
  type KeyboardCoordinateGetter,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type Card, type Column, orderName } from '@tiffin/core'
import { errors, type OrderStatus } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { type Decision, isLocked, localized } from '@tiffin/core/rules'
import type { ColumnHandle } from './board-column.tsx'
import { useBoardView } from './board-context.ts'
import { createDragState, type DragState, type DropState } from './drag-state.ts'
import { columnAt, dropAfter, isSamePlace, nextColumn, type Span } from './drop-place.ts'
import { scrollAtEdges, scrollByWheel } from './edge-scroll.ts'

interface Target {
  status: number
  index: number
  top: number
}

/** The only drop target for dnd-kit: reporting each crossed column would re-render all cards. */
export const BOARD = 'board'
const ABOVE = [{ id: BOARD }]
const aboveBoard: CollisionDetection = () => ABOVE

/** Distance inside a card's edge during a keyboard drag, so that the point is clearly in the gap. */
const INSET = 8

/** How long a finger must hold a card before dragging, in ms, and how far it may slip, in px (BOARD-29). */
const TOUCH_HOLD = { delay: 50, tolerance: 8 }

interface Point {
  x: number
  y: number
}

const placeOf = (event: Event | null): Point | null => {
  const point = event && 'touches' in event ? (event as TouchEvent).touches[0] : event instanceof MouseEvent ? event : undefined
  return point ? { x: point.clientX, y: point.clientY } : null
}

/** Whether a finger has stayed in place; dnd-kit's own distance includes scrolling. */
const isNear = (from: Point | null, to: Point | null): boolean =>
  from !== null && to !== null && Math.hypot(to.x - from.x, to.y - from.y) < TOUCH_HOLD.tolerance

const MOUSE = { activationConstraint: { distance: 5 } }
const TOUCH = { activationConstraint: TOUCH_HOLD }
const KEYS = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] }

type DragData = { card: Card; status: OrderStatus }
const dataOf = (active: { data: { current?: unknown } }): DragData => active.data.current as DragData

interface VisibleColumn extends Span {
  status: number
  handle: ColumnHandle
  open: boolean
}

/** The visible columns, in no order, and whether they accept the card. */
function columnsShown(drag: DragState, handles: ReadonlyMap<number, ColumnHandle>): VisibleColumn[] {
  return [...handles].map(([status, handle]) => {
    const { left, right } = handle.element.getBoundingClientRect()
    return { status, handle, left, right, open: drag.dropOf(status)?.kind !== 'closed' }
  })
}

function placeAt(columns: readonly VisibleColumn[], { x, y }: Point): Target | null {
  const column = columnAt(columns, x)
  if (!column?.open) return null
  const index = column.handle.indexAt(y)
  return { status: column.status, index, top: column.handle.topOf(index) }
}

/** Left and right go to the next available column on the screen, up and down to the next gap between cards. */
const keyboardStep =
  (shown: () => VisibleColumn[]): KeyboardCoordinateGetter =>
  (event, { currentCoordinates, context: { collisionRect } }) => {
    if (!collisionRect) return undefined
    const { top, left, width } = collisionRect
    const x = left + width / 2
    if (event.code === 'ArrowUp' || event.code === 'ArrowDown') {
      const column = columnAt(shown(), x)
      if (!column?.open) return undefined
      const { handle } = column
      const index = handle.indexAt(top + INSET / 2) + (event.code === 'ArrowDown' ? 1 : -1)
      return { ...currentCoordinates, y: handle.clientYOf(Math.max(0, index)) - INSET / 2 }
    }
    if (event.code !== 'ArrowLeft' && event.code !== 'ArrowRight') return undefined
    const open = shown().filter((column) => column.open)
    const next = nextColumn(open, x, event.code === 'ArrowRight' ? 'right' : 'left')
    return next && { ...currentCoordinates, x: next.left + (next.right - next.left - width) / 2 }
  }

/** Dragging of cards between and within columns, by mouse, finger and keyboard (BOARD-21 to 25, BOARD-29). */
export function useCardDragging(columns: readonly Column[], boardElement: RefObject<HTMLElement | null>) {
  const t = useTranslate()
  const { answer, openOrder, focus } = useBoardView()
  const { board, commands, moves, i18n } = useCore()
  const [drag] = useState(createDragState)
  const [handles] = useState(() => new Map<number, ColumnHandle>())
  const [keyboard] = useState(() => ({ keyboardCodes: KEYS, coordinateGetter: keyboardStep(() => columnsShown(drag, handles)) }))
  /** Position of the mouse or finger; null during a keyboard drag. */
  const pointer = useRef<Point | null>(null)
  /** The column below the card, as last reported to listeners. */
  const above = useRef<number | undefined>(undefined)

  useEffect(() => {
    let frame = 0
    const elements = (): HTMLElement[] => [...handles.values()].map(({ element }) => element)
    // Runs every frame while something scrolls, else only when the pointer moves.
    const scroll = (): void => {
      frame = 0
      if (!drag.dragged() || !pointer.current || !boardElement.current) return
      if (!scrollAtEdges(pointer.current, boardElement.current, elements())) return
      frame = requestAnimationFrame(scroll)
      drag.over(placeAt(columnsShown(drag, handles), pointer.current))
    }
    const follow = (event: Event): void => {
      if (!drag.dragged() || !pointer.current) return
      pointer.current = placeOf(event) ?? pointer.current
      frame ||= requestAnimationFrame(scroll)
    }
    // The layer below the card blocks the wheel, too.
    const turn = (event: WheelEvent): void => {
      if (!drag.dragged() || !pointer.current || !boardElement.current || event.ctrlKey) return
      event.preventDefault()
      scrollByWheel(event, boardElement.current, elements())
      drag.over(placeAt(columnsShown(drag, handles), pointer.current))
    }
    for (const name of ['mousemove', 'touchmove']) window.addEventListener(name, follow, true)
    const stop = drag.store.subscribe(() => {
      frame ||= requestAnimationFrame(scroll)
      // Registered only during a drag, because the browser's own scrolling would wait for it.
      if (drag.dragged()) window.addEventListener('wheel', turn, { capture: true, passive: false })
      else window.removeEventListener('wheel', turn, true)
    })
    return () => {
      stop()
      for (const name of ['mousemove', 'touchmove']) window.removeEventListener(name, follow, true)
      window.removeEventListener('wheel', turn, true)
      cancelAnimationFrame(frame)
    }
  }, [drag, handles, boardElement])

  const register = useCallback(
    (status: number, handle: ColumnHandle | undefined) => {
      if (handle) handles.set(status, handle)
      else handles.delete(status)
    },
    [handles],
  )

  const nameOf = (status: OrderStatus): string => localized(status.value, i18n.lang())

  function start({ active, activatorEvent }: DragStartEvent): void {
    pointer.current = placeOf(activatorEvent)
    const { card, status } = dataOf(active)
    board.startDrag(card.order_id)
    const own: Decision = isLocked(status)
      ? { allowed: false, code: 'column_locked', params: [nameOf(status)] }
      : { allowed: true }
    const decisions = [...moves.targets(card.order_id), { status, decision: own }]
    const answers = decisions.map(({ status: { order_status_id: id }, decision }) => [id, answerOf(decision)] as const)
    boardElement.current?.toggleAttribute('data-dragging', true)
    drag.start({ card, status, byMouse: activatorEvent instanceof MouseEvent, columns: new Map(answers) })
  }

  const answerOf = (decision: Decision): DropState =>
    decision.allowed ? { kind: 'open' } : { kind: 'closed', reason: t.message(errors[decision.code], decision.params) }

  function targetOf({ active }: DragMoveEvent): Target | null {
    const { left = 0, top = 0, width = 0 } = active.rect.current.translated ?? {}
    return placeAt(columnsShown(drag, handles), pointer.current ?? { x: left + width / 2, y: top + INSET / 2 })
  }

  function end(event: DragEndEvent | null): void {
    const dragged = drag.dragged()
    const card = dragged?.card
    // A finger that held a card without moving has tapped it; its click was consumed by the drag.
    const tapped = event && 'touches' in event.activatorEvent && isNear(placeOf(event.activatorEvent), pointer.current)
    const place = event && !tapped ? targetOf(event) : null
    above.current = place?.status
    if (card && tapped) openOrder(card.order_id)
    else if (card) focus.follow(card.order_id)
    if (card && place && dragged.columns.get(place.status)?.kind === 'open') {
      const cards = columns.find(({ status }) => status.order_status_id === place.status)?.cards ?? []
      if (!isSamePlace(cards, place.index, card.order_id)) {
        answer(commands.drop(card.order_id, place.status, dropAfter(cards, place.index, card.order_id)), [])
      }
    }
    boardElement.current?.removeAttribute('data-dragging')
    drag.end()
    board.endDrag()
  }

  // A stable object; otherwise every card would re-render with the board.
  const sensors = useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, TOUCH), useSensor(KeyboardSensor, keyboard))

  const order = (active: { data: { current?: unknown } }): string =>
    orderName(board.store.getState(), dataOf(active).card, i18n.lang())
  const columnName = (id: number | undefined): string | undefined => {
    const column = columns.find(({ status }) => status.order_status_id === id)
    return column && nameOf(column.status)
  }
  const announcements: Announcements = {
    onDragStart({ active }) {
      // Announcing its own column at once would drown the announcement of the pickup.
      above.current = dataOf(active).status.order_status_id
      return t('%1 picked up.', [order(active)])
    },
    onDragMove({ active }) {
      const status = drag.place()
      if (status === above.current) return undefined
      above.current = status
      const name = columnName(status)
      return name ? t('%1 is over column %2.', [order(active), name]) : t('%1 is not over a column.', [order(active)])
    },
    onDragOver: () => undefined,
    onDragEnd({ active }) {
      const name = columnName(above.current)
      return name ? t('%1 dropped in column %2.', [order(active), name]) : t('%1 is back in its place.', [order(active)])
    },
    onDragCancel: ({ active }) => t('%1 is back in its place.', [order(active)]),
  }

  return {
    drag,
    register,
    context: {
      // Our own scrolling knows the column under the pointer; dnd-kit's scrolls sideways when columns scroll inside a
      // scrolling board.
      autoScroll: false,
      sensors,
      collisionDetection: aboveBoard,
      onDragStart: start,
      onDragMove: (event: DragMoveEvent) => drag.over(targetOf(event)),
      onDragEnd: end,
      onDragCancel: () => end(null),
      accessibility: {
        announcements,
        screenReaderInstructions: {
          draggable: t(
            'Press Space to pick up the order. Use the arrow keys to choose a column and position. Press Space to drop it or Escape to cancel.',
          ),
        },
      },
    },
  }
}
