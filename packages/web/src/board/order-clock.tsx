import { ageText, type Card, formatMinutes } from '@tiffin/core'
import type { OrderStatus } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { orderAge, countdown } from '@tiffin/core/rules'
import { Icon } from '../ui/icon.tsx'
import { useBoardView } from './board-context.ts'
import { useBoardTime } from './board-clock.tsx'

type Timed = Pick<Card, 'time_create' | 'time_finish' | 'time_delivery' | 'asap'>

interface Props {
  order: Timed
  /** `done` of the column that shows the card. */
  done: number
}

const HOUR = 3600

/**
 * Time left, by colour, sign and text (BOARD-35, BOARD-36). From an hour on in words, because `12:41:48` reads as a
 * time of day.
 */
export function OrderCountdown({ order, done }: Props) {
  const t = useTranslate()
  const { tone, seconds, text } = countdown(order, { done }, useBoardTime())
  return (
    <span className="countdown" data-tone={tone} data-testid="countdown">
      <Icon name={tone === 'late' ? 'alert' : 'clock'} size={14} label={tone === 'late' ? t('late by') : t('time left')} />
      {Math.abs(seconds) < HOUR ? (
        <bdi dir="ltr">{text}</bdi>
      ) : (
        <span>
          {seconds < 0 && '\u200E-'}
          {formatMinutes(Math.abs(seconds), t)}
        </span>
      )}
    </span>
  )
}

/** How long the order has waited for the kitchen, once that is long; `short` shows only the icon (KDS-03). */
export function OrderAge({ order, status, short = false }: { order: Timed; status: OrderStatus; short?: boolean }) {
  const t = useTranslate()
  const { age } = useBoardView()
  const old = orderAge(order, status, age, useBoardTime())
  if (!old) return null
  const { level, minutes } = old
  const text = ageText(minutes, t)
  const sign = level === 'late' ? '↑↑' : '↑'
  return short ? (
    <span className="age" data-level={level} role="img" aria-label={text} title={text}>
      {sign}
    </span>
  ) : (
    <span className="age" data-level={level}>
      {sign} {text}
    </span>
  )
}
