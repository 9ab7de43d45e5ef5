import { Text } from 'ink'
import type { AgeRule } from '@tiffin/core/rules'
import { ageText, type Card, type Column } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'
import { orderAge } from '@tiffin/core/rules'
import { type ColorRole, useTheme } from '../theme/theme.ts'
import { padToWidth, widthOf } from '../theme/text.ts'
import type { CardLine } from './card-lines.ts'
import { useTime } from './now.tsx'

interface AgeProps {
  card: Card
  status: Pick<Column['status'], 'status' | 'reservation'>
  rule: AgeRule
}

/** How long an order has waited for the kitchen, by sign and text; the countdown remains the main figure (KDS-03). */
function useAge({ card, status, rule }: AgeProps): { text: string; role: ColorRole } | undefined {
  const t = useTranslate()
  const { marks } = useTheme()
  const level = useTime((now) => orderAge(card, status, rule, now)?.level ?? '')
  const minutes = useTime((now) => orderAge(card, status, rule, now)?.minutes ?? 0)
  if (level === '') return undefined
  const text = ageText(minutes, t)
  return level === 'late' ? { text: `${marks.old} ${text}`, role: 'warning' } : { text: `${marks.aging} ${text}`, role: 'plain' }
}

/** A card's line with the customer and signs, the age at the right end, and the total if there is room. */
export function AgeLine({ line, width, ...aged }: AgeProps & { line: CardLine; width: number }) {
  const theme = useTheme()
  const age = useAge(aged)
  const [who, ...signs] = line.spans
  const name = who?.text ?? ''
  const price = line.end ?? ''
  const signsWidth = signs.reduce((sum, { text }) => sum + widthOf(text) + 1, 0)
  const ageWidth = age ? widthOf(age.text) + 1 : 0
  const fixedWidth = signsWidth + ageWidth
  const end = widthOf(name) + widthOf(price) + 1 + fixedWidth <= width || !age ? ` ${price}` : ''
  const availableWidth = Math.max(0, width - fixedWidth - widthOf(end))
  return (
    <>
      <Text>{padToWidth(name, availableWidth, { mark: theme.marks.cut })}</Text>
      {signs.map(({ text, role }) => (
        <Text key={text}>
          {' '}
          <Text {...theme.style(role)}>{text}</Text>
        </Text>
      ))}
      <Text>{end}</Text>
      {age && <Text {...theme.style(age.role)}>{` ${age.text}`}</Text>}
    </>
  )
}
