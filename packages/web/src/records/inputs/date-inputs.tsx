import { Box } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { daysBetween } from '@tiffin/core/rules'
import { fromLocalTime, NO_SUCH_DATE, toLocalTime } from '@tiffin/core/screens'
import { Input } from '../../ui/controls.ts'
import { useRecords } from '../records-context.ts'
import { controlProps, type InputProps } from './input-props.ts'
import { typedValueProps } from './typed-value-props.ts'
import { textOf } from '../text-of.ts'

const dateOf = (value: unknown): string => (value === NO_SUCH_DATE ? '' : textOf(value))

/** A day without time or zone (PROMO-08, AMB-068); the last day of a period also shows the number of days. */
export function DateInput(props: InputProps) {
  const t = useTranslate()
  const [from, to] = [props.name === 'date_finish' ? dateOf(props.row['date_start']) : '', dateOf(props.value)]
  const days = from === '' || to === '' ? 0 : daysBetween(from, to) + 1
  return (
    <>
      <Input
        {...controlProps(props)}
        type="date"
        value={dateOf(props.value)}
        {...typedValueProps(props, { wrong: NO_SUCH_DATE, keep: (text) => text })}
      />
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
  const { timezone } = useRecords()
  const moment = dateOf(props.value)
  return (
    <Input
      {...controlProps(props)}
      type="datetime-local"
      title={timezone}
      value={moment === '' ? '' : toLocalTime(moment, timezone)}
      {...typedValueProps(props, { wrong: NO_SUCH_DATE, keep: (text) => fromLocalTime(text, timezone) })}
    />
  )
}
