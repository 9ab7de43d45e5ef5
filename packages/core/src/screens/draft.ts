import type { ApiError, Entity, Field, Multilang } from '@tiffin/sdk/contract'
import { addMonths, type AnyRow, companyToday, type Problem } from '#rules/index'
import { fieldLabel } from './labels.ts'
import type { Today } from './list-query.ts'

const isComputed = (initial: unknown): initial is { computed: string } =>
  typeof initial === 'object' && initial !== null && 'computed' in initial

function initialOf(field: Field, { now, timezone }: Today): unknown {
  const { initial } = field
  if (!isComputed(initial)) return structuredClone(initial) ?? (field.nullable ? null : undefined)
  const today = companyToday(now, timezone)
  if (field.kind === 'date' && initial.computed === 'today') return today
  if (field.kind === 'date' && initial.computed === 'monthLater') return addMonths(today, 1)
  return undefined
}

/** A record that is not saved yet, as the server would make it (BANNER-04, PROMO-06). */
export const newRow = (entity: Entity, today: Today): AnyRow =>
  Object.fromEntries(Object.entries(entity.fields).map(([name, field]) => [name, initialOf(field, today)]))

/** Whether there is nothing in it, as `required` means it: a text in at least one language is something (AMB-066). */
export function isEmptyValue(field: Field, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (field.kind === 'multilang') return Object.values(value as Multilang).every((text) => text.trim() === '')
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'string' && value.trim() === ''
}

/** What a field is once it is emptied; undefined where it cannot be. */
export const emptyValue = (field: Field): unknown =>
  field.required ? undefined : [null, '', {}, []].find((value) => field.schema.safeParse(value).success)

export const isSame = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = Object.keys(a)
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => key in b && isSame((a as AnyRow)[key], (b as AnyRow)[key]))
  )
}

/** The fields in which two rows differ, with the values of the second. */
export const changedFields = (before: AnyRow, after: AnyRow): Record<string, unknown> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => !isSame(before[name], value)))

interface Issue {
  code?: string
  origin?: string
  minimum?: unknown
  maximum?: unknown
  format?: string
  message: string
}

/** A refusal of a schema in words; sentences of our own schemas are keys already. */
function wordsFor(issue: Issue, label: string): Problem {
  const { code, origin } = issue
  const counts = origin === 'string' || origin === 'array'
  if (code === 'too_big' && origin === 'string') return { text: 'At most %1 characters', params: [Number(issue.maximum)] }
  if (code === 'too_big' && !counts) return { text: 'At most %1', params: [Number(issue.maximum)] }
  if (code === 'too_small' && !counts) return { text: 'At least %1', params: [Number(issue.minimum)] }
  if (code === 'invalid_format' && issue.format === 'email') return { text: 'An e-mail such as name@example.com is expected' }
  if (code === 'invalid_format' && issue.format === 'url') return { text: 'A link such as https://example.com is expected' }
  if (issue.message.endsWith(' is expected')) return { text: issue.message }
  return { text: 'The value of %1 is not valid', params: [label] }
}

const firstIssue = (issue: Issue & { errors?: Issue[][] }): Issue => issue.errors?.[0]?.[0] ?? issue

/** Checks a value as the server will, in words that stand beside the field. */
export function checkField(entity: Entity, name: string, value: unknown): Problem | undefined {
  const field = entity.fields[name] as Field
  const label = fieldLabel(entity, name)
  // What is not given is left to the server; of secrets null is one that is not right yet.
  const emptied = value === null && !field.nullable && field.kind !== 'secret'
  if ((field.required && isEmptyValue(field, value)) || emptied) return { text: 'Please fill in %1', params: [label] }
  if (value === undefined) return undefined
  const parsed = field.schema.safeParse(value)
  if (parsed.success) return undefined
  const [issue] = parsed.error.issues
  return issue ? wordsFor(firstIssue(issue), label) : undefined
}

/** What is wrong with what is about to be sent, by field; a new record is checked for all that it needs. */
export function checkRow(
  entity: Entity,
  row: AnyRow,
  { fields, isNew }: { fields: readonly string[]; isNew: boolean },
): Record<string, Problem> {
  const names = Object.keys(entity.fields).filter((name) => fields.includes(name) || (isNew && name === 'company'))
  const found = names.map((name) => [name, checkField(entity, name, row[name])] as const)
  return Object.fromEntries(found.filter((pair): pair is [string, Problem] => pair[1] !== undefined))
}

/** A refusal of the server, with the field that it is about; the name of the field becomes its label. */
export function problemOf(error: ApiError, entity: Entity): { field: string | undefined; problem: Problem } {
  const field = error.field !== undefined && error.field in entity.fields ? error.field : undefined
  const params = error.params?.map((param) => (param === field && field !== undefined ? fieldLabel(entity, field) : param))
  return { field, problem: { text: error.message, ...(params ? { params } : {}) } }
}
