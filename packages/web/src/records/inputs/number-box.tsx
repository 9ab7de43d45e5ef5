import { type ComponentProps, useState } from 'react'
import { plainDigits } from '@tiffin/core/rules'
import { Input } from '../../ui/controls.ts'
import { textOf } from '../text-of.ts'

/** What somebody typed as a number, in any digits, with a point or a comma: null for nothing, NaN for what is none. */
export function readNumber(text: string): number | null {
  const plain = plainDigits(text).trim().replace(/[,٫]/, '.')
  if (plain === '') return null
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

type Props = Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> & {
  value: unknown
  onNumber: (value: number | null) => void
}

/** A number being typed. Browsers take it for a text: in their own fields for numbers a decimal comma is lost without a word. */
export function NumberBox({ value, onNumber, ...props }: Props) {
  // As it was typed, until the field is left: `1.` and an empty field are on the way to a number.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Input
      inputMode="decimal"
      dir="ltr"
      {...props}
      value={typed ?? textOf(value)}
      onChange={(event) => {
        setTyped(event.target.value)
        onNumber(readNumber(event.target.value))
      }}
      onBlur={() => Number.isNaN(value) || setTyped(null)}
    />
  )
}
