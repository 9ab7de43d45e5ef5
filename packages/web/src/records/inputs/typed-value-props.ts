import type { SyntheticEvent } from 'react'
import type { InputProps } from './input-props.ts'

type InputEvent = SyntheticEvent<HTMLInputElement>

interface Kind {
  /** The value for an invalid text. */
  wrong: unknown
  /** Converts a valid text to the stored value. */
  keep: (text: string) => unknown
}

/**
 * Listeners for date and number fields. The browser reports invalid input, such as 31.02. or a lone minus, as an empty
 * text, which would count as no value. If the field was empty before, only key events reveal it.
 */
export function typedValueProps({ value, onChange }: Pick<InputProps, 'value' | 'onChange'>, { wrong, keep }: Kind) {
  const take = ({ currentTarget: { value: text, validity } }: InputEvent): void =>
    onChange(validity.badInput ? wrong : text === '' ? null : keep(text))
  const checkTyped = (event: InputEvent): void => {
    if (event.currentTarget.validity.badInput !== Object.is(value, wrong)) take(event)
  }
  return { onChange: take, onKeyUp: checkTyped, onBlur: checkTyped }
}
