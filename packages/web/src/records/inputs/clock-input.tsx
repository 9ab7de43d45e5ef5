import { useState } from 'react'
import { clockText, readClock } from '@tiffin/core/rules'
import { Input } from '../../ui/controls.ts'
import { useRecords } from '../records-context.ts'

interface Props {
  label: string
  /** Such as `18:00`; empty while it is not a time. */
  value: string
  disabled: boolean
  onChange: (value: string) => void
}

/** Uses the company country's time format; a native time input would use the browser's locale. */
export function ClockInput({ label, value, disabled, onChange }: Props) {
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
      aria-label={label}
      aria-invalid={value === ''}
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
