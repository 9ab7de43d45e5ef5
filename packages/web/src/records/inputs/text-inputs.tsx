import { useEffect, useState } from 'react'
import { normalizeDigits } from '@tiffin/core/rules'
import { Input, TextArea } from '../../ui/controls.ts'
import { controlProps, dirOf, type InputProps } from './input-props.ts'
import { typedValueProps } from './typed-value-props.ts'
import { textOf } from '../text-of.ts'
import { useUnitOf, WithUnit } from './with-unit.tsx'

const MAX_LENGTH = 20_000

export const TextInput = (props: InputProps) => (
  <Input
    {...controlProps(props)}
    dir={dirOf(textOf(props.value))}
    maxLength={MAX_LENGTH}
    value={textOf(props.value)}
    onChange={(event) => props.onChange(event.target.value)}
  />
)

export const EmailInput = (props: InputProps) => (
  <Input
    {...controlProps(props)}
    type="email"
    dir="ltr"
    value={textOf(props.value)}
    onChange={(event) => props.onChange(event.target.value.trim())}
  />
)

export const UrlInput = (props: InputProps) => (
  <Input
    {...controlProps(props)}
    type="url"
    dir="ltr"
    placeholder="https://"
    value={textOf(props.value)}
    onChange={(event) => props.onChange(event.target.value.trim())}
  />
)

export const LongTextInput = (props: InputProps) => (
  <TextArea
    {...controlProps(props)}
    dir={dirOf(textOf(props.value))}
    h="20"
    py="1.5"
    value={textOf(props.value)}
    onChange={(event) => props.onChange(event.target.value)}
  />
)

/** A number, or nothing, which is refused if the field is required (EDIT-14). */
export const NumberInput = (props: InputProps) => {
  const { value, field } = props
  const take = typedValueProps(props, { wrong: Number.NaN, keep: Number })
  const [typed, setTyped] = useState(textOf(value))
  useEffect(() => {
    if (!Number.isNaN(value)) setTyped((now) => (Number(now) === value && now !== '' ? now : textOf(value)))
  }, [value])
  return (
    <WithUnit unit={useUnitOf(props)}>
      <Input
        {...controlProps(props)}
        type="number"
        inputMode={field.kind === 'int' ? 'numeric' : 'decimal'}
        step={field.kind === 'int' ? 1 : 'any'}
        dir="ltr"
        value={typed}
        {...take}
        onChange={(event) => {
          setTyped(event.target.value)
          take.onChange(event)
        }}
      />
    </WithUnit>
  )
}

/** An amount with its currency; it stays a string from input to database. */
export const MoneyInput = (props: InputProps) => {
  const { value, field, onChange } = props
  const amount = (text: string): string | null => (text === '' && field.nullable ? null : text)
  const tidy = (text: string): string => (/^-?\d{1,12}(\.\d?)?$/.test(text) ? Number(text).toFixed(2) : text)
  return (
    <WithUnit unit={useUnitOf(props)}>
      <Input
        {...controlProps(props)}
        inputMode="decimal"
        value={textOf(value)}
        onChange={(event) => onChange(amount(normalizeDigits(event.target.value).replace(/[,٫]/, '.').trim()))}
        onBlur={(event) => {
          const now = event.target.value
          if (tidy(now) !== now) onChange(amount(tidy(now)))
        }}
      />
    </WithUnit>
  )
}
