import { fromLocalTime, NO_SUCH_DATE, toLocalTime } from '@tiffin/core/screens'
import { Input } from '../../ui/controls.ts'
import { useRecords } from '../records-context.ts'
import { controlProps, type InputProps } from './input-props.ts'
import { takeTyped } from './take-typed.ts'
import { textOf } from '../text-of.ts'

const dateOf = (value: unknown): string => (value === NO_SUCH_DATE ? '' : textOf(value))

/** A day, without time and without zone (PROMO-08, AMB-068). */
export const DateInput = (props: InputProps) => (
  <Input
    {...controlProps(props)}
    type="date"
    value={dateOf(props.value)}
    {...takeTyped(props, { wrong: NO_SUCH_DATE, keep: (text) => text })}
  />
)

/** A moment on the company's clock, which travels as UTC (EDIT-15, EDIT-16). */
export function MomentInput(props: InputProps) {
  const { timezone } = useRecords()
  const moment = dateOf(props.value)
  return (
    <Input
      {...controlProps(props)}
      type="datetime-local"
      title={timezone}
      value={moment === '' ? '' : toLocalTime(moment, timezone)}
      {...takeTyped(props, { wrong: NO_SUCH_DATE, keep: (text) => fromLocalTime(text, timezone) })}
    />
  )
}
