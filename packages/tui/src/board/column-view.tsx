import { memo, useLayoutEffect, useMemo, useState } from 'react'
import { Box, Text, useWindowSize } from 'ink'
import type { Card, Column, Marks } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { type AgeRule, heldUntil, isLocked, localized } from '@tiffin/core/rules'
import { useTheme } from '../theme/theme.ts'
import { padToWidth, sanitize, spread } from '../theme/text.ts'
import { Guard } from '../view/guard.tsx'
import { cardWindow } from '../view/windows.ts'
import { type CardLine, cardLines, type CardView as View, COMMENT_LINES, type Density } from './card-lines.ts'
import { BrokenCard, CardView } from './card-view.tsx'
import { useBoardLayout } from './board-layout.ts'
import { MoreLine } from './more-line.tsx'
import { useTime } from './now.tsx'
import { useAttention } from './use-attention.ts'

interface ColumnProps {
  /** Position among all columns. */
  index: number
  column: Column
  /** Index of the chosen card; undefined in the other columns. */
  chosen: number | undefined
  /** The chosen card has gone, and no other one is chosen in its place. */
  lost?: boolean
  /** Leftmost screen cell. */
  left: number
  top: number
  width: number
  height: number
  density: Density
  severalMerchants: boolean
  ageRule: AgeRule
  currency: string | undefined
  marked: Marks
}

const HEADING = 2
const DIGIT_KEYS = 9
/** Lines of a card in addition to its contents: the heading and an empty line. A card takes at most this share of the screen. */
const CARD_FRAME_LINES = 2
const MAX_SCREEN_SHARE = 1 / 3
/** Facts, customer, notes or allergens, and the number of hidden items. */
const MIN_LINES = 5
/** In every time zone, days begin at a quarter of an hour. */
const QUARTER_HOUR_MS = 15 * 60_000

/** A status with the cards that fit, and the number of cards above and below. */
export const ColumnView = memo(function ColumnView(props: ColumnProps) {
  const { column, chosen, lost = false, width, height, density, severalMerchants, ageRule, currency, marked } = props
  const theme = useTheme()
  const t = useTranslate()
  const { i18n, ports, session, unread: messages } = useCore()
  const { rows } = useWindowSize()
  const { marks } = theme
  const lang = i18n.lang()
  const [first, setFirst] = useState(0)
  const { log } = ports
  const timezone = useSelected(session.store, (state) => state.user?.company?.timezone ?? 'UTC')
  const country = useSelected(session.store, (state) => state.user?.company?.country?.alpha2 ?? '')
  const now = useTime((at) => at - (at % QUARTER_HOUR_MS))
  const available = height - HEADING
  // One line each is reserved for the counts above and below.
  const limit = Math.max(MIN_LINES, available - CARD_FRAME_LINES - 1)
  // A few cards share the whole column.
  const share = Math.max(Math.floor(rows * MAX_SCREEN_SHARE), Math.floor(available / Math.max(1, column.cards.length)))
  const most = Math.max(MIN_LINES, share - CARD_FRAME_LINES)
  const heldKeys = useTime((at) => [...heldCards(column, ageRule.ready, at)].join(';'))
  const held = useMemo(
    () =>
      new Map(
        heldKeys
          .split(';')
          .filter(Boolean)
          .map((entry) => entry.split(',').map(Number) as [number, number]),
      ),
    [heldKeys],
  )
  const unread = useSelected(messages.store, (state) => state.customers)
  const drawn = useMemo(() => {
    const size = { width: width - 2, most, limit }
    return drawer({ ...size, density, lang, timezone, country, now, severalMerchants, currency, held, unread, marks, t }, log)
  }, [density, width, most, limit, lang, timezone, country, now, severalMerchants, currency, held, unread, marks, t, log])
  const heights = {
    length: column.cards.length,
    at(index: number) {
      const card = column.cards[index]
      return card && drawn(card).length + CARD_FRAME_LINES
    },
  }
  const shown = cardWindow(heights, available, chosen ?? first, first)
  if (shown.start !== first) setFirst(shown.start)
  const hasMore = { above: shown.start > 0, below: shown.end < column.cards.length }
  const cards = fillRoom(
    column.cards.slice(shown.start, shown.end),
    drawn,
    available - Number(hasMore.above) - Number(hasMore.below),
  )
  const drawnColumns = useBoardLayout()
  const news = useAttention()
  useLayoutEffect(() => {
    const { index, left, top } = props
    const area = { column: left, row: top, width, height }
    let row = top + HEADING + (hasMore.above ? 1 : 0)
    const areas = cards.map(({ lines }) => {
      const at = { column: left, row, width, height: lines.length + 1 }
      row += at.height + 1
      return at
    })
    drawnColumns.columns.set(index, { first: shown.start, area, cards: areas })
    if (chosen !== undefined) drawnColumns.setScreenful(areas.length)
    return () => void drawnColumns.columns.delete(index)
  })
  const { status } = column
  const name = sanitize(localized(status.value, lang)) || String(status.status)
  const below = column.cards.slice(shown.end)
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      {/* Never shrinks: cards without their column heading would be ambiguous. */}
      <Box flexDirection="column" height={HEADING} flexShrink={0}>
        <Text bold inverse={chosen !== undefined}>
          {spread(` ${name}${isLocked(status) ? ` ${marks.locked}` : ''}`, `${column.cards.length} `, width, marks.cut)}
        </Text>
        <Text {...theme.chosen(status.color.background)}>{marks.line.repeat(width)}</Text>
      </Box>
      {hasMore.above && <MoreLine mark={marks.above} cards={column.cards.slice(0, shown.start)} status={status} width={width} />}
      <Box flexDirection="column" flexGrow={1} overflow="hidden">
        {column.cards.length === 0 && column.hidden > 0 && (
          <Text dimColor>{padToWidth(` ${t('%1 hidden by search', [column.hidden])}`, width)}</Text>
        )}
        {cards.map(({ card, lines }, offset) => {
          const isChosen = !lost && shown.start + offset === chosen
          return (
            <Box key={card.order_id} height={lines.length + CARD_FRAME_LINES} flexShrink={0}>
              <Guard
                about={card}
                fallback={<BrokenCard card={card} chosen={isChosen} width={width} />}
                onError={(error) => log(`can't draw the card of order ${card.order_id}`, error)}
              >
                <CardView
                  card={card}
                  chosen={isChosen}
                  lines={lines}
                  width={width}
                  color={status.color.background}
                  status={status}
                  ageRule={ageRule}
                  marked={marked.has(card.order_id)}
                  news={news.get(card.order_id)}
                />
              </Guard>
            </Box>
          )
        })}
      </Box>
      {hasMore.below && <MoreLine mark={marks.below} cards={below} status={status} width={width} />}
      {chosen !== undefined && (
        <Box position="absolute" marginTop={HEADING + (hasMore.above ? 1 : 0)}>
          <Text bold>
            {digits(
              cards.map(({ lines }) => lines.length + CARD_FRAME_LINES),
              lost ? -1 : chosen - shown.start,
            )}
          </Text>
        </Box>
      )}
    </Box>
  )
})

/**
 * The digits that select cards, drawn over each card's bar; the chosen card needs none. They overlay the cards, so that
 * moving to another column re-renders two cards instead of all cards of both columns.
 */
const digits = (heights: readonly number[], chosen: number): string =>
  heights
    .slice(0, DIGIT_KEYS)
    .map((height, index) => (index === chosen ? '' : String(index + 1)) + '\n'.repeat(height))
    .join('')
    .trimEnd()

/** The lines of a card, with a target number other than the view's if given. */
type Draw = (card: Card, most?: number) => readonly CardLine[]

/** The lines of the cards. Cards that hide something share the lines that would otherwise stay empty. */
function fillRoom(cards: readonly Card[], draw: Draw, available: number): { card: Card; lines: readonly CardLine[] }[] {
  const drawn = cards.map((card) => ({ card, lines: draw(card) }))
  let free = available - drawn.reduce((sum, { lines }) => sum + lines.length + CARD_FRAME_LINES, 0)
  return drawn.map(({ card, lines }) => {
    if (free <= 0 || !lines.some(({ isRest }) => isRest)) return { card, lines }
    const room = lines.length + free
    // The beginning of a comment may exceed the target.
    const targets = Array.from({ length: COMMENT_LINES + 1 }, (_, index) => room - index)
    const more = targets.map((most) => draw(card, most)).find(({ length }) => length <= room) ?? lines
    free -= more.length - lines.length
    return { card, lines: more }
  })
}

/** The held orders of a column, with the kitchen's start in ms (KDS-11). */
const heldCards = ({ cards, status }: Column, ready: number, now: number): [key: number, until: number][] =>
  cards.flatMap((card) => {
    const until = heldUntil(card, status, ready, now)
    return until === undefined ? [] : [[card.order_id, until] satisfies [number, number]]
  })

/** Computes and caches the lines of cards. A row that is too malformed keeps its place with only a heading. */
function drawer(view: View, log: (message: string, error: unknown) => void): Draw {
  const known = new Map<number, WeakMap<Card, readonly CardLine[]>>()
  return (card, most = view.most) => {
    const cache = known.get(most) ?? new WeakMap<Card, readonly CardLine[]>()
    known.set(most, cache)
    let lines = cache.get(card)
    if (lines) return lines
    try {
      lines = cardLines(card, { ...view, most })
    } catch (error) {
      log(`can't draw the lines of order ${card.order_id}`, error)
      lines = []
    }
    cache.set(card, lines)
    return lines
  }
}
