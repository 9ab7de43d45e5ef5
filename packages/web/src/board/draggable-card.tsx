import { useDraggable } from '@dnd-kit/core'
import { type KeyboardEventHandler, memo, type MouseEventHandler, type TouchEventHandler, useRef } from 'react'
import { type Card, orderName } from '@tiffin/core'
import type { OrderStatus } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { formatList } from '@tiffin/core/rules'
import { Icon } from '../ui/icon.tsx'
import { useBoardView } from './board-context.ts'
import { orderAddress } from './board-url.ts'
import { useUnread } from './chat-mark.tsx'
import { useIsSelected, useSelection } from './card-selection.ts'
import { OrderCard } from './order-card.tsx'
import { isPlainClick } from '../ui/plain-click.ts'

/**
 * A card with all its actions. Click or Enter opens the order, with Ctrl or the middle button in a new tab; Shift
 * selects it; mouse, finger or Space drag it; the small button, a long press and the right mouse button open its menu.
 * View-only cards can't be dragged (PERM-12).
 */
export const DraggableCard = memo(function DraggableCard({ card, status }: Props) {
  const { mayMove } = useBoardView()
  const movable = mayMove(card.merchant)
  const { setNodeRef, setActivatorNodeRef, listeners, isDragging, attributes } = useDraggable({
    id: card.order_id,
    data: { card, status },
    disabled: !movable,
  })
  return (
    <CardFace
      card={card}
      status={status}
      movable={movable}
      isDragging={isDragging}
      setNode={setNodeRef}
      setActivator={setActivatorNodeRef}
      listeners={listeners}
      describedBy={attributes['aria-describedby']}
    />
  )
}, sameCard)

/** Drag updates that reach all cards, such as the hovered column, re-render none of them. */
const CardFace = memo(function CardFace({ card, status, movable, isDragging, ...drag }: FaceProps) {
  const t = useTranslate()
  const { company, openOrder, openMenu } = useBoardView()
  const button = useRef<HTMLButtonElement>(null)
  const { attention, board, i18n } = useCore()
  const news = useSelected(attention.store, (state) => state.news.get(card.order_id))
  const selection = useSelection()
  const chosen = useIsSelected(card.order_id)
  const name = useSelected(board.store, (state) => orderName(state, card, i18n.lang()))
  const unread = useUnread(card.user)
  const marks = [chosen ? t('%1 selected', [name]) : name, unread === 0 ? '' : t('Unread messages: %1', [unread])]
  return (
    <article
      ref={drag.setNode}
      className="card"
      data-testid={`card-${card.order_id}`}
      data-order={card.order_id}
      data-movable={movable || undefined}
      data-view={movable ? undefined : ''}
      data-dragged={isDragging || undefined}
      data-moving={card.moving || undefined}
      data-chosen={chosen || undefined}
      data-news={news}
      onMouseDown={(event) => isPlainClick(event) && (drag.listeners?.['onMouseDown'] as MouseEventHandler | undefined)?.(event)}
      onTouchStart={drag.listeners?.['onTouchStart'] as TouchEventHandler | undefined}
    >
      <a
        ref={drag.setActivator}
        href={orderAddress(company, card.order_id)}
        draggable={false}
        className="open"
        data-card-link
        aria-label={formatList(marks, i18n.lang())}
        aria-describedby={movable ? drag.describedBy : undefined}
        onClick={(event) => {
          if (!isPlainClick(event)) return
          if (movable && event.shiftKey) selection.toggle(card)
          else openOrder(card.order_id)
        }}
        onKeyDown={drag.listeners?.['onKeyDown'] as KeyboardEventHandler | undefined}
      />
      <OrderCard card={card} status={status} />
      <button
        ref={button}
        type="button"
        className="moves"
        data-card-menu
        aria-label={movable ? t('Move %1 to…', [name]) : t('%1, view only', [name])}
        title={movable ? undefined : t('View only')}
        aria-haspopup="menu"
        onMouseDown={(event) => event.stopPropagation()}
        onTouchStart={(event) => event.stopPropagation()}
        onClick={() => button.current && openMenu(card, { element: button.current })}
      >
        <Icon name={movable ? 'more' : 'eye'} />
      </button>
    </article>
  )
})

interface Props {
  card: Card
  status: OrderStatus
}

interface FaceProps extends Props {
  movable: boolean
  isDragging: boolean
  setNode: (element: HTMLElement | null) => void
  setActivator: (element: HTMLElement | null) => void
  listeners: ReturnType<typeof useDraggable>['listeners']
  describedBy: string
}

/** Every update creates new card objects; a card re-renders only if something in it differs. */
function sameCard({ card: a, status }: Props, { card: b, status: next }: Props): boolean {
  if (status !== next) return false
  if (a === b) return true
  const parts = Object.entries(b)
  const before = new Map(Object.entries(a))
  return parts.length === before.size && parts.every(([key, value]) => Object.is(before.get(key), value))
}
