import type { ApiError, Entity, ErrorCode, Field } from '@tiffin/sdk/contract'
import {
  addMonths,
  type AnyRow,
  companyToday,
  isRouteName,
  isSame,
  pages,
  type Problem,
  readField,
  signInFields,
} from '#rules/index'
import type { Translate } from '#i18n/create-i18n'
import { type Message, textOf } from '#i18n/text-key'
import { fieldLabel } from './labels.ts'
import type { Today } from './screen.ts'

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

/** A record not saved yet, with the server's defaults (BANNER-04, PROMO-06). */
export const newRow = (entity: Entity, today: Today): AnyRow =>
  Object.fromEntries(Object.entries(entity.fields).map(([name, field]) => [name, initialOf(field, today)]))

/** The value of a cleared field; undefined if it can't be cleared. */
export const emptyValue = (field: Field): unknown =>
  field.required ? undefined : [null, '', {}, []].find((value) => field.schema.safeParse(value).success)

/**
 * The fields in which two rows differ, with the second row's values. The current password is included only with changes
 * that may need it.
 */
export function changedFields(before: AnyRow, after: AnyRow): Record<string, unknown> {
  const { current_password: current, ...changed } = Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(before[name], value)),
  )
  return current !== undefined && signInFields.some((name) => name in changed)
    ? { ...changed, current_password: current }
    : changed
}

/** Represents an incomplete or invalid typed date; schemas refuse it like any other invalid value. */
export const INVALID_DATE = '0000-00-00'

/** Checks a value like the server, and describes the problem for display next to the field; `previous` is the stored value. */
export function checkField(entity: Entity, name: string, value: unknown, previous?: unknown): Problem | undefined {
  const field = entity.fields[name] as Field
  // The server sets missing values.
  if (value === undefined && !field.required) return undefined
  const read = readField(field, name, value, previous)
  return 'refusal' in read ? withFieldName(entity, name, read.refusal) : undefined
}

/** Replaces the field's name with its label. */
function withFieldName(entity: Entity, field: string, problem: Problem): Problem {
  const params = problem.params?.map((param) => (param === field ? (fieldLabel(entity, field) ?? field) : param))
  return params ? { message: textOf(problem), params } : problem
}

/** Translates the parameters of a problem that are texts themselves, such as field names. */
export const translateParams = (problem: Problem, t: Translate): Message => ({
  message: textOf(problem),
  params: problem.params?.map((param) => (typeof param === 'string' ? t.message(param) : param)),
})

/** Problems in the data to send, by field; for a new record, missing required fields too. */
export function checkRow(
  entity: Entity,
  row: AnyRow,
  { fields, isNew, before }: { fields: readonly string[]; isNew: boolean; before?: AnyRow },
): Record<string, Problem> {
  const names = Object.keys(entity.fields).filter((name) => fields.includes(name) || (isNew && name === 'company'))
  const found = names.map((name) => [name, checkField(entity, name, row[name], before?.[name])] as const)
  return Object.fromEntries(found.filter((pair): pair is [string, Problem] => pair[1] !== undefined))
}

/** errors shown next to the new password, regardless of the field they name. */
const passwordCodes: ReadonlySet<ErrorCode> = new Set(['weak_password', 'current_password_required', 'wrong_password'])

/** The title of a route's page. */
const pageTitle = (route: string | number): string | number => {
  const name = String(route)
  return isRouteName(name) ? pages[name].label : route
}

/** An error from the server, with the field it concerns. */
export function problemOf(error: ApiError, entity: Entity): { field: string | undefined; problem: Problem } {
  const about = passwordCodes.has(error.code) ? 'password' : error.field
  const field = about !== undefined && about in entity.fields ? about : undefined
  const params = error.code === 'route_not_allowed' ? error.params?.map(pageTitle) : error.params
  const problem = { message: error.message, ...(params ? { params } : {}) }
  return { field, problem: field === undefined ? problem : withFieldName(entity, field, problem) }
}
