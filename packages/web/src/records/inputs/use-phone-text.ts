import { type ChangeEvent, useState } from 'react'
import { digitsOf } from '@tiffin/core/rules'
import { phoneText, type TypedPhone } from '@tiffin/core/screens'

/** Text and handlers of a phone field; `onDigits` gets the number, and the text is formatted on blur. */
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
