import { Box, chakra, DatePicker, parseDate } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { type Day, firstDayOfWeek } from '@tiffin/core/rules'
import { Button } from './controls.ts'
import { Icon } from './icon.tsx'

interface Props {
  /** First and last day; only the first while the last is still to be chosen. */
  days: readonly Day[]
  today: Day
  lang: string
  country: string
  onChange: (days: Day[]) => void
}

/** A calendar for choosing a range of days; the first day of the week follows language and country (LIST-22). */
export function DayCalendar({ days, today, lang, country, onChange }: Props) {
  const t = useTranslate()
  const value = days.map((day) => parseDate(day))
  const [focused, setFocused] = useState(value.at(-1))
  return (
    <DatePicker.Root
      inline
      selectionMode="range"
      outsideDaySelectable
      maxView="day"
      locale={`${lang}-u-nu-latn`}
      startOfWeek={firstDayOfWeek({ lang, country })}
      value={value}
      onValueChange={(change) => {
        // A click that starts another range does not move the keyboard focus.
        setFocused(change.value.at(-1))
        onChange(change.value.map((day) => day.toString()))
      }}
      focusedValue={focused}
      onFocusChange={({ focusedValue }) => setFocused(focusedValue)}
      translations={{
        content: t('Choose dates'),
        prevTrigger: () => t('Previous month'),
        nextTrigger: () => t('Next month'),
        dayCell: ({ valueText }) => valueText,
      }}
    >
      <DatePicker.Content>
        <DatePicker.ViewControl display="flex" alignItems="center" mb="1">
          <DatePicker.PrevTrigger asChild>
            <Button variant="ghost" size="icon">
              <Turn to="start" />
            </Button>
          </DatePicker.PrevTrigger>
          <DatePicker.RangeText flex="1" textAlign="center" fontWeight="medium" aria-live="polite" />
          <DatePicker.NextTrigger asChild>
            <Button variant="ghost" size="icon">
              <Turn to="end" />
            </Button>
          </DatePicker.NextTrigger>
        </DatePicker.ViewControl>
        <DatePicker.Context>
          {({ weeks, weekDays }) => (
            <DatePicker.Table w="full" tableLayout="fixed" aria-label={t('Choose dates')}>
              <DatePicker.TableHead aria-hidden={false}>
                <DatePicker.TableRow>
                  {weekDays.map(({ short }) => (
                    <DatePicker.TableHeader key={short} color="fg.muted" fontSize="xs" fontWeight="medium" h="7">
                      {short}
                    </DatePicker.TableHeader>
                  ))}
                </DatePicker.TableRow>
              </DatePicker.TableHead>
              <DatePicker.TableBody>
                {weeks.map((week) => (
                  <DatePicker.TableRow key={String(week[0])}>
                    {week.map((day) => (
                      <DatePicker.TableCell
                        key={String(day)}
                        value={day}
                        p="0"
                        aria-current={day.toString() === today ? 'date' : undefined}
                      >
                        <DatePicker.TableCellTrigger asChild>
                          <chakra.button type="button" css={dayStyles}>
                            {day.day}
                          </chakra.button>
                        </DatePicker.TableCellTrigger>
                      </DatePicker.TableCell>
                    ))}
                  </DatePicker.TableRow>
                ))}
              </DatePicker.TableBody>
            </DatePicker.Table>
          )}
        </DatePicker.Context>
      </DatePicker.Content>
    </DatePicker.Root>
  )
}

const dayStyles = {
  w: 'full',
  h: '8',
  cursor: 'pointer',
  borderRadius: 'l1',
  '&[data-outside-range]': { color: 'fg.muted' },
  '&:is([data-selected], [data-in-range])': { color: 'accent', bg: 'accent.subtle' },
  '[aria-current] > &': { fontWeight: 'bold', textDecoration: 'underline' },
  _hover: { bg: 'bg.muted' },
} as const

const Turn = ({ to }: { to: 'start' | 'end' }) => (
  <Box
    transform={to === 'start' ? 'rotate(90deg)' : 'rotate(-90deg)'}
    _rtl={{ transform: to === 'start' ? 'rotate(-90deg)' : 'rotate(90deg)' }}
  >
    <Icon name="down" />
  </Box>
)
