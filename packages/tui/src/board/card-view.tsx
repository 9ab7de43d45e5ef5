import { Fragment, memo } from 'react'
import { Text } from 'ink'
import { type Card, type Column, type News, orderNumber, sharedNumberKey } from '@tiffin/core'
import type { PlainKey } from '@tiffin/core/i18n'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import type { AgeRule } from '@tiffin/core/rules'
import { useLook } from '../look/look.ts'
import { cut, fit, widthOf } from '../look/text.ts'
import { AgeLine } from './age-line.tsx'
import { useCountdown } from './countdown-text.tsx'
import { useOptions } from '../view/options.ts'
import type { CardLine } from './card-lines.ts'
import { useTime } from './now.tsx'

/** A late order says so by its countdown. */
export const newsWords: Readonly<Record<News, PlainKey>> = {
  new: 'NEW',
  changed: 'CHANGED',
  cancelled: 'CANCELLED',
  late: 'LATE',
}

interface CardProps {
  card: Card
  chosen: boolean
  lines: readonly CardLine[]
  /** With the bar. */
  width: number
  color: string | undefined
  status: Pick<Column['status'], 'status' | 'done' | 'reservation'>
  ageRule: AgeRule
  /** One of several that the next command is for. */
  marked: boolean
  /** Why it wants to be looked at, until somebody has. */
  news: News | undefined
}

/**
 * A card: a bar in the colour of its status (BOARD-34), number and countdown, and what it is about. It is one text with
 * line breaks, since each separate box and text is laid out and measured again in every frame.
 */
export const CardView = memo(function CardView(props: CardProps) {
  const { card, chosen, lines, width, color, status, ageRule } = props
  const look = useLook()
  const bar = (
    <Text {...(chosen ? look.style('accent') : {})} {...look.chosen(color)}>
      {chosen ? look.marks.chosenBar : look.marks.bar}
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
              <Text key={at} {...look.style(span.role)}>
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

/** The first line: the number, large as a terminal can, why it wants to be looked at, and the time left. */
function Heading({ card, chosen, width, status, marked, news }: CardProps) {
  const look = useLook()
  const t = useTranslate()
  const { calm } = useOptions()
  const { board } = useCore()
  const key = useSelected(board.store, (state) => sharedNumberKey(state, card))
  const { text: short, words, role } = useCountdown(card, status.done, 'short')
  const { marks } = look
  const pick = marked ? marks.marked : chosen ? marks.chosen : ' '
  const word = news === undefined || news === 'late' ? '' : ` ${marks.flash}${t(newsWords[news])}`
  const number = key === undefined ? orderNumber(card) : `${orderNumber(card)} (${key})`
  const left = `${pick} ${number}${card.moving ? ` ${marks.moving}` : ''}`
  const text = words !== undefined && widthOf(left + word) + 1 + widthOf(words) <= width ? words : short
  const room = Math.max(0, width - widthOf(text) - 1)
  const head = fit(left + word, room, { mark: marks.cut })
  // Every other second; where nothing may blink the word stands there all the same.
  const lit = useTime((now) => news !== undefined && (calm || Math.floor(now / 1000) % 2 === 0))
  const inverse = chosen !== lit
  return (
    <>
      <Text bold inverse={inverse} {...(news === undefined ? {} : look.style('flash'))}>
        {head}{' '}
      </Text>
      <Text {...look.style(role)} inverse={inverse}>
        {text}
      </Text>
    </>
  )
}

/** In place of a card that cannot be drawn: its number, under which it can still be opened and moved. */
export function BrokenCard({ card, chosen, width }: Pick<CardProps, 'card' | 'chosen' | 'width'>) {
  const look = useLook()
  const t = useTranslate()
  const { marks } = look
  return (
    <Text wrap="truncate" inverse={chosen} {...look.style('late')}>
      {cut(`${chosen ? marks.chosenBar : marks.bar}${marks.late} #${card.order_id} ${t("can't be shown")}`, width, marks.cut)}
    </Text>
  )
}
