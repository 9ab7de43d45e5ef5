import { Fragment, memo } from 'react'
import { Text } from 'ink'
import { type Card, type Column, type AttentionReason, orderNumber, sharedNumberKey } from '@tiffin/core'
import type { PlainKey } from '@tiffin/core/i18n'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import type { AgeRule } from '@tiffin/core/rules'
import { useTheme } from '../theme/theme.ts'
import { truncate, padToWidth, widthOf } from '../theme/text.ts'
import { AgeLine } from './age-line.tsx'
import { useCountdown } from './countdown-text.tsx'
import { useOptions } from '../view/options.ts'
import type { CardLine } from './card-lines.ts'
import { useTime } from './now.tsx'

/** Labels of the reasons for attention. */
export const attentionLabels: Readonly<Record<AttentionReason, PlainKey>> = {
  new: 'NEW',
  changed: 'CHANGED',
  cancelled: 'CANCELLED',
  late: 'LATE',
}

interface CardProps {
  card: Card
  chosen: boolean
  lines: readonly CardLine[]
  /** Includes the colour bar. */
  width: number
  color: string | undefined
  status: Pick<Column['status'], 'status' | 'done' | 'reservation'>
  ageRule: AgeRule
  /** Whether it is selected for the next command. */
  marked: boolean
  /** Why it needs attention, until it is seen. */
  news: AttentionReason | undefined
}

/**
 * A card: a bar in the colour of its status (BOARD-34), number, countdown and contents. It is a single text with line
 * breaks, because every separate box is laid out again in each frame.
 */
export const CardView = memo(function CardView(props: CardProps) {
  const { card, chosen, lines, width, color, status, ageRule } = props
  const theme = useTheme()
  const bar = (
    <Text {...(chosen ? theme.style('accent') : {})} {...theme.chosen(color)}>
      {chosen ? theme.marks.chosenBar : theme.marks.bar}
    </Text>
  )
  return (
    <Text wrap="truncate">
      {bar}
      <Heading {...props} width={width - 1} />
      {lines.map((line, index) => (
        <Fragment key={index}>
          {'\n'}
          {bar}{' '}
          {line.end === undefined ? (
            line.spans.map((span, at) => (
              <Text key={at} {...theme.style(span.role)}>
                {span.text}
              </Text>
            ))
          ) : (
            <AgeLine card={card} status={status} rule={ageRule} line={line} width={width - 2} />
          )}
        </Fragment>
      ))}
    </Text>
  )
})

/** The first line: a large number, the reason for attention, and the time left. */
function Heading({ card, chosen, width, status, marked, news }: CardProps) {
  const theme = useTheme()
  const t = useTranslate()
  const { calm } = useOptions()
  const { board } = useCore()
  const key = useSelected(board.store, (state) => sharedNumberKey(state, card))
  const { text: short, words, role } = useCountdown(card, status.done, 'short')
  const { marks } = theme
  const pick = marked ? marks.marked : chosen ? marks.chosen : ' '
  const word = news === undefined || news === 'late' ? '' : ` ${marks.flash}${t(attentionLabels[news])}`
  const number = key === undefined ? orderNumber(card) : `${orderNumber(card)} (${key})`
  const left = `${pick} ${number}${card.moving ? ` ${marks.moving}` : ''}`
  const long = words !== undefined && widthOf(left + word) + 1 + widthOf(words) <= width ? words : short
  // The number is never cut: it may be all that tells two orders apart.
  const text = truncate(long, Math.max(1, width - widthOf(left) - 1), marks.cut)
  const availableWidth = Math.max(0, width - widthOf(text) - 1)
  const head = padToWidth(left + word, availableWidth, { mark: marks.cut })
  // Blinks every other second; on a slow line the word stays.
  const isHighlighted = useTime((now) => news !== undefined && (calm || Math.floor(now / 1000) % 2 === 0))
  const inverse = chosen !== isHighlighted
  return (
    <>
      <Text bold inverse={inverse} {...(news === undefined ? {} : theme.style('flash'))}>
        {head}{' '}
      </Text>
      <Text {...theme.style(role)} inverse={inverse}>
        {text}
      </Text>
    </>
  )
}

/** Shown in place of a card that failed to render: its number, with which it can still be opened and moved. */
export function BrokenCard({ card, chosen, width }: Pick<CardProps, 'card' | 'chosen' | 'width'>) {
  const theme = useTheme()
  const t = useTranslate()
  const { marks } = theme
  return (
    <Text wrap="truncate" inverse={chosen} {...theme.style('late')}>
      {truncate(
        `${chosen ? marks.chosenBar : marks.bar}${marks.late} #${card.order_id} ${t("can't be shown")}`,
        width,
        marks.cut,
      )}
    </Text>
  )
}
