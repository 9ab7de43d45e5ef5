import type { Field } from '@tiffin/sdk/contract'
import type { Row } from '@tiffin/core/screens'

/** What every input of a field gets. */
export interface InputProps {
  id: string
  /** Name of the field. */
  name: string
  /** Its name for people, translated. */
  label: string
  field: Field
  value: unknown
  /** The record as it stands in the editor. */
  row: Row
  disabled: boolean
  invalid: boolean
  required: boolean
  /** Id of what is said to be wrong. */
  describedBy: string | undefined
  onChange: (value: unknown) => void
  /** Sets another field along with this one. */
  onSet: (name: string, value: unknown) => void
}

/** The attributes that all controls of a field share. */
export const controlProps = ({ id, disabled, invalid, describedBy, required }: InputProps) => ({
  id,
  disabled,
  'aria-required': required || undefined,
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
})

/** What is typed reads the way of its own script; nothing reads the way of the page, where `auto` would be left to right. */
export const dirOf = (text: string): 'auto' | undefined => (text === '' ? undefined : 'auto')

/** Which parts of a value, such as `coords.0`, its field refuses; those of `whole` where it does not say. */
export function wrongParts(
  { field, value, invalid }: InputProps,
  parts: readonly string[],
  whole: readonly string[] = parts,
): boolean[] {
  const issues = invalid ? (field.schema.safeParse(value).error?.issues ?? []) : []
  const wrong = parts.map((part) => issues.some(({ path }) => path.join('.') === part))
  return wrong.includes(true) ? wrong : parts.map((part) => invalid && whole.includes(part))
}

/** The attributes of one control of several, of which not all are wrong. */
export const partProps = (props: InputProps, invalid = false) =>
  controlProps({ ...props, invalid, describedBy: invalid ? props.describedBy : undefined })
