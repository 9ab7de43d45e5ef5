import type { Field } from '@tiffin/sdk/contract'
import type { Row } from '@tiffin/core/screens'

/** Props of every field input. */
export interface InputProps {
  id: string
  /** Name of the field. */
  name: string
  /** Its translated label. */
  label: string
  field: Field
  value: unknown
  /** The record's current values in the editor. */
  row: Row
  disabled: boolean
  invalid: boolean
  required: boolean
  /** Id of the element with the problem. */
  describedBy: string | undefined
  /** The problem, for inputs that show it themselves. */
  problem?: string | undefined
  onChange: (value: unknown) => void
  /** Sets another field together with this one. */
  onSet: (name: string, value: unknown) => void
}

/** Attributes shared by all controls of a field. */
export const controlProps = ({ id, disabled, invalid, describedBy, required }: InputProps) => ({
  id,
  disabled,
  'aria-required': required || undefined,
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
})

/**
 * Typed text uses the direction of its script; an empty field that of the page, where `auto` would be left to right.
 */
export const dirOf = (text: string): 'auto' | undefined => (text === '' ? undefined : 'auto')

/** The parts of a value that the field refuses, such as `coords.0`; all of `whole` if it does not say which. */
export function invalidParts(
  { field, value, invalid }: InputProps,
  parts: readonly string[],
  whole: readonly string[] = parts,
): boolean[] {
  const issues = invalid ? (field.schema.safeParse(value).error?.issues ?? []) : []
  const wrong = parts.map((part) => issues.some(({ path }) => path.join('.') === part))
  return wrong.includes(true) ? wrong : parts.map((part) => invalid && whole.includes(part))
}

/** Attributes of one of several controls, of which only some are invalid. */
export const partProps = (props: InputProps, invalid = false) =>
  controlProps({ ...props, invalid, describedBy: invalid ? props.describedBy : undefined })
