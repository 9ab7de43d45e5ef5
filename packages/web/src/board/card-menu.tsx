import { Box, Menu } from '@chakra-ui/react'
import { useMemo } from 'react'
import { actorOf, type BoardOrder, type MoveTarget, type Outcome } from '@tiffin/core'
import { useCore, useOrderName, useSelected, useTranslate } from '@tiffin/core/react'
import { can, ownsCard } from '@tiffin/core/rules'
import { entities, errors } from '@tiffin/sdk/contract'
import { usePrint } from '../printing/use-print.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { useCopy } from '../ui/use-copy.ts'
import { type MenuAnchor, useBoardView } from './board-context.ts'
import { useIsSelected, useSelection } from './card-selection.ts'
import { MoveList } from './move-list.tsx'
import { useOrderLink } from './use-order-link.ts'

export interface CardMenuTarget {
  card: BoardOrder
  anchor: MenuAnchor
}

interface Props {
  open: CardMenuTarget | null
  onClose: () => void
}

/**
 * "Move to…" with every other status and the reason for unavailable ones, and other actions for an order. One menu
 * serves all cards.
 */
export function CardMenu({ open, onClose }: Props) {
  const t = useTranslate()
  const close = (): void => {
    open?.anchor.element.focus()
    onClose()
  }
  const nameOf = useOrderName()
  const { commands } = useCore()
  const card = open?.card
  // The statuses are those of the moment in which the menu opened.
  const move = useMemo(() => card && commands.prepareMove([card.order_id]), [commands, card])
  const title = card ? t('Move %1 to…', [nameOf(card)]) : ''
  return (
    <Menu.Root
      open={open !== null}
      onOpenChange={(change) => !change.open && close()}
      positioning={{
        placement: 'bottom-end',
        strategy: 'fixed',
        getAnchorRect: () => (open ? placeOf(open.anchor) : null),
      }}
    >
      <Menu.Positioner>
        <Menu.Content aria-label={title} data-testid="moves" css={{ scrollPaddingBlockEnd: '80px' }}>
          <Box px="2" py="1" fontSize="sm" color="fg.muted" fontWeight="medium">
            {title}
          </Box>
          {card && move && (
            <>
              <MoveItems order={card} onMove={move} />
              {/* In sight below any number of statuses. */}
              <Box position="sticky" bottom="-1" zIndex="1" bg="bg.panel" mx="-1" px="1">
                <Menu.Separator />
                <OpenItems card={card} />
              </Box>
              <OrderItems card={card} />
              <OwnItems card={card} />
            </>
          )}
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}

/** Every other status, available ones first, with the reason for unavailable ones. */
export function MoveItems({ order, onMove }: { order: BoardOrder; onMove: (to: number) => Outcome }) {
  const { commands } = useCore()
  const { answer, focus } = useBoardView()
  const ids = [order.order_id]
  function move({ status, decision, needsReason }: MoveTarget): void {
    const to = status.order_status_id
    if (decision.allowed && !needsReason) focus.follow(order.order_id)
    answer(onMove(to), [order])
  }
  return <MoveList targets={commands.targets(ids)} onSelect={move} />
}

function OpenItems({ card: { order_id: id, merchant } }: { card: BoardOrder }) {
  const t = useTranslate()
  const { openOrder, editOrder, mayMove } = useBoardView()
  return (
    <>
      <Item value="open" icon="eye" text={t('Open order')} onSelect={() => openOrder(id)} />
      {mayMove(merchant) && <Item value="edit" icon="pencil" text={t('Edit order')} onSelect={() => editOrder(id)} />}
    </>
  )
}

/** Actions for everyone who sees the order. */
function OrderItems({ card }: { card: BoardOrder }) {
  const t = useTranslate()
  const copy = useCopy()
  const { ask, mayMove } = useBoardView()
  const selection = useSelection()
  const chosen = useIsSelected(card.order_id)
  const link = useOrderLink(card.order_id)
  const print = usePrint()
  return (
    <>
      {mayMove(card.merchant) && (
        <>
          <Item
            value="courier"
            icon="courier"
            text={`${t('Assign a courier')}…`}
            onSelect={() => ask({ kind: 'courier', orders: [card] })}
          />
          <Item value="choose" icon="check" text={chosen ? t('Deselect') : t('Select')} onSelect={() => selection.toggle(card)} />
          <Item value="ticket" icon="printer" text={t('Print ticket')} onSelect={() => print(card.order_id, 'kitchen')} />
          <Item value="receipt" icon="printer" text={t('Print receipt')} onSelect={() => print(card.order_id, 'receipt')} />
        </>
      )}
      <Item value="copy" icon="copy" text={t('Copy number')} onSelect={() => copy(String(card.order_id))} />
      <Item value="link" icon="link" text={t('Copy link')} onSelect={() => copy(link)} />
      <Item
        value="command"
        icon="terminal"
        text={`${t('Copy as command')}…`}
        onSelect={() => ask({ kind: 'commands', orders: [card] })}
      />
    </>
  )
}

/** Owners, the platform and the order's creator may delete it (BOARD-31, AMB-094). */
function OwnItems({ card }: { card: BoardOrder }) {
  const t = useTranslate()
  const { ask } = useBoardView()
  const { session } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  if (!user) return null
  const decision = can(actorOf(user), 'delete', entities.order, card)
  if (!decision.allowed && !ownsCard(user, card)) return null
  return (
    <Menu.Item
      value="delete"
      color="negative"
      aria-disabled={!decision.allowed}
      closeOnSelect={decision.allowed}
      onSelect={() => decision.allowed && ask({ kind: 'delete', order: card })}
    >
      <Icon name="close" />
      <Menu.ItemText>
        {t('Delete order')}…
        {!decision.allowed && (
          <Box fontSize="xs" color="fg.muted">
            {t.message(errors[decision.code], decision.params)}
          </Box>
        )}
      </Menu.ItemText>
    </Menu.Item>
  )
}

const Item = ({ icon, text, ...item }: { value: string; icon: IconName; text: string; onSelect: () => void }) => (
  <Menu.Item {...item}>
    <Box color="fg.muted" display="flex">
      <Icon name={icon} />
    </Box>
    <Menu.ItemText>{text}</Menu.ItemText>
  </Menu.Item>
)

const placeOf = ({ element, point }: MenuAnchor) => (point ? { ...point, width: 0, height: 0 } : element.getBoundingClientRect())
