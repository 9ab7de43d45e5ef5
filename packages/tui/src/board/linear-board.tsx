import { useLayoutEffect, useMemo } from 'react'
import { Box, Text } from 'ink'
import {
  ageText,
  type BoardColumns,
  type Card,
  type CursorPlace,
  customerMarks,
  formatMinutes,
  type Marks,
  orderHeldUntil,
  orderName,
} from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { ageRule, clockTime, countdown, countLate, formatList, heldText, isPickup, localized, orderAge } from '@tiffin/core/rules'
import { useTheme } from '../theme/theme.ts'
import { sanitize, wrap } from '../theme/text.ts'
import { cardWindow } from '../view/windows.ts'
import { attentionLabels } from './card-view.tsx'
import { useBoardLayout } from './board-layout.ts'
import { cartItems, type DisplayItem, displayItems } from './cart-items.ts'
import { useMinute } from './now.tsx'
import { useAttention } from './use-attention.ts'

interface LinearProps {
  columns: BoardColumns['columns']
  chosen: CursorPlace
  marked: Marks
  width: number
  height: number
}

/** Width of the mark of the chosen line; continuation lines are indented further. */
const MARK_WIDTH = 2
const CONTINUATION_INDENT = 4

/** The board as a list of sentences, one per order, for screen readers: no lines, no colours, nothing that ticks. */
export function LinearBoard({ columns, chosen, marked, width, height }: LinearProps) {
  const { i18n, ports } = useCore()
  const t = useTranslate()
  const { marks } = useTheme()
  const now = useMinute()
  const sentence = useSentence(marked, now)
  const { log } = ports
  const texts = useMemo(() => {
    const describeCard = (card: Card, status: Status): string => {
      try {
        return sentence(card, status)
      } catch (error) {
        log(`can't describe order ${card.order_id}`, error)
        return `#${card.order_id} ${t("can't be shown")}`
      }
    }
    return columns.flatMap(({ status, cards }, column) => {
      const late = countLate(cards, status, now)
      const counts = formatList([t('%1 orders', [cards.length]), late === 0 ? '' : t('%1 late', [late])], i18n.lang())
      const heading = {
        key: `column ${status.order_status_id}`,
        column,
        card: undefined,
        isLate: false,
        text: `${sanitize(localized(status.value, i18n.lang()))}: ${counts}`,
      }
      const orders = cards.map((card) => ({
        key: `order ${card.order_id}`,
        column,
        card,
        isLate: countLate([card], status, now) > 0,
        text: describeCard(card, status),
      }))
      return [heading, ...orders]
    })
  }, [columns, sentence, i18n, t, log, now])
  // Wrapped and never truncated: truncated text would not be read out.
  const lines = useMemo(
    () => texts.map((text) => ({ ...text, lines: wrap(text.text, Math.max(1, width - CONTINUATION_INDENT)) })),
    [texts, width],
  )
  const at = Math.max(
    0,
    lines.findIndex(({ column, card }) => column === chosen.columnIndex && card === chosen.card),
  )
  const heights = lines.map((item) => item.lines.length)
  const shown = cardWindow(heights, height, at, startAround(heights, at, height / 2))
  const visible = lines.slice(shown.start, shown.end).filter(({ column, card }) => column === chosen.columnIndex && card)
  const layout = useBoardLayout()
  useLayoutEffect(() => layout.setScreenful(visible.length))
  const below = lines.slice(shown.end).filter(({ card }) => card !== undefined)
  const lateBelow = below.filter(({ isLate }) => isLate).length
  const more = formatList([t('%1 more', [below.length]), lateBelow === 0 ? '' : t('%1 late', [lateBelow])], i18n.lang())
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      {lines.slice(shown.start, shown.end).flatMap((other, offset) =>
        other.lines.map((line, index) => {
          const mark =
            index > 0
              ? ' '.repeat(CONTINUATION_INDENT)
              : shown.start + offset === at
                ? `${marks.chosen} `
                : ' '.repeat(MARK_WIDTH)
          return <Text key={`${other.key} ${index}`} wrap="truncate">{`${mark}${line}`}</Text>
        }),
      )}
      {below.length > 0 && <Text wrap="truncate">{' '.repeat(MARK_WIDTH) + more}</Text>}
    </Box>
  )
}

/** Index of the first entry to show: as many entries before `at` as fit into `room` lines. */
function startAround(heights: readonly number[], at: number, available: number): number {
  let start = at
  let used = 0
  while (start > 0 && used + (heights[start - 1] ?? 0) <= available) {
    start -= 1
    used += heights[start] ?? 0
  }
  return start
}

type Status = BoardColumns['columns'][number]['status']

/** Describes an order in a sentence, most important facts first. */
function useSentence(marked: Marks, now: number): (card: Card, status: Status) => string {
  const { board, i18n, session, unread: messages } = useCore()
  const t = useTranslate()
  const rows = useSelected(board.store, (state) => state.rows)
  const merchants = useSelected(board.store, (state) => state.merchants)
  const statuses = useSelected(board.store, (state) => state.statuses)
  const chosen = useSelected(board.store, (state) => state.chosen)
  const timezone = useSelected(session.store, (state) => state.user?.company?.timezone ?? 'UTC')
  const company = useSelected(session.store, (state) => state.user?.company)
  const rule = useMemo(() => ageRule(company, statuses), [company, statuses])
  const country = useSelected(session.store, (state) => state.user?.company?.country?.alpha2 ?? '')
  const news = useAttention()
  const customers = useSelected(messages.store, (state) => state.customers)
  return useMemo(() => {
    const lang = i18n.lang()
    const listed = (texts: readonly string[]): string => formatList(texts, lang)
    const labelled = (label: string, text: string): string => (text === '' ? '' : `${label}: ${text}`)
    const dish = ({ qty, name, addons, allergens, note }: DisplayItem): string =>
      [
        [`${qty} ${name}`, ...addons].join(' + '),
        ...[labelled(t('Allergens'), listed(allergens)), labelled(t('Note'), note)].filter(Boolean).map((text) => `(${text})`),
      ].join(' ')
    const time = (timestamp: string | number): string => clockTime(timestamp, { lang, timezone, country, now })
    const heldOf = (card: Card): string => {
      const until = orderHeldUntil(card, statuses, now)
      if (until === undefined) return ''
      const { text, params } = heldText(card, until, time)
      return t.message(text, params)
    }
    return (card, status) => {
      const { done } = status
      const { seconds } = countdown(card, { done }, now)
      const age = orderAge(card, status, rule, now)
      const ticks = (card.ticks?.length ?? 0) > 0 ? displayItems(card, '') : []
      const ready = ticks.filter((line) => line.done).length
      const { isBlocked, isNoted, note, placed } = customerMarks(card, t)
      const reason = news.get(card.order_id)
      const cart = cartItems(card, '')
      const unread = customers.get(card.user) ?? 0
      return listed([
        marked.has(card.order_id) ? t('selected') : '',
        reason === undefined ? '' : t(attentionLabels[reason]),
        sanitize(orderName({ rows, merchants, chosen }, card, lang)),
        unread > 0 ? t('Unread messages: %1', [unread]) : '',
        isPickup(card) ? t('Pickup') : '',
        // A done order has no time left, and no one is waiting.
        Number.isNaN(seconds) || done === 1
          ? ''
          : t(seconds <= 0 ? 'Countdown late %1' : 'Countdown left %1', [formatMinutes(Math.abs(seconds), t)]),
        age === undefined ? '' : ageText(age.minutes, t),
        heldOf(card),
        labelled(t('Due'), clockTime(card.time_finish, { lang, timezone, country, now })),
        card.outside ? t('Ordered %1', [clockTime(card.time_create, { lang, timezone, country, now })]) : '',
        ready === 0 ? '' : t('Done: %1 of %2', [ready, ticks.length]),
        ...cart.map(dish),
        card.elsewhere === undefined ? '' : t('+%1 elsewhere', [card.elsewhere]),
        labelled(t('Comment'), sanitize(card.comment)),
        sanitize(card.user_obj?.name),
        isBlocked ? t('Blocked customer') : '',
        labelled(t('Customer note'), sanitize(note)) || (isNoted ? t('Customer note') : ''),
        placed,
        sanitize(card.destination_address),
        sanitize(localized(card.pay_type_obj?.name, lang)),
      ])
    }
  }, [rows, merchants, statuses, chosen, timezone, country, rule, news, customers, now, marked, i18n, t])
}
