import { Text } from 'ink'
import type { Card, Column } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'
import { countLate, formatList } from '@tiffin/core/rules'
import { useTheme } from '../theme/theme.ts'
import { padToWidth, widthOf } from '../theme/text.ts'
import { useTime } from './now.tsx'
import { useAttention } from './use-attention.ts'

interface MoreProps {
  /** Before the number, such as an arrow. */
  mark: string
  cards: readonly Card[]
  status: Pick<Column['status'], 'done'>
  width: number
}

/** The number of cards out of view, and how many of them are late, or new or changed. */
export function MoreLine({ mark, cards, status, width }: MoreProps) {
  const t = useTranslate()
  const { i18n } = useCore()
  const theme = useTheme()
  const late = useTime((now) => countLate(cards, status, now))
  const attention = useAttention()
  const news = cards.filter(({ order_id }) => ['new', 'changed'].includes(attention.get(order_id) ?? '')).length
  const more = ` ${mark} ${t('%1 more', [cards.length])}`
  const lateText = late === 0 ? '' : formatList([more, t('%1 late', [late])], i18n.lang()).slice(more.length)
  const newsText = news === 0 ? '' : ` ${theme.marks.flash}${news}`
  return (
    <Text>
      <Text dimColor>{more}</Text>
      <Text {...theme.style('late')}>{lateText}</Text>
      <Text {...theme.style('flash')}>{padToWidth(newsText, Math.max(0, width - widthOf(more + lateText)))}</Text>
    </Text>
  )
}
