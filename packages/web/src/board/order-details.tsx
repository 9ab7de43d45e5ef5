import { Box, chakra, Drawer, Menu } from '@chakra-ui/react'
import { type Ref, useState } from 'react'
import { actorOf, type BoardOrder, keyBesideName } from '@tiffin/core'
import { useCore, useOrderName, useSelected, useTranslate } from '@tiffin/core/react'
import { boardLevel, isPickup, mayOverrule } from '@tiffin/core/rules'
import { isApiError } from '@tiffin/sdk/contract'
import { OrderComment } from '../order/order-comment.tsx'
import { Heading, OrderFacts } from '../order/order-facts.tsx'
import { statusColours } from '../order/status-colours.ts'
import { usePrint } from '../printing/use-print.ts'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { useCopy } from '../ui/use-copy.ts'
import { type MenuHandle, useMenuHandle } from '../ui/use-menu-handle.ts'
import { useBoardView } from './board-context.ts'
import { MoveItems } from './card-menu.tsx'
import { HeldMark } from './held-mark.tsx'
import { OrderCountdown } from './order-clock.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { useBoardMinute } from './board-clock.tsx'
import { useOrderLink } from './use-order-link.ts'

interface Props {
  order: BoardOrder
  onBoard: boolean
  moveMenu: Ref<MenuHandle>
}

/** Header, facts, items and timeline of an order. */
export function OrderDetails({ order, onBoard, moveMenu }: Props) {
  const t = useTranslate()
  const boardView = useBoardView()
  const { mayMove, editOrder } = boardView
  const { board } = useCore()
  const nameOf = useOrderName()
  const key = useSelected(board.store, (state) => keyBesideName(state, order))
  const statusOf = useSelected(board.store, ({ statuses }) =>
    statuses.find(({ order_status_id }) => order_status_id === order.order_status),
  )
  const now = useBoardMinute()
  const mayTick = onBoard && order.status?.done !== 1 && mayMove(order.merchant)
  const tick = (line: string, done: boolean): void => void board.tick(order.order_id, line, done)
  return (
    <>
      <Drawer.Header pe="14" style={statusColours(order.status?.color)}>
        <Drawer.Title fontSize="xl">
          {nameOf(order)}
          {key !== undefined && (
            <chakra.span color="fg.muted" fontWeight="normal" fontSize="md" ms="2">
              {t('No. %1', [key])}
            </chakra.span>
          )}
        </Drawer.Title>
        <OrderCountdown order={order} done={order.status?.done ?? 0} />
        <MoreMenu orderId={order.order_id} />
      </Drawer.Header>
      <Drawer.Body>
        <Box display="flex" alignItems="center" gap="1" data-testid="order-actions">
          {onBoard && mayMove(order.merchant) && <WorkButtons order={order} moveMenu={moveMenu} />}
          {mayMove(order.merchant) ? (
            <Box ms="auto" display="flex">
              <Button
                variant="ghost"
                size="icon"
                aria-label={t('Edit order')}
                title={t('Edit order')}
                onClick={() => editOrder(order.order_id)}
              >
                <Icon name="pencil" />
              </Button>
              <PrintButtons orderId={order.order_id} />
            </Box>
          ) : (
            <Button size="sm" onClick={() => editOrder(order.order_id)}>
              <Icon name="eye" />
              {t('Order details')}
            </Button>
          )}
        </Box>
        <Box
          mt="2"
          display="inline-block"
          fontWeight="medium"
          color="accent"
          css={{ '& .held': { display: 'flex', alignItems: 'center', gap: '1' } }}
        >
          <HeldMark order={order} status={statusOf} />
        </Box>
        <OrderComment order={order} />
        <HandoffCode order={order} />
        <OrderFacts order={order} format={boardView} now={now} onTick={mayTick ? tick : undefined} />
        <Heading>{t('Timeline')}</Heading>
        <OrderTimeline order={order} />
      </Drawer.Body>
    </>
  )
}

/** Shows the customer's code to users who may tell it to them; it is read only on demand (KDS-13). */
function HandoffCode({ order }: { order: BoardOrder }) {
  const t = useTranslate()
  const { client, notices, session } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const [code, setCode] = useState<string | null>(null)
  const isNeeded = user?.company?.handoff_codes === 1 && !isPickup(order) && order.status?.done !== 1
  if (!isNeeded || !mayOverrule(actorOf(user)) || boardLevel(actorOf(user), order.merchant) !== 2) return null
  function show(): void {
    client.Order.handoff({ order_id: order.order_id }).then(
      ({ data }) => setCode(data.code),
      (error: unknown) => notices.showSentence('negative', isApiError(error) ? error : { text: 'Server error' }),
    )
  }
  return (
    <Box mt="2" role="status">
      {code === null ? (
        <Button size="sm" onClick={show}>
          {t('Show hand-off code')}
        </Button>
      ) : (
        <>
          {t('Hand-off code')}: <chakra.bdi fontWeight="bold">{code}</chakra.bdi>
        </>
      )}
    </Box>
  )
}

/** Buttons for the next status and the courier. */
function WorkButtons({ order, moveMenu }: Omit<Props, 'onBoard'>) {
  const t = useTranslate()
  const { commands } = useCore()
  const { ask } = useBoardView()
  return (
    <>
      {/* A separate menu, because one outside the drawer can't be reached by keyboard. */}
      <Menu.Root {...useMenuHandle(moveMenu)} positioning={{ strategy: 'fixed' }}>
        <Menu.Trigger asChild>
          <Button size="sm" data-autofocus>
            {t('Move to…')}
          </Button>
        </Menu.Trigger>
        <Menu.Positioner>
          <Menu.Content data-testid="order-moves">
            <MoveItems order={order} onMove={(to) => commands.move([order.order_id], to)} />
          </Menu.Content>
        </Menu.Positioner>
      </Menu.Root>
      <Button size="sm" flexShrink="1" minW="0" onClick={() => ask({ kind: 'courier', orders: [order] })}>
        <Icon name="courier" />
        <Box as="span" truncate>
          {order.courier_obj ? t('Change courier') : t('Assign a courier')}
        </Box>
      </Button>
    </>
  )
}

/** Prints the kitchen ticket and the customer's receipt (BOARD-50). */
function PrintButtons({ orderId }: { orderId: number }) {
  const t = useTranslate()
  const print = usePrint()
  const label = { kitchen: t('Print ticket'), receipt: t('Print receipt') }
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={label.kitchen}
        title={label.kitchen}
        onClick={() => print(orderId, 'kitchen')}
      >
        <Icon name="printer" />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={label.receipt}
        title={label.receipt}
        onClick={() => print(orderId, 'receipt')}
      >
        <Icon name="cash" />
      </Button>
    </>
  )
}

/** Copies the number or a link that opens this order. */
function MoreMenu({ orderId }: { orderId: number }) {
  const t = useTranslate()
  const copy = useCopy()
  const link = useOrderLink(orderId)
  return (
    <Menu.Root positioning={{ strategy: 'fixed', placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <Button variant="ghost" size="icon" aria-label={t('More')} title={t('More')}>
          <Icon name="more" />
        </Button>
      </Menu.Trigger>
      <Menu.Positioner>
        <Menu.Content>
          <Menu.Item value="number" onSelect={() => copy(String(orderId))}>
            <Icon name="copy" />
            <Menu.ItemText>{t('Copy number')}</Menu.ItemText>
          </Menu.Item>
          <Menu.Item value="link" onSelect={() => copy(link)}>
            <Icon name="link" />
            <Menu.ItemText>{t('Copy link')}</Menu.ItemText>
          </Menu.Item>
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}
