import { Box } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { currencySymbol, plainDigits } from '@tiffin/core/rules'
import { Input, TextArea } from '../../ui/controls.ts'
import { useRecords } from '../records-context.ts'
import { controlProps, dirOf, type InputProps } from './input-props.ts'
import { takeTyped } from './take-typed.ts'
import { textOf } from '../text-of.ts'

const LONGEST = 20_000

export const TextInput = (props: InputProps) => (
  <Input
    {...controlProps(props)}
    dir={dirOf(textOf(props.value))}
    maxLength={LONGEST}
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

/** A number, or nothing, which is refused where the field may not be empty (EDIT-14). */
export const NumberInput = (props: InputProps) => {
  const { value, field } = props
  const take = takeTyped(props, { wrong: Number.NaN, keep: Number })
  const [typed, setTyped] = useState(textOf(value))
  useEffect(() => {
    if (!Number.isNaN(value)) setTyped((now) => (Number(now) === value && now !== '' ? now : textOf(value)))
  }, [value])
  return (
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
  )
}

/** Currency of an amount where one is known: in the platform's area rows are of companies in many countries. */
function useCurrency({ dollars }: InputProps['field']): string | undefined {
  const { area, user } = useRecords()
  if (dollars) return '$'
  return area === 'company' ? currencySymbol(user.company?.country) : undefined
}

/** An amount, which stays a text from the keyboard to the database, and its currency. */
export const MoneyInput = (props: InputProps) => {
  const { value, field, onChange } = props
  const currency = useCurrency(field)
  const amount = (text: string): string | null => (text === '' && field.nullable ? null : text)
  const tidy = (text: string): string => (/^-?\d{1,12}(\.\d?)?$/.test(text) ? Number(text).toFixed(2) : text)
  return (
    <Box position="relative" dir="ltr">
      <Input
        {...controlProps(props)}
        inputMode="decimal"
        {...(currency === undefined ? {} : { pe: `calc(${currency.length}ch + 1.25rem)` })}
        value={textOf(value)}
        onChange={(event) => onChange(amount(plainDigits(event.target.value).replace(/[,٫]/, '.').trim()))}
        onBlur={(event) => {
          const now = event.target.value
          if (tidy(now) !== now) onChange(amount(tidy(now)))
        }}
      />
      {currency !== undefined && (
        <Box
          as="span"
          position="absolute"
          insetBlock="0"
          insetInlineEnd="2.5"
          display="flex"
          alignItems="center"
          color="fg.muted"
          pointerEvents="none"
          data-testid="currency"
        >
          {currency}
        </Box>
      )}
    </Box>
  )
}
