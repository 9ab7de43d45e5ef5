import { Box } from '@chakra-ui/react'
import { fromLocalTime, toLocalTime } from '@tiffin/core/screens'
import { Input } from '../../ui/controls.ts'
import { useRecords } from '../records-context.ts'
import { controlProps, type InputProps } from './input-props.ts'
import { textOf } from '../text-of.ts'

/** A day, without time and without zone (PROMO-08, AMB-068). */
export const DateInput = (props: InputProps) => (
  <Input
    {...controlProps(props)}
    type="date"
    value={textOf(props.value)}
    onChange={(event) => props.onChange(event.target.value === '' ? null : event.target.value)}
  />
)

/** A moment on the company's clock, which travels as UTC (EDIT-15, EDIT-16). */
export function MomentInput(props: InputProps) {
  const { timezone } = useRecords()
  const { value, onChange } = props
  return (
    <Box>
      <Input
        {...controlProps(props)}
        type="datetime-local"
        title={timezone}
        value={typeof value === 'string' && value !== '' ? toLocalTime(value, timezone) : ''}
        onChange={(event) => onChange(event.target.value === '' ? null : fromLocalTime(event.target.value, timezone))}
      />
    </Box>
  )
}
