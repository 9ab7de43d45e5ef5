import { Box } from '@chakra-ui/react'
import { formatDay, formatMoment } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'
import { daysBetween } from '@tiffin/core/rules'
import { fromLocalTime, INVALID_DATE, toLocalTime } from '@tiffin/core/screens'
import { Input } from '../../ui/controls.ts'
import { useRecords } from '../records-context.ts'
import { controlProps, type InputProps } from './input-props.ts'
import { typedValueProps } from './typed-value-props.ts'
import { textOf } from '../text-of.ts'

const dateOf = (value: unknown): string => (value === INVALID_DATE ? '' : textOf(value))

/** A day without time or zone (PROMO-08, AMB-068); the last day of a period also shows the number of days. */
export function DateInput(props: InputProps) {
  const t = useTranslate()
  const [from, to] = [props.name === 'date_finish' ? dateOf(props.row['date_start']) : '', dateOf(props.value)]
  const { lang } = useRecords()
  const days = from === '' || to === '' ? 0 : daysBetween(from, to) + 1
  return (
    <>
      {props.disabled ? (
        <Input {...controlProps(props)} value={to && formatDay(to, lang)} readOnly />
      ) : (
        <Input
          {...controlProps(props)}
          type="date"
          value={to}
          {...typedValueProps(props, { wrong: INVALID_DATE, keep: (text) => text })}
        />
      )}
      {days > 0 && (
        <Box mt="1" fontSize="sm" color="fg.muted" data-testid="days">
          {t('%1 days', [days])}
        </Box>
      )}
    </>
  )
}

/** A time in the company's zone, sent as UTC (EDIT-15, EDIT-16). */
export function MomentInput(props: InputProps) {
  const { area, lang, timezone, country } = useRecords()
  const time = dateOf(props.value)
  // The browser's own input would show the browser's clock.
  if (props.disabled) {
    const text = time && formatMoment(time, { lang, timezone, country })
    return (
      <Input
        {...controlProps(props)}
        title={timezone}
        value={text && area === 'platform' ? `${text} ${timezone}` : text}
        readOnly
      />
    )
  }
  return (
    <Input
      {...controlProps(props)}
      type="datetime-local"
      title={timezone}
      value={time === '' ? '' : toLocalTime(time, timezone)}
      {...typedValueProps(props, { wrong: INVALID_DATE, keep: (text) => fromLocalTime(text, timezone) })}
    />
  )
}
