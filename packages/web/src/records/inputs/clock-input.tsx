import { useState } from 'react'
import { clockText, readClock } from '@tiffin/core/rules'
import { Input } from '../../ui/controls.ts'
import { useRecords } from '../records-context.ts'
import { textOf } from '../text-of.ts'
import { controlProps, type InputProps } from './input-props.ts'

interface Props {
  /** Attributes of a field; without them the label is the control's own. */
  control?: ReturnType<typeof controlProps>
  label: string
  /** Such as `18:00`; empty while it is not a time. */
  value: string
  disabled: boolean
  onChange: (value: string) => void
}

/** Uses the company country's time format; a native time input would use the browser's locale. */
export function ClockInput({ control, label, value, disabled, onChange }: Props) {
  const { country } = useRecords()
  /** The text as typed, while it is being edited or is not a time. */
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Input
      data-clock=""
      w="28"
      dir="ltr"
      required
      disabled={disabled}
      {...(control ?? { 'aria-label': label, 'aria-invalid': value === '' })}
      placeholder={clockText('18:00', country)}
      value={typed ?? clockText(value, country)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(readClock(target.value) ?? '')
      }}
      onBlur={() => value !== '' && setTyped(null)}
    />
  )
}

/** A field with a time of day. */
export const ClockFieldInput = (props: InputProps) => (
  <ClockInput
    control={controlProps(props)}
    label={props.label}
    value={textOf(props.value)}
    disabled={props.disabled}
    onChange={props.onChange}
  />
)
