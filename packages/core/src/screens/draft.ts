import type { ApiError, Entity, ErrorCode, Field } from '@tiffin/sdk/contract'
import { addMonths, type AnyRow, companyToday, isRouteName, isSame, pages, type Problem, readField } from '#rules/index'
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

/** A record that is not saved yet, as the server would make it (BANNER-04, PROMO-06). */
export const newRow = (entity: Entity, today: Today): AnyRow =>
  Object.fromEntries(Object.entries(entity.fields).map(([name, field]) => [name, initialOf(field, today)]))

/** What a field is once it is emptied; undefined where it cannot be. */
export const emptyValue = (field: Field): unknown =>
  field.required ? undefined : [null, '', {}, []].find((value) => field.schema.safeParse(value).success)

/** The fields in which two rows differ, with the values of the second. The current password only goes along with a new one. */
export function changedFields(before: AnyRow, after: AnyRow): Record<string, unknown> {
  const { current_password: current, ...changed } = Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(before[name], value)),
  )
  return current !== undefined && 'password' in changed ? { ...changed, current_password: current } : changed
}

/** A date that was typed and does not exist, or is not complete; schemas refuse it like any other. */
export const NO_SUCH_DATE = '0000-00-00'

/** Checks a value as the server will, in words that stand beside the field; `former` is the value that is stored. */
export function checkField(entity: Entity, name: string, value: unknown, former?: unknown): Problem | undefined {
  const field = entity.fields[name] as Field
  // What is not given is left to the server.
  if (value === undefined && !field.required) return undefined
  const read = readField(field, name, value, former)
  return 'refusal' in read ? named(entity, name, read.refusal) : undefined
}

/** The name of the field becomes its label. */
function named(entity: Entity, field: string, problem: Problem): Problem {
  const params = problem.params?.map((param) => (param === field ? (fieldLabel(entity, field) ?? field) : param))
  return params ? { message: textOf(problem), params } : problem
}

/** Of the parameters of a problem those that are texts, such as names of fields, in the language of `t`. */
export const translateParams = (problem: Problem, t: Translate): Message => ({
  message: textOf(problem),
  params: problem.params?.map((param) => (typeof param === 'string' ? t.message(param) : param)),
})

/** What is wrong with what is about to be sent, by field; a new record is checked for all that it needs. */
export function checkRow(
  entity: Entity,
  row: AnyRow,
  { fields, isNew, before }: { fields: readonly string[]; isNew: boolean; before?: AnyRow },
): Record<string, Problem> {
  const names = Object.keys(entity.fields).filter((name) => fields.includes(name) || (isNew && name === 'company'))
  const found = names.map((name) => [name, checkField(entity, name, row[name], before?.[name])] as const)
  return Object.fromEntries(found.filter((pair): pair is [string, Problem] => pair[1] !== undefined))
}

/** Refusals that stand beside the new password, whatever they call their field. */
const ofPassword: ReadonlySet<ErrorCode> = new Set(['weak_password', 'current_password_required', 'wrong_password'])

/** What people call the page of a route. */
const pageTitle = (route: string | number): string | number => {
  const name = String(route)
  return isRouteName(name) ? pages[name].label : route
}

/** A refusal of the server, with the field that it is about. */
export function problemOf(error: ApiError, entity: Entity): { field: string | undefined; problem: Problem } {
  const about = ofPassword.has(error.code) ? 'password' : error.field
  const field = about !== undefined && about in entity.fields ? about : undefined
  const params = error.code === 'route_not_allowed' ? error.params?.map(pageTitle) : error.params
  const problem = { message: error.message, ...(params ? { params } : {}) }
  return { field, problem: field === undefined ? problem : named(entity, field, problem) }
}
