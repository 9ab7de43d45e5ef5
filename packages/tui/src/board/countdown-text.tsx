import { Text } from 'ink'
import { type Card, formatMinutes } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'
import { countdown, formatSeconds } from '@tiffin/core/rules'
import { useTheme } from '../theme/theme.ts'
import { useOptions } from '../view/options.ts'
import { useTime } from './now.tsx'

/**
 * A countdown shows seconds between these limits (in s before the deadline). Outside them minutes are enough for
 * planning, and redrawing sixty cards every second would be slow.
 */
const SECONDS_RANGE = { from: 300, to: -60 }

/**
 * A countdown that is readable without colours: its sign shows whether it is late (BOARD-36). `words` also gives this as
 * text, which distinguishes it from the age; `text` is the short form.
 */
export function useCountdown(card: Pick<Card, 'time_finish' | 'time_delivery'>, done: number, form: 'short' | 'exact') {
  const { marks } = useTheme()
  const { calm } = useOptions()
  const t = useTranslate()
  const tone = useTime((now) => countdown(card, { done }, now).tone)
  const bySecond = (seconds: number): boolean =>
    !calm && (form === 'exact' || (seconds < SECONDS_RANGE.from && seconds > SECONDS_RANGE.to))
  // A value shown in minutes changes only every minute.
  const seconds = useTime((now) => {
    const left = countdown(card, { done }, now).seconds
    return bySecond(left) ? left : Math.trunc(left / 60) * 60 || Math.sign(left)
  })
  if (Number.isNaN(seconds)) return { text: '?', words: '?', role: 'quiet' } as const
  const sign = tone === 'late' ? marks.late : marks.ok
  const written = (value: number): string => (bySecond(seconds) ? formatSeconds(value) : formatMinutes(value, t))
  // A done order has no time left, and no one is waiting.
  const spoken =
    done === 1 ? undefined : t(tone === 'late' ? 'Countdown late %1' : 'Countdown left %1', [written(Math.abs(seconds))])
  return { text: `${sign} ${written(seconds)}`, words: spoken && `${sign} ${spoken}`, role: tone } as const
}

/** An order's countdown in seconds, red if late, else green (BOARD-35, BOARD-36). */
export function CountdownText({ card, done }: { card: Pick<Card, 'time_finish' | 'time_delivery'>; done: number }) {
  const theme = useTheme()
  const { text, words = text, role } = useCountdown(card, done, 'exact')
  return <Text {...theme.style(role)}>{words}</Text>
}
