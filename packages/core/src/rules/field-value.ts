import { type ErrorCode, errors, type Field, allowExistingMembers } from '@tiffin/sdk/contract'
import type { Problem } from './row-problems.ts'

const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u
const isBlankText = (value: unknown): boolean => typeof value === 'string' && !VISIBLE.test(value)

/** Whether a value is empty in the sense of `required`: text in at least one language is enough (AMB-066). */
export function isEmptyValue(field: Field, value: unknown): boolean {
  if (value === undefined || value === null || value === field.nullValue || isBlankText(value)) return true
  if (field.kind === 'multilang' && typeof value === 'object') return Object.values(value).every(isBlankText)
  return Array.isArray(value) && value.length === 0
}

interface Issue {
  code?: string
  origin?: string
  minimum?: unknown
  maximum?: unknown
  inclusive?: boolean
  divisor?: unknown
  format?: string
  expected?: string
  message: string
}

/** A schema's error as a sentence; our own schemas provide theirs. */
function problemFor(issue: Issue, name: string): Problem {
  const { code, origin } = issue
  const counts = origin === 'string' || origin === 'array'
  if (code === 'too_big' && origin === 'string')
    return { text: 'Must be %1 characters or fewer', params: [Number(issue.maximum)] }
  if (code === 'too_big' && !counts) return { text: 'Must be %1 or less', params: [Number(issue.maximum)] }
  if (code === 'too_small' && !counts)
    return { text: issue.inclusive === false ? 'Must be more than %1' : 'Must be %1 or more', params: [Number(issue.minimum)] }
  if (code === 'not_multiple_of') return { text: 'Must be a multiple of %1', params: [Number(issue.divisor)] }
  if (code === 'invalid_format' && issue.format === 'email') return { text: 'Enter an email address, such as name@example.com' }
  if (code === 'invalid_format' && issue.format === 'url') return { text: 'Enter a link, such as https://example.com' }
  if (code === 'invalid_format' && (issue.format === 'date' || issue.format === 'datetime'))
    return { text: 'Enter a complete, valid date' }
  if (code === 'invalid_type' && issue.expected === 'number') return { text: 'Enter a number' }
  if (issue.message.startsWith('Enter ')) return { message: issue.message }
  return { text: errors.invalid_value, params: [name] }
}

const firstIssue = (issue: Issue & { errors?: Issue[][] }): Issue => issue.errors?.[0]?.[0] ?? issue

/** Why a value is refused: a code, and a sentence with the field's name that is shown next to the field. */
export type FieldError = Problem & { code: ErrorCode }

/**
 * Converts a field's value to its stored form, or returns why it is refused. Editors check before sending, the server
 * before writing. Unchanged members of a list or object in `previous` are not checked again.
 */
export function readField(
  field: Field,
  name: string,
  value: unknown,
  previous?: unknown,
): { kept: unknown } | { refusal: FieldError } {
  // For secrets, null means that the input is still invalid.
  const isEmptied = value === null && !field.nullable && field.kind !== 'secret'
  if (isEmptied || (field.required === true && isEmptyValue(field, value)))
    return { refusal: { code: 'required', text: errors.required, params: [name] } }
  const strict = field.schema.safeParse(value)
  const lenient = strict.success ? strict : allowExistingMembers(field.schema, previous).safeParse(value)
  const parsed = lenient.success ? (lenient as typeof strict) : strict
  const [issue] = parsed.error?.issues ?? []
  if (issue) return { refusal: { code: 'invalid_value', ...problemFor(firstIssue(issue), name) } }
  return { kept: parsed.data }
}
