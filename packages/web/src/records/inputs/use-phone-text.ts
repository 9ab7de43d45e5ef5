import { type ChangeEvent, useState } from 'react'
import { digitsOf } from '@tiffin/core/rules'
import { phoneText, type TypedPhone } from '@tiffin/core/screens'

/** The text of a phone field and its handlers; `onDigits` hears the number, whose format follows when the field is left. */
export function usePhoneText(digits: string, onDigits: (digits: string) => void, mask?: string | null) {
  const [typed, setTyped] = useState<TypedPhone | null>(null)
  const value = phoneText(digits, typed, mask)
  return {
    value,
    onChange({ target }: ChangeEvent<HTMLInputElement>): void {
      const { value: text, selectionStart } = target
      setTyped({ text, appended: text.length > value.length && selectionStart === text.length })
      onDigits(digitsOf(text))
    },
    onBlur: () => setTyped(null),
  }
}
