import { Box } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { firstDayOfWeek } from '@tiffin/core/rules'
import { weekdays } from '@tiffin/core/screens'
import { Button } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { useRecords } from '../records-context.ts'
import { Switch } from './choice-inputs.tsx'
import { ClockInput } from './clock-input.tsx'
import type { InputProps } from './input-props.ts'

export interface Period {
  start: string
  end: string
}
export interface Day {
  name: string
  day: number
  work: 0 | 1
  periods: Period[]
}

const defaultHours: Period = { start: '10:00', end: '22:00' }

const usualWeek: Day[] = weekdays.map((name, day) => ({ name, day, work: 1, periods: [defaultHours] }))

/** Two hours from the end of the last period, which may be empty while typing. */
export function nextPeriod(periods: readonly Period[]): Period {
  const start = periods.at(-1)?.end
  if (!start) return defaultHours
  const [hour = '', minute = ''] = start.split(':')
  return { start, end: `${String((Number(hour) + 2) % 24).padStart(2, '0')}:${minute}` }
}

/** Opening hours by weekday (MERCH-19, AMB-154); an end at or before the start is on the next day. */
export function HoursInput({ value, field, disabled, onChange }: InputProps) {
  const t = useTranslate()
  const { lang, country } = useRecords()
  const days = (value ?? []) as Day[]
  if (days.length === 0)
    return (
      <Box display="flex" gap="3" alignItems="center" minH="control">
        <Box color="fg.muted">{t(field.nullable ? 'No hours set' : 'Always open')}</Box>
        {!disabled && <Button onClick={() => onChange(usualWeek)}>{t('Set opening hours')}</Button>}
      </Box>
    )
  const first = firstDayOfWeek({ lang, country })
  const order = Array.from({ length: 7 }, (_, at) => (first + at) % 7)
  const nameOf = ({ day, name }: Day): string => {
    const weekday = weekdays[day]
    return weekday === undefined ? name : t(weekday)
  }
  /** Monday, whose hours the others can take over. */
  const model = days.find(({ day }) => day === 1)
  const set = (day: Day, change: Partial<Day>): void =>
    onChange(days.map((item) => (item === day ? { ...item, ...change } : item)))
  return (
    <Box display="grid" gap="1.5">
      {order
        .map((number) => days.find(({ day }) => day === number))
        .filter((day) => day !== undefined)
        .map((day) => {
          const name = nameOf(day)
          return (
            <Box
              key={day.day}
              display="flex"
              columnGap="3"
              rowGap="1"
              alignItems="start"
              flexWrap="wrap"
              data-testid={`day-${day.day}`}
            >
              <Box display="flex" gap="3" alignItems="center" minH="control">
                <Switch
                  type="checkbox"
                  role="switch"
                  aria-label={name}
                  disabled={disabled}
                  checked={day.work === 1}
                  onChange={(event) =>
                    set(day, {
                      work: event.target.checked ? 1 : 0,
                      periods: day.periods.length > 0 ? day.periods : [defaultHours],
                    })
                  }
                />
                <Box minW="24">{name}</Box>
              </Box>
              {/* Its lines are below each other. */}
              <Box display="flex" columnGap="3" rowGap="1" alignItems="center" flexWrap="wrap" flex="1 1 17rem" minH="control">
                {day.work === 0 && <Box color="fg.muted">{t('Closed')}</Box>}
                {day.work === 1 && (
                  <Periods day={day} name={name} disabled={disabled} onChange={(periods) => set(day, { periods })} />
                )}
              </Box>
            </Box>
          )
        })}
      {!disabled && model && (
        <Box display="flex" gap="2" flexWrap="wrap">
          <Button onClick={() => onChange(days.map((item) => ({ ...item, work: model.work, periods: model.periods })))}>
            {t('Same hours as %1 every day', [nameOf(model)])}
          </Button>
          {field.nullable && (
            <Button variant="ghost" onClick={() => onChange(null)}>
              {t('Remove hours')}
            </Button>
          )}
        </Box>
      )}
    </Box>
  )
}

interface PeriodsProps {
  day: Day
  name: string
  disabled: boolean
  onChange: (periods: Period[]) => void
}

function Periods({ day, name, disabled, onChange }: PeriodsProps) {
  const t = useTranslate()
  const { periods } = day
  const set = (index: number, change: Partial<Period>): void =>
    onChange(periods.map((other, at) => (at === index ? { ...other, ...change } : other)))
  return (
    <>
      {periods.map((period, index) => {
        const nextDay = period.end <= period.start
        return (
          <Box key={index} display="flex" gap="1" alignItems="center">
            <ClockInput
              disabled={disabled}
              label={`${name}: ${t('From')}`}
              value={period.start}
              onChange={(start) => set(index, { start })}
            />
            –
            <ClockInput
              disabled={disabled}
              label={`${name}: ${nextDay ? t('To (next day)') : t('To')}`}
              value={period.end}
              onChange={(end) => set(index, { end })}
            />
            {nextDay && (
              <Box as="span" color="fg.muted" fontSize="sm" title={t('To (next day)')}>
                +1
              </Box>
            )}
            {!disabled && periods.length > 1 && (
              <Button
                variant="ghost"
                size="sm"
                px="1"
                aria-label={`${name}: ${t('Remove')}`}
                onClick={() => onChange(periods.filter((_, at) => at !== index))}
              >
                <Icon name="close" size={14} />
              </Button>
            )}
          </Box>
        )
      })}
      {!disabled && periods.length < 10 && (
        <Button
          variant="ghost"
          size="sm"
          color="accent"
          aria-label={`${name}: ${t('Add period')}`}
          onClick={() => onChange([...periods, nextPeriod(periods)])}
        >
          {t('Add period')}
        </Button>
      )}
    </>
  )
}
