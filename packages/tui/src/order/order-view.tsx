import { type PropsWithChildren, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Box, Text, useWindowSize } from 'ink'
import { Table } from 'ink-table'
import { type BoardOrder, customerMarks, orderHeldUntil } from '@tiffin/core'
import type { Translate } from '@tiffin/core/i18n'
import { timelineLines, useCore, useOrderName, useSelected, useTimeline, useTranslate } from '@tiffin/core/react'
import {
  clockTime,
  formatList,
  formatPhone,
  formatPrice,
  heldText,
  isCancelled,
  isPickup,
  localized,
  orderSums,
  warningLabels,
  shownDecimals,
} from '@tiffin/core/rules'
import type { Command } from '../keys.ts'
import { cartItems, type DisplayItem } from '../board/cart-items.ts'
import { useChangedMark } from '../board/changed-mark.ts'
import { CountdownText } from '../board/countdown-text.tsx'
import { useMinute } from '../board/now.tsx'
import { type Marks, useTheme } from '../theme/theme.ts'
import { sanitize, widthOf, wrap } from '../theme/text.ts'
import { Frame } from '../view/frame.tsx'
import { useKeys } from '../view/keyboard.ts'
import { timelineLine } from './timeline-line.ts'
import { useHandoffCode } from './use-handoff-code.ts'

const orderCommands = ['up', 'down', 'bump', 'move', 'cancel', 'items', 'courier', 'print', 'why', 'screens', 'handoff'] as const

/** In windows with fewer lines, some parts of the total share a line. */
const COMPACT_BELOW_LINES = 30

/** Commands that change nothing but this page. */
type PageCommand = 'up' | 'down' | 'screens' | 'handoff'
type OnCommand = (command: Exclude<Command<'order'>, PageCommand>) => void

/** An order with its cart, total and history (BOARD-32, KDS-14). */
export function OrderView(props: { orderId: number; height: number; onCommand: OnCommand }) {
  const { orderId, height, onCommand } = props
  const { board, moves } = useCore()
  // Subscribes to changes, because `moves` includes pending moves.
  useSelected(board.store, (state) => state.rows)
  useSelected(board.store, (state) => state.pending)
  const order = moves.order(orderId)
  if (!order) return <Missing {...props} />
  return <Order order={order} height={height} onCommand={onCommand} />
}

function Missing({ orderId, height, onCommand }: { orderId: number; height: number; onCommand: OnCommand }) {
  const t = useTranslate()
  const nameOf = useOrderName()
  const gone = t('Record not found. It may have been deleted.')
  useKeys(
    'order',
    (command) => {
      if (command !== 'up' && command !== 'down' && command !== 'screens' && command !== 'handoff') onCommand(command)
    },
    { inactive: orderCommands, reason: gone },
  )
  return (
    <Frame title={sanitize(nameOf({ order_id: orderId }))} height={height}>
      <Text>{gone}</Text>
    </Frame>
  )
}

/** The items come first. Nothing is truncated: the rest can be scrolled to. */
function Order({ order, height, onCommand }: { order: BoardOrder; height: number; onCommand: OnCommand }) {
  const { board, moves, notices, session, i18n, serverClock } = useCore()
  const t = useTranslate()
  const theme = useTheme()
  const { columns } = useWindowSize()
  const statuses = useSelected(board.store, (state) => state.statuses)
  const currency = useSelected(session.store, (state) => state.user?.company?.country.currency_symbol)
  const timezone = useSelected(session.store, (state) => state.user?.company?.timezone ?? 'UTC')
  const country = useSelected(session.store, (state) => state.user?.company?.country.alpha2 ?? '')
  const nameOf = useOrderName()
  const { events } = useTimeline(order)
  const changed = useChangedMark(order.order_id)
  const handoff = useHandoffCode(order)
  const [scrolled, setScrolled] = useState(0)
  /** Whether the timeline lists each screen that has shown the order separately. */
  const [allScreens, setAllScreens] = useState(false)
  const lang = i18n.lang()
  const cart = cartItems(order, theme.marks.times)
  const now = useMinute()
  const name = (text: Parameters<typeof localized>[0]) => sanitize(localized(text, lang))
  const status = statuses.find(({ order_status_id }) => order_status_id === order.order_status)
  const price = (amount: string | null) =>
    formatPrice(amount, { decimals: shownDecimals(order.company_obj), symbol: currency, lang })
  const place = order.destination_info_json ?? {}
  const door = (label: string, value: string | undefined) => (value ? `${label} ${sanitize(value)}` : '')
  const width = columns - 2
  const customer = customerMarks(order, t)
  const note = sanitize(customer.note)
  const time = (timestamp: string | number) => clockTime(timestamp, { lang, timezone, country, now })
  const until = orderHeldUntil(order, statuses, now)
  const held = until === undefined ? undefined : heldText(order, until, time)
  const facts: [string, string][] = [
    [t('Type'), isPickup(order) ? t('Pickup') : name(order.type_obj?.value)],
    [t('Due'), clockTime(order.time_finish, { lang, timezone, country, now })],
    [t('Held'), held ? t.message(held.text, held.params) : ''],
    [t('Merchant'), name(order.merchant_obj?.name)],
    [
      t('Customer'),
      formatList([sanitize(order.user_obj?.name), formatPhone(sanitize(order.user_obj?.phone)), customer.placed], lang),
    ],
    [t('Blocked customer'), customer.isBlocked ? t('Yes') : ''],
    [t('Customer note'), customer.isNoted && note === '' ? t('Yes') : ''],
    [
      t('Destination'),
      sanitize(order.destination_address) + (order.destination_unverified === 1 ? ` (${t('Address not verified')})` : ''),
    ],
    [
      t('Address details'),
      formatList(
        [
          door(t('entrance'), place.entrance),
          door(t('floor'), place.floor),
          door(t('flat'), place.flat),
          door(t('intercom'), place.intercom),
          sanitize(order.destination_info),
          sanitize(place.comment),
        ],
        lang,
      ),
    ],
    [t('Courier'), sanitize(order.courier_obj?.name)],
    [t('Payment'), formatList([name(order.pay_type_obj?.name), order.paid === 1 ? t('paid') : ''], lang)],
    [t('Change needed for'), Number(order.odd) > 0 ? price(order.odd) : ''],
    [t('Cancellation reason'), sanitize(order.cancel_reason)],
    [t('Hand-off code'), handoff.code],
    [t('Handed over without a code'), sanitize(order.handoff_reason)],
    [
      t('Saved despite warnings'),
      formatList(
        warningLabels(order).map((item) => t(item)),
        lang,
      ),
    ],
  ]
  const sums = orderSums(order).map(({ label: part, amount, code }): [string, string] => [
    code ? `${t(part)} ${sanitize(code)}` : t(part),
    price(amount),
  ])
  // In a low window the parts share a line.
  const together = sums.map(([part, amount]) => `${part} ${amount}`).join(', ')
  facts.push(...(height < COMPACT_BELOW_LINES ? [[t('Amount'), together] satisfies [string, string]] : sums), [
    t('Total'),
    price(order.total),
  ])
  const shownFacts = facts.filter(([, value]) => value !== '')
  const label = Math.max(...shownFacts.map(([text]) => widthOf(text)))
  const factLines = shownFacts.flatMap(([text, value]) =>
    wrap(value, Math.max(1, width - label - 2)).map((line, at) => ({ key: `${text} ${at}`, text: at === 0 ? text : '', line })),
  )
  const comment = sanitize(order.comment)
  const remarks = (['customerNote', 'comment'] as const).flatMap((role) => {
    const text = role === 'comment' ? comment && `${theme.marks.comment} ${comment}` : note && `${t('Customer note')}: ${note}`
    return text === '' ? [] : wrap(text, width).map((line) => ({ line, role }))
  })
  const rows = cartRows(cart, { width, price, marks: theme.marks, t, lang })
  const history = (allScreens ? (events ?? []).map((event) => ({ event, more: [] })) : timelineLines(events ?? []))
    .map(({ event, more }) =>
      timelineLine(event, more.length, {
        statuses,
        lang,
        timezone,
        country,
        now: serverClock.now(),
        t,
        arrow: theme.marks.arrow,
      }),
    )
    .flatMap((line) => wrap(line, width))
  // No one waits for a cancelled order.
  const hasDeadline = status === undefined || !isCancelled(status)
  const total =
    Number(hasDeadline) + factLines.length + remarks.length + rows.length + 1 + (history.length > 0 ? 1 + history.length : 0)
  const available = height - FRAME_LINES
  const fits = total <= available
  const shown = fits ? available : Math.max(1, available - 1)
  const last = Math.max(0, total - shown)
  const from = Math.min(scrolled, last)
  const wasMoved = useWasMovedElsewhere(order)
  const isLast = moves.level(order.merchant) === 2 && moves.next(order.order_id) === undefined
  useKeys(
    'order',
    (command) => {
      if (wasMoved() && command === 'bump')
        notices.show('info', 'Someone else moved it to %1.', { params: [name(status?.value)] })
      else if (command === 'up') setScrolled(Math.max(0, from - 1))
      else if (command === 'down') setScrolled(Math.min(last, from + 1))
      else if (command === 'screens') setAllScreens((all) => !all)
      else if (command === 'handoff') handoff.read()
      else onCommand(command)
    },
    { inactive: isLast ? ['bump'] : [], reason: t('This order has no next status') },
  )
  return (
    <Frame
      title={`${sanitize(nameOf(order))}  ${name(status?.value)}${changed}`}
      about={t('No. %1', [order.order_id])}
      height={height}
    >
      <Box height={shown} flexDirection="column" overflow="hidden">
        <Box flexDirection="column" flexShrink={0} marginTop={-from}>
          {hasDeadline && <CountdownText card={order} done={status?.done ?? 0} />}
          {remarks.map(({ line, role }, index) => (
            <Text key={index} {...theme.style(role)}>
              {line}
            </Text>
          ))}
          <Cart rows={rows} />
          {factLines.map(({ key, text, line }) => (
            <Text key={key} wrap="truncate">
              <Text dimColor>{text + ' '.repeat(Math.max(0, label - widthOf(text)) + 2)}</Text>
              {line}
            </Text>
          ))}
          {history.length > 0 && <Text bold>{t('Timeline')}</Text>}
          {history.map((line, index) => (
            <Text key={index} wrap="truncate">
              {line}
            </Text>
          ))}
        </Box>
      </Box>
      {!fits && <Text dimColor>{t('Lines %1 to %2 of %3', [from + 1, from + shown, total])}</Text>}
    </Frame>
  )
}

/**
 * Whether the order was moved elsewhere since the last key here: two users pressing "Next" must not move it by two
 * steps.
 */
function useWasMovedElsewhere({ order_id, order_status }: BoardOrder): () => boolean {
  const { board } = useCore()
  const shown = useRef(order_status)
  const isMoved = useRef(false)
  useLayoutEffect(() => {
    if (shown.current === order_status) return
    shown.current = order_status
    isMoved.current = !board.store.getState().pending.some((move) => move.order_id === order_id)
  }, [board, order_id, order_status])
  return () => {
    const was = isMoved.current
    isMoved.current = false
    return was
  }
}

/** Number of lines of the frame around a page. */
const FRAME_LINES = 2

const Heading = ({ children }: PropsWithChildren) => <Text bold>{children}</Text>
/** Draws only the separators between cells: lines between rows would halve the number of rows. */
const Skeleton = ({ children }: PropsWithChildren) => (children === '│' ? <Text dimColor> </Text> : blank(children))
const blank = (children: ReactNode) => (typeof children === 'string' && children.trim() !== '' ? null : <Text>{children}</Text>)

/** Notes and allergens are recognized by their sign. */
function Cell({ children }: PropsWithChildren) {
  const theme = useTheme()
  const text = typeof children === 'string' ? children : ''
  const role = (['allergens', 'note'] as const).find((kind) => text.trimStart().startsWith(`${theme.marks[kind]} `))
  return <Text {...theme.style(role ?? 'plain')}>{children}</Text>
}

interface CartRow {
  qty: string
  text: string
  sum: string
}

/** A dish with its add-ons, then its allergens and its note; each wraps as needed. */
function cartRows(
  cart: readonly DisplayItem[],
  options: { width: number; price: (amount: string) => string; marks: Marks; t: Translate; lang: string },
): CartRow[] {
  const { width, price, marks, t, lang } = options
  const sums = cart.map(({ total }) => price(total))
  const taken = (texts: readonly string[], heading: string): number => Math.max(widthOf(heading), ...texts.map(widthOf)) + 2
  const qtys = cart.map(({ qty }) => String(qty))
  const available = Math.max(10, width - taken(qtys, t('Qty')) - taken(sums, t('Amount')) - 6)
  // Continuation rows repeat the sign.
  const signed = (kind: 'allergens' | 'note', text: string): string[] =>
    text === '' ? [] : wrap(text, available - widthOf(marks[kind]) - 1).map((line) => `${marks[kind]} ${line}`)
  return cart.flatMap((item, index) => {
    const [first = '', ...rest] = wrap([item.name, ...item.addons].join(' + '), available)
    const station = item.station === '' ? [] : wrap(t('Station: %1', [item.station]), available)
    const more = [...rest, ...station, ...signed('allergens', formatList(item.allergens, lang)), ...signed('note', item.note)]
    return [{ qty: qtys[index] ?? '', text: first, sum: sums[index] ?? '' }, ...more.map((text) => ({ qty: '', text, sum: '' }))]
  })
}

function Cart({ rows }: { rows: readonly CartRow[] }) {
  const t = useTranslate()
  if (rows.length === 0) return <Text dimColor>{t('The cart is empty')}</Text>
  const [qty, item, sum] = [t('Qty'), t('Item'), t('Amount')]
  return (
    <Table
      data={rows.map((row) => ({ [qty]: row.qty, [item]: row.text, [sum]: row.sum }))}
      columns={[{ key: qty, align: 'right' }, { key: item }, { key: sum, align: 'right' }]}
      header={Heading}
      cell={Cell}
      skeleton={Skeleton}
    />
  )
}
