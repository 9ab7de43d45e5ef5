import { Box, chakra } from '@chakra-ui/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { addDays, addMonths, type Day, type DayPeriod, firstDayOfWeek, monthWeeks } from '@tiffin/core/rules'
import { Button } from './controls.ts'
import { Icon } from './icon.tsx'

interface Props {
  period: DayPeriod
  today: Day
  lang: string
  country: string
  onChange: (period: DayPeriod) => void
}

const format = (lang: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(`${lang}-u-nu-latn`, { ...options, timeZone: 'UTC' })

/** A month from which a first and a last day are chosen; weeks begin as the language and the country have it (LIST-22). */
export function DayCalendar({ period, today, lang, country, onChange }: Props) {
  const t = useTranslate()
  const [month, setMonth] = useState(period.to)
  const [focused, setFocused] = useState(period.to)
  /** The first day, while the last one is still to be chosen. */
  const [from, setFrom] = useState<Day | null>(null)
  const grid = useRef<HTMLTableElement>(null)
  const weeks = monthWeeks(month, firstDayOfWeek({ lang, country }))
  /** Where Tab comes in, also after the month has been turned. */
  const entry = weeks.flat().includes(focused) ? focused : `${month.slice(0, 8)}01`
  const [weekday, long, title] = [
    format(lang, { weekday: 'short' }),
    format(lang, { dateStyle: 'full' }),
    format(lang, { month: 'long', year: 'numeric' }),
  ]

  function choose(day: Day): void {
    setFocused(day)
    setFrom(from === null ? day : null)
    const first = from ?? day
    onChange(first <= day ? { from: first, to: day } : { from: day, to: first })
  }
  function walk(event: KeyboardEvent): void {
    const forwards = document.documentElement.dir === 'rtl' ? -1 : 1
    const steps: Readonly<Record<string, number>> = { ArrowLeft: -forwards, ArrowRight: forwards, ArrowUp: -7, ArrowDown: 7 }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = addDays(entry, step)
    setFocused(next)
    setMonth(next)
    // The day may stand in a month that is only drawn now.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus())
  }
  const turn = (months: number): void => setMonth(addMonths(month, months))
  return (
    <Box>
      <Box display="flex" alignItems="center" mb="1">
        <Button variant="ghost" size="icon" aria-label={t('Previous month')} onClick={() => turn(-1)}>
          <Turn to="start" />
        </Button>
        <Box flex="1" textAlign="center" fontWeight="medium" aria-live="polite">
          {title.format(new Date(month))}
        </Box>
        <Button variant="ghost" size="icon" aria-label={t('Next month')} onClick={() => turn(1)}>
          <Turn to="end" />
        </Button>
      </Box>
      <chakra.table ref={grid} role="grid" w="full" aria-label={t('Choose dates')} onKeyDown={walk}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <chakra.th key={day} scope="col" color="fg.muted" fontSize="xs" fontWeight="medium" h="7">
                {weekday.format(new Date(day))}
              </chakra.th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const chosen = day >= period.from && day <= period.to
                return (
                  <chakra.td key={day} p="0" aria-selected={chosen}>
                    <chakra.button
                      type="button"
                      data-day={day}
                      tabIndex={day === entry ? 0 : -1}
                      aria-label={long.format(new Date(day))}
                      aria-current={day === today ? 'date' : undefined}
                      w="full"
                      h="8"
                      cursor="pointer"
                      borderRadius="l1"
                      color={chosen ? 'accent' : day.slice(0, 7) === month.slice(0, 7) ? 'fg' : 'fg.muted'}
                      bg={chosen ? 'accent.subtle' : undefined}
                      fontWeight={day === today ? 'bold' : undefined}
                      textDecoration={day === today ? 'underline' : undefined}
                      _hover={{ bg: 'bg.muted' }}
                      onClick={() => choose(day)}
                    >
                      {Number(day.slice(8))}
                    </chakra.button>
                  </chakra.td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  )
}

const Turn = ({ to }: { to: 'start' | 'end' }) => (
  <Box
    transform={to === 'start' ? 'rotate(90deg)' : 'rotate(-90deg)'}
    _rtl={{ transform: to === 'start' ? 'rotate(-90deg)' : 'rotate(90deg)' }}
  >
    <Icon name="down" />
  </Box>
)
