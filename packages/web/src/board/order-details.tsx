import { Box, chakra, Drawer, Menu } from '@chakra-ui/react'
import type { ReactNode, Ref } from 'react'
import { type BoardOrder, keyBesideName } from '@tiffin/core'
import { useCore, useOrderName, useSelected, useTranslate } from '@tiffin/core/react'
import { clockTime, formatList, formatPrice, isPickup, localized, orderSums, overruledNames } from '@tiffin/core/rules'
import { usePrint } from '../printing/use-print.ts'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { Phone } from '../ui/phone.tsx'
import { useCopy } from '../ui/use-copy.ts'
import { type MenuHandle, useMenuHandle } from '../ui/use-menu-handle.ts'
import { useBoardView } from './board-context.ts'
import { MoveItems } from './card-menu.tsx'
import { OrderComment, statusColours } from './order-card.tsx'
import { OrderCountdown } from './order-clock.tsx'
import { OrderItems } from './order-items.tsx'
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
  const { lang, timezone, country, mayMove } = useBoardView()
  const { board } = useCore()
  const nameOf = useOrderName()
  const key = useSelected(board.store, (state) => keyBesideName(state, order))
  const now = useBoardMinute()
  const time = (moment: string | null) => clockTime(moment, { lang, timezone, country, now })
  const info = order.destination_info_json
  const address = [
    order.destination_address,
    info?.entrance && t('entrance %1', [info.entrance]),
    info?.floor && t('floor %1', [info.floor]),
    info?.flat && t('flat %1', [info.flat]),
  ]
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
        {mayMove(order.merchant) && (
          <Box display="flex" alignItems="center" gap="1" data-testid="order-actions">
            {onBoard && <WorkButtons order={order} moveMenu={moveMenu} />}
            <PrintButtons orderId={order.order_id} />
          </Box>
        )}
        <OrderComment order={order} />
        <Facts
          rows={[
            [t('Status'), <StatusChip key="status" order={order} />],
            [t('Customer'), order.user_obj?.name],
            [t('Phone'), order.user_obj?.phone && <Phone phone={order.user_obj.phone} />],
            [t('Merchant'), localized(order.merchant_obj?.name, lang)],
            [t('Type'), isPickup(order) ? t('Pickup') : localized(order.type_obj?.value, lang)],
            [t('Address'), formatList(address, lang)],
            [t('Note for courier'), info?.comment],
            [t('Courier'), order.courier_obj?.name],
            [t('Ordered'), time(order.time_create)],
            [t('Due'), time(order.time_finish)],
            [t('Delivered'), time(order.time_delivery)],
            [
              t('Payment'),
              formatList([localized(order.pay_type_obj?.name, lang), order.paid === 1 ? t('paid') : t('not paid')], lang),
            ],
            [t('Cutlery'), order.cutlery || undefined],
            [t('Cancellation reason'), order.cancel_reason],
            [
              t('Created despite warnings'),
              formatList(
                overruledNames(order).map((one) => t(one)),
                lang,
              ),
            ],
          ]}
        />
        <Heading>{t('Items')}</Heading>
        <OrderItems order={order} onBoard={onBoard} />
        <Sums order={order} />
        <Heading>{t('Timeline')}</Heading>
        <OrderTimeline order={order} />
      </Drawer.Body>
    </>
  )
}

/** The breakdown of the total (PRICE-01). */
function Sums({ order }: { order: BoardOrder }) {
  const t = useTranslate()
  const { price } = useBoardView()
  return (
    <Box as="dl" borderTopWidth="1px" pt="2" mb="5" data-testid="order-sums">
      {orderSums(order).map(({ label, amount, code }) => (
        <Sum key={label} label={code ? `${t(label)} ${code}` : t(label)} amount={formatPrice(amount, price)} />
      ))}
      <Sum isTotal label={t('Total')} amount={formatPrice(order.total, price)} />
    </Box>
  )
}

const Sum = ({ label, amount, isTotal = false }: { label: string; amount: string; isTotal?: boolean }) => (
  <Box display="flex" justifyContent="space-between" gap="3" {...(isTotal ? { fontWeight: 'semibold', fontSize: 'lg' } : {})}>
    <Box as="dt" overflowWrap="anywhere">
      {label}
    </Box>
    <Box as="dd" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
      <bdi dir="ltr">{amount}</bdi>
    </Box>
  </Box>
)

/** Buttons for the next status and the courier. */
function WorkButtons({ order, moveMenu }: Omit<Props, 'onBoard'>) {
  const t = useTranslate()
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
            <MoveItems order={order} />
          </Menu.Content>
        </Menu.Positioner>
      </Menu.Root>
      <Button size="sm" flexShrink="1" minW="0" onClick={() => ask({ kind: 'courier', orders: [order] })}>
        <Icon name="courier" />
        <Box as="span" truncate>
          {order.courier_obj ? t('Change courier') : t('Assign a courier')}
        </Box>
      </Button>
      <Box flex="1" />
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

function StatusChip({ order }: { order: BoardOrder }) {
  const { lang } = useBoardView()
  return (
    <Box
      display="inline-block"
      flexShrink="0"
      px="2.5"
      py="0.5"
      borderRadius="full"
      fontWeight="medium"
      fontSize="sm"
      css={{ bg: 'var(--status)', color: 'var(--on-status)' }}
      style={statusColours(order.status?.color)}
    >
      {localized(order.status?.value, lang)}
    </Box>
  )
}

const Heading = ({ children }: { children: string }) => (
  <Box as="h3" fontSize="sm" fontWeight="semibold" color="fg.muted" mt="5" mb="1">
    {children}
  </Box>
)

/** Names and values; empty ones are left out. */
const Facts = ({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) => (
  <Box as="dl" display="grid" gridTemplateColumns="120px 1fr" gapX="3" gapY="1" mt="3">
    {rows
      .filter(([, value]) => Boolean(value))
      .map(([name, value]) => (
        <Box key={name} display="contents">
          <Box as="dt" color="fg.muted">
            {name}
          </Box>
          <Box as="dd" overflowWrap="anywhere">
            {value}
          </Box>
        </Box>
      ))}
  </Box>
)
