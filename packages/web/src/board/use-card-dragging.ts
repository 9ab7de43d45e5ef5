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
import type { Card, Column } from '@tiffin/core'
import { errors, type OrderStatus } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { type Decision, isLocked, localized } from '@tiffin/core/rules'
import type { ColumnHandle } from './board-column.tsx'
import { useBoardView } from './board-context.ts'
import { createDragState, type DropState } from './drag-state.ts'
import { dropAfter, isSamePlace } from './drop-place.ts'
import { scrollAtEdges } from './edge-scroll.ts'
import { ticketOf } from './order-card.tsx'

interface Target {
  status: number
  index: number
  top: number
}

/** Where a keyboard drag stands within a card's edge, so that the point lies clearly in the gap. */
const INSET = 8

/** How long a finger holds a card before it drags, in ms, and how far it may slip meanwhile, in px (BOARD-29). */
const HOLD = { delay: 50, tolerance: 8 }

const placeOf = (event: Event | null): { x: number; y: number } | null => {
  const point = event && 'touches' in event ? (event as TouchEvent).touches[0] : event instanceof MouseEvent ? event : undefined
  return point ? { x: point.clientX, y: point.clientY } : null
}

const MOUSE = { activationConstraint: { distance: 5 } }
const TOUCH = { activationConstraint: HOLD }
const KEYS = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] }

type DragData = { card: Card; status: OrderStatus }
const dataOf = (active: { data: { current?: unknown } }): DragData => active.data.current as DragData

type Under = { data: { current?: unknown } } | null | undefined
const statusUnder = (over: Under): number | undefined => (over?.data.current as { status: number } | undefined)?.status

/** The column under the pointer, or under the top of a card that the keyboard carries; how far down does not matter. */
const columnUnder: CollisionDetection = ({ pointerCoordinates, collisionRect, droppableContainers, droppableRects }) => {
  const x = pointerCoordinates?.x ?? collisionRect.left + collisionRect.width / 2
  const under = droppableContainers.find((container) => {
    const rect = droppableRects.get(container.id)
    return rect && x >= rect.left && x < rect.right
  })
  return under ? [{ id: under.id }] : []
}

/** Left and right go to the next open column on the screen, up and down to the next gap between cards. */
const keyboardStep =
  (handles: ReadonlyMap<number, ColumnHandle>): KeyboardCoordinateGetter =>
  (event, { currentCoordinates, context }) => {
    const { over, droppableContainers, droppableRects, collisionRect } = context
    const status = statusUnder(over)
    if (!collisionRect) return undefined
    if (event.code === 'ArrowUp' || event.code === 'ArrowDown') {
      const handle = status === undefined ? undefined : handles.get(status)
      if (!handle) return undefined
      const index = handle.indexAt(collisionRect.top + INSET / 2) + (event.code === 'ArrowDown' ? 1 : -1)
      return { ...currentCoordinates, y: handle.yOf(Math.max(0, index)) - INSET / 2 }
    }
    if (event.code !== 'ArrowLeft' && event.code !== 'ArrowRight') return undefined
    const right = event.code === 'ArrowRight'
    const x = collisionRect.left + collisionRect.width / 2
    const next = droppableContainers
      .getEnabled()
      .flatMap((container) => {
        const rect = droppableRects.get(container.id)
        return rect && (right ? rect.left > x : rect.right < x) ? [{ container, rect }] : []
      })
      .toSorted((a, b) => (right ? a.rect.left - b.rect.left : b.rect.left - a.rect.left))[0]
    if (!next) return undefined
    const width = collisionRect.width
    return { ...currentCoordinates, x: next.rect.left + (next.rect.width - width) / 2 }
  }

/** Dragging of cards between and within columns, by mouse, finger and keyboard (BOARD-21 to 25, BOARD-29). */
export function useCardDragging(columns: readonly Column[], boardElement: RefObject<HTMLElement | null>) {
  const t = useTranslate()
  const { openOrder } = useBoardView()
  const { board, moves, i18n } = useCore()
  const [drag] = useState(createDragState)
  const [handles] = useState(() => new Map<number, ColumnHandle>())
  const [keyboard] = useState(() => ({ keyboardCodes: KEYS, coordinateGetter: keyboardStep(handles) }))
  /** Where the mouse or the finger is; null while the keyboard carries the card. */
  const pointer = useRef<{ x: number; y: number } | null>(null)
  /** The column that was named last to those who listen. */
  const announced = useRef<number | undefined>(undefined)

  useEffect(() => {
    let frame = 0
    // From frame to frame as long as something scrolls; else only when the pointer moves.
    const scroll = (): void => {
      frame = 0
      const elements = [...handles.values()].map(({ element }) => element)
      if (!drag.dragged() || !pointer.current || !boardElement.current) return
      if (scrollAtEdges(pointer.current, boardElement.current, elements)) frame = requestAnimationFrame(scroll)
    }
    const follow = (event: Event): void => {
      if (!drag.dragged() || !pointer.current) return
      pointer.current = placeOf(event) ?? pointer.current
      frame ||= requestAnimationFrame(scroll)
    }
    for (const name of ['mousemove', 'touchmove']) window.addEventListener(name, follow, true)
    const stop = drag.subscribe(() => (frame ||= requestAnimationFrame(scroll)))
    return () => {
      stop()
      for (const name of ['mousemove', 'touchmove']) window.removeEventListener(name, follow, true)
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
    drag.start({ card, status, columns: new Map(answers) })
  }

  const answerOf = (decision: Decision): DropState =>
    decision.allowed ? { kind: 'open' } : { kind: 'closed', reason: t(errors[decision.code], decision.params) }

  function targetOf({ active, over }: DragMoveEvent): Target | null {
    const status = statusUnder(over)
    const handle = status === undefined ? undefined : handles.get(status)
    if (status === undefined || !handle) return null
    const y = pointer.current?.y ?? (active.rect.current.translated?.top ?? 0) + INSET / 2
    const index = handle.indexAt(y)
    return { status, index, top: handle.topOf(index) }
  }

  function end(event: DragEndEvent | null): void {
    const dragged = drag.dragged()
    const card = dragged?.card
    // A finger that holds a card without moving it has tapped it; its own click was taken for the drag.
    const tapped = event && 'touches' in event.activatorEvent && Math.hypot(event.delta.x, event.delta.y) < HOLD.tolerance
    const place = event && !tapped && targetOf(event)
    if (card && tapped) openOrder(card.order_id)
    if (card && place && dragged.columns.get(place.status)?.kind === 'open') {
      const cards = columns.find(({ status }) => status.order_status_id === place.status)?.cards ?? []
      if (!isSamePlace(cards, place.index, card.order_id)) {
        board.move(card.order_id, place.status, { after: dropAfter(cards, place.index, card.order_id) })
      }
    }
    boardElement.current?.removeAttribute('data-dragging')
    drag.end()
    board.endDrag()
  }

  // The same options each time, else every card would be drawn anew with the board.
  const sensors = useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, TOUCH), useSensor(KeyboardSensor, keyboard))

  const order = (active: { data: { current?: unknown } }): string => t('Order %1', [ticketOf(dataOf(active).card)])
  const columnName = (over: Under): string | undefined => {
    const column = columns.find((candidate) => candidate.status.order_status_id === statusUnder(over))
    return column && nameOf(column.status)
  }
  const announcements: Announcements = {
    onDragStart({ active }) {
      announced.current = dataOf(active).status.order_status_id
      return t('%1 picked up.', [order(active)])
    },
    onDragOver({ active, over }) {
      const status = statusUnder(over)
      // Its own column, said at once, would drown that the card is picked up.
      if (status === announced.current) return undefined
      announced.current = status
      const name = columnName(over)
      return name ? t('%1 is over the column %2.', [order(active), name]) : t('%1 is over no column.', [order(active)])
    },
    onDragEnd: ({ active, over }) => {
      const name = columnName(over)
      return name ? t('%1 dropped in the column %2.', [order(active), name]) : t('%1 is back in its place.', [order(active)])
    },
    onDragCancel: ({ active }) => t('%1 is back in its place.', [order(active)]),
  }

  return {
    drag,
    register,
    context: {
      // Ours knows which column the pointer is in; dnd-kit's runs off sideways when columns scroll in a board that scrolls.
      autoScroll: false,
      sensors,
      collisionDetection: columnUnder,
      onDragStart: start,
      onDragMove: (event: DragMoveEvent) => drag.over(targetOf(event)),
      onDragEnd: end,
      onDragCancel: () => end(null),
      accessibility: {
        announcements,
        screenReaderInstructions: {
          draggable: t(
            'Press Space to pick the order up, the arrow keys to choose a column and a place, Space to drop it, Escape to leave it.',
          ),
        },
      },
    },
  }
}
