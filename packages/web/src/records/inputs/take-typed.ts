import type { SyntheticEvent } from 'react'
import type { InputProps } from './input-props.ts'

type Typing = SyntheticEvent<HTMLInputElement>

interface Kind {
  /** What stands for a text that is none of its kind. */
  wrong: unknown
  /** What is kept of any other. */
  keep: (text: string) => unknown
}

/**
 * Listeners of a field for dates or numbers. The browser gives what is none, such as 31.02. or a lone minus, as an empty text,
 * which would pass for nothing; where it was empty before, only keys tell of it.
 */
export function takeTyped({ value, onChange }: Pick<InputProps, 'value' | 'onChange'>, { wrong, keep }: Kind) {
  const take = ({ currentTarget: { value: text, validity } }: Typing): void =>
    onChange(validity.badInput ? wrong : text === '' ? null : keep(text))
  const look = (event: Typing): void => {
    if (event.currentTarget.validity.badInput !== Object.is(value, wrong)) take(event)
  }
  return { onChange: take, onKeyUp: look, onBlur: look }
}
