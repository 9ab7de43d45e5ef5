import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ComponentProps, type CSSProperties, memo, useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react'
import type { Card, Column } from '@tiffin/core'
import type { OrderStatus } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { countLate, formatList, isLocked, localized } from '@tiffin/core/rules'
import { Icon } from '../ui/icon.tsx'
import { useBoardView } from './board-context.ts'
import { CARD_LINK, useRequestedCard } from './card-focus.ts'
import { ColumnEdge } from './column-edge.tsx'
import { DraggableCard } from './draggable-card.tsx'
import { type DragState, useDrag } from './drag-state.ts'
import { dropIndex } from './drop-place.ts'
import { statusColours } from '../order/status-colours.ts'
import { useBoardTime } from './board-clock.tsx'

/**
 * Position of a column on the screen, for dragging. `y` is a client coordinate, `topOf` returns one within the column.
 */
export interface ColumnHandle {
  element: HTMLElement
  topOf(index: number): number
  indexAt(y: number): number
  clientYOf(index: number): number
}

interface Props {
  column: Column
  /** Whether digits select cards of this column while no card has the focus. */
  isFirst: boolean
  register: (status: number, handle: ColumnHandle | undefined) => void
}

const ESTIMATE = { detailed: 230, compact: 68 }
const PADDING = 6
/** Cards rendered above and below the visible ones. */
const OVERSCAN = 4
/** Number of cards that digits can select (KDS-01). */
const TILES = 9

/** A status with its cards, of which only the visible ones are rendered. */
export const BoardColumn = memo(function BoardColumn({ column: { status, cards, hidden }, isFirst, register }: Props) {
  const t = useTranslate()
  const { lang, compact, focus } = useBoardView()
  const body = useRef<HTMLDivElement>(null)
  const { boardSettings } = useCore()
  const id = status.order_status_id
  // Off-screen cards stay rendered while they are dragged or about to get the focus.
  const dragged = useDrag((drag) => renderedCard(drag, id))
  const requested = useRequestedCard(focus, cards)
  const width = useSelected(boardSettings.store, ({ widths }) => widths[id])
  // oxlint-disable-next-line react/incompatible-library -- its results are read when needed and never stored
  const virtual = useVirtualizer({
    count: cards.length,
    getScrollElement: () => body.current,
    estimateSize: () => (compact ? ESTIMATE.compact : ESTIMATE.detailed),
    getItemKey: (index) => cards[index]?.order_id ?? index,
    // The overscan is rendered after the first paint.
    overscan: useDeferredValue(OVERSCAN, 0),
    rangeExtractor(range) {
      const shown = defaultRangeExtractor(range)
      const kept = [dragged, requested].map((order) =>
        order === undefined ? -1 : cards.findIndex((card) => card.order_id === order),
      )
      const more = kept.filter((index) => index >= 0 && !shown.includes(index))
      return more.length === 0 ? shown : [...new Set([...shown, ...more])].sort((a, b) => a - b)
    },
    paddingStart: PADDING,
    paddingEnd: PADDING * 4,
  })

  useEffect(() => {
    const element = body.current
    if (!element) return
    const top = () => element.getBoundingClientRect().top - element.scrollTop
    const topOf = (index: number): number => virtual.measurementsCache[index]?.start ?? virtual.getTotalSize() - PADDING * 4
    register(id, {
      element,
      topOf,
      indexAt: (y) => dropIndex(virtual.measurementsCache, y - top()),
      clientYOf: (index) => top() + topOf(index),
    })
    return () => register(id, undefined)
  }, [id, register, virtual])

  useLayoutEffect(() => {
    const link = requested !== undefined && body.current?.querySelector<HTMLElement>(`[data-order="${requested}"] ${CARD_LINK}`)
    if (link) focus.give(link)
  })

  const name = localized(status.value, lang)
  const below = virtual.range ? cards.slice(virtual.range.endIndex + 1) : []
  return (
    <Frame
      status={id}
      className="column"
      data-testid={`column-${id}`}
      data-first={isFirst || undefined}
      aria-label={t('%1, orders: %2', [name, cards.length])}
      data-sized={width === undefined ? undefined : ''}
      style={{ ...statusColours(status.color), '--width': width === undefined ? undefined : `${width}px` } as CSSProperties}
    >
      <header className="head">
        <h2>{name}</h2>
        {isLocked(status) && (
          <span className="lock" title={t("Locked: orders can't be moved here")}>
            <Icon name="lock" size={14} label={t("Locked: orders can't be moved here")} />
          </span>
        )}
        <span className="count" data-testid="count">
          {cards.length}
        </span>
        <ColumnEdge status={id} name={name} />
      </header>
      <div ref={body} className="body">
        {cards.length === 0 && <p className="empty">{hidden > 0 ? t('%1 hidden by search', [hidden]) : t('No orders')}</p>}
        <div style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const card = cards[item.index]
            return (
              card && (
                <div
                  key={item.key}
                  ref={virtual.measureElement}
                  data-index={item.index}
                  className="row"
                  style={{ top: item.start }}
                >
                  <DraggableCard card={card} status={status} />
                  {item.index < TILES && (
                    <kbd className="tile" aria-hidden="true">
                      {item.index + 1}
                    </kbd>
                  )}
                </div>
              )
            )
          })}
          <DropLine status={id} />
        </div>
      </div>
      <MoreBelow cards={below} status={status} />
      <Closed status={id} />
    </Frame>
  )
})

/** The number of cards below the visible ones, and how many of those are late. */
function MoreBelow({ cards, status }: { cards: readonly Card[]; status: OrderStatus }) {
  const t = useTranslate()
  const late = countLate(cards, status, useBoardTime())
  const { lang } = useBoardView()
  if (cards.length === 0) return null
  return (
    <p className="below" data-late={late > 0 || undefined} data-testid="below">
      {formatList([t('%1 more', [cards.length]), late > 0 ? t('%1 late', [late]) : ''], lang)}
    </p>
  )
}

/** Reacts to the dragged card without re-rendering the column. */
function Frame({ status, ...props }: ComponentProps<'section'> & { status: number }) {
  const drop = useDrag((drag) => drag.dropOf(status)?.kind)
  return <section {...props} data-drop={drop} />
}

const renderedCard = (drag: DragState, status: number): number | undefined => {
  const dragged = drag.dragged()
  return dragged?.status.order_status_id === status ? dragged.card.order_id : undefined
}

/** Where the card would be dropped. A separate component because it moves on almost every step. */
function DropLine({ status }: { status: number }) {
  const drop = useDrag((drag) => drag.dropOf(status))
  if (!drop || drop.kind === 'closed') return null
  return <div className="drop-line" style={drop.kind === 'over' ? { transform: `translateY(${drop.top}px)` } : undefined} />
}

/** Why the card can't be dropped here. */
function Closed({ status }: { status: number }) {
  const drop = useDrag((drag) => drag.dropOf(status))
  if (drop?.kind !== 'closed') return null
  return (
    <div className="closed">
      <Icon name="lock" />
      {drop.reason}
    </div>
  )
}
