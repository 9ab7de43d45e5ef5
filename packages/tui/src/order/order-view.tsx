import { type PropsWithChildren, useState } from 'react'
import { Box, Text, useWindowSize } from 'ink'
import { Table } from 'ink-table'
import type { BoardOrder } from '@tiffin/core'
import { type TimelineEvent, timelineLines, useCore, useSelected, useTimeline, useTranslate } from '@tiffin/core/react'
import { formatList, formatPrice, localized, shownDecimals } from '@tiffin/core/rules'
import type { Command } from '../keys.ts'
import { ticketOf } from '../board/card-lines.ts'
import { cartItems, type DrawnItem } from '../board/cart-items.ts'
import { CountdownText } from '../board/countdown-text.tsx'
import { useLook } from '../look/look.ts'
import { cut, plain, widthOf, wrap } from '../look/text.ts'
import { Frame } from '../view/frame.tsx'
import { useKeys } from '../view/keyboard.ts'
import { timelineLine } from './timeline-line.ts'

/** An order with its cart, its way and what happened to it (BOARD-32, KDS-14). */
export function OrderView({
  orderId,
  height,
  onCommand,
}: {
  orderId: number
  height: number
  onCommand: (command: Exclude<Command<'order'>, 'up' | 'down' | 'screens'>) => void
}) {
  const { board, moves } = useCore()
  const t = useTranslate()
  const [scrolled, setScrolled] = useState(0)
  const [allScreens, setAllScreens] = useState(false)
  // Read for its changes: moves under way are part of what `moves` shows.
  useSelected(board.store, (state) => state.rows)
  useSelected(board.store, (state) => state.pending)
  const order = moves.order(orderId)
  const { events } = useTimeline(order)
  useKeys('order', (command) => {
    if (command === 'up') setScrolled((at) => Math.max(0, at - 1))
    else if (command === 'down') setScrolled((at) => Math.min(Math.max(0, (order?.cart?.length ?? 0) - 1), at + 1))
    else if (command === 'screens') setAllScreens((all) => !all)
    else onCommand(command)
  })
  if (!order) {
    return (
      <Frame title={`#${orderId}`} height={height}>
        <Text>{t('The record does not exist any more')}</Text>
      </Frame>
    )
  }
  return <Order order={order} events={events} allScreens={allScreens} scrolled={scrolled} height={height} />
}

function Order({
  order,
  events,
  allScreens,
  scrolled,
  height,
}: {
  order: BoardOrder
  events: readonly TimelineEvent[] | null
  /** Whether the timeline has each screen that has shown the order in a line of its own. */
  allScreens: boolean
  scrolled: number
  height: number
}) {
  const { board, session, i18n, serverClock } = useCore()
  const t = useTranslate()
  const look = useLook()
  const { columns } = useWindowSize()
  const statuses = useSelected(board.store, (state) => state.statuses)
  const currency = useSelected(session.store, (state) => state.user?.company?.country.currency_symbol)
  const timezone = useSelected(session.store, (state) => state.user?.company?.timezone ?? 'UTC')
  const lang = i18n.lang()
  const cart = cartItems(order)
  const name = (text: Parameters<typeof localized>[0]) => plain(localized(text, lang))
  const status = statuses.find(({ order_status_id }) => order_status_id === order.order_status)
  const price = (amount: string | null) => formatPrice(amount, { decimals: shownDecimals(order.company_obj), symbol: currency })
  const place = order.destination_info_json ?? {}
  const door = (label: string, value: string | undefined) => (value ? `${label} ${plain(value)}` : '')
  const width = columns - 2
  const facts: [string, string][] = [
    [t('Merchant'), name(order.merchant_obj?.name)],
    [t('Customer'), formatList([plain(order.user_obj?.name), plain(order.user_obj?.phone)], lang)],
    [t('Destination'), plain(order.destination_address)],
    [
      t('Address details'),
      formatList(
        [
          door(t('entrance'), place.entrance),
          door(t('floor'), place.floor),
          door(t('flat'), place.flat),
          door(t('intercom'), place.intercom),
          plain(place.comment),
        ],
        lang,
      ),
    ],
    [t('Courier'), plain(order.courier_obj?.name)],
    [t('Payment'), formatList([name(order.pay_type_obj?.name), order.paid === 1 ? t('paid') : ''], lang)],
    [t('Total'), price(order.total)],
  ]
  const shownFacts = facts.filter(([, value]) => value !== '')
  const label = Math.max(...shownFacts.map(([text]) => widthOf(text)))
  const notes = wrap(plain(order.comment), width).slice(0, 3)
  const history = (allScreens ? (events ?? []).map((event) => ({ event, more: [] })) : timelineLines(events ?? []))
    .map(({ event, more }) =>
      timelineLine(event, more.length, { statuses, lang, timezone, now: serverClock.now(), t, arrow: look.marks.arrow }),
    )
    .filter(Boolean)
  // The table takes two lines an item and three besides; the history gives way first.
  const fixed = 2 + 1 + shownFacts.length + notes.length + 1
  const items = Math.max(1, Math.min(cart.length, Math.floor((height - fixed - 3) / 2)))
  const from = Math.max(0, Math.min(scrolled, cart.length - items))
  const left = height - fixed - (cart.length === 0 ? 1 : items * 2 + 3) - 1
  return (
    <Frame title={`${ticketOf(order)}  ${name(status?.value)}`} about={`${t('Order')} ${order.order_id}`} height={height}>
      <CountdownText card={order} done={status?.done ?? 0} />
      {shownFacts.map(([text, value]) => (
        <Text key={text} wrap="truncate">
          <Text dimColor>{text + ' '.repeat(label - widthOf(text) + 2)}</Text>
          {cut(value, width - label - 2, look.marks.cut)}
        </Text>
      ))}
      {notes.map((line, index) => (
        <Text key={index} {...look.style('loud')}>
          {line}
        </Text>
      ))}
      <Cart cart={cart} from={from} count={items} width={width} price={price} />
      {cart.length > items && <Text dimColor>{t('Lines %1 to %2 of %3', [from + 1, from + items, cart.length])}</Text>}
      {left >= 2 && history.length > 0 && (
        <Box flexDirection="column">
          <Text bold>{t('Timeline')}</Text>
          {history.slice(-(left - 1)).map((line, index) => (
            <Text key={index} wrap="truncate">
              {cut(line, width, look.marks.cut)}
            </Text>
          ))}
        </Box>
      )}
    </Frame>
  )
}

const Heading = ({ children }: PropsWithChildren) => <Text bold>{children}</Text>
const Skeleton = ({ children }: PropsWithChildren) => <Text dimColor>{children}</Text>
const AsciiSkeleton = ({ children }: PropsWithChildren) => (
  <Text dimColor>
    {typeof children === 'string'
      ? children.replaceAll(/[─┌┬┐├┼┤└┴┘│]/g, (mark) => (mark === '─' ? '-' : mark === '│' ? '|' : '+'))
      : children}
  </Text>
)

function Cart({
  cart,
  from,
  count,
  width,
  price,
}: {
  cart: readonly DrawnItem[]
  from: number
  count: number
  width: number
  price: (amount: string) => string
}) {
  const t = useTranslate()
  const look = useLook()
  if (cart.length === 0) return <Text dimColor>{t('The cart is empty')}</Text>
  const [qty, item, sum] = [t('Qty'), t('Item'), t('Sum')]
  const room = width - widthOf(qty) - 16 - 10
  const rows = cart.slice(from, from + count).map((line) => {
    const more = [...line.addons.map((addon) => `+ ${addon}`), ...line.notes.map((note) => `! ${note}`)]
    return {
      [qty]: line.qty,
      [item]: cut([line.name, ...more].join('  '), Math.max(10, room), look.marks.cut),
      [sum]: price(line.total),
    }
  })
  return (
    <Table
      data={rows}
      columns={[{ key: qty, align: 'right' }, { key: item }, { key: sum, align: 'right' }]}
      header={Heading}
      skeleton={look.ascii ? AsciiSkeleton : Skeleton}
    />
  )
}
