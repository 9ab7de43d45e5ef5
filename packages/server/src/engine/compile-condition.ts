import { cleanPhone, digitsOf } from '@tiffin/core/rules'
import { apiError, type Condition, type FieldKind, type Operator } from '@tiffin/sdk/contract'
import { companyColumn, quote } from '#db/columns'
import { searchFunction, searchText } from '#db/schema'
import type { Binder } from './binder.ts'
import { likePattern, readText, readValue, valueType } from './search-value.ts'
import { type OpenField, searchOnlyField, unknownField, type View } from './view.ts'

const ordered: readonly Operator[] = ['=', '!=', '>', '>=', '<', '<=', 'between', 'in', 'notin', 'null', 'notnull']
/** Longer texts take the database seconds to look for in every row. */
const MAX_SEARCHED = 200

const textual: readonly Operator[] = ['=', '!=', 'like', 'in', 'notin', 'null', 'notnull']
const exact: readonly Operator[] = ['=', '!=', 'in', 'notin', 'null', 'notnull']
const opaque: readonly Operator[] = ['null', 'notnull']

/** The operators allowed for each kind of field. */
export const operatorsOf: Record<FieldKind, readonly Operator[]> = {
  id: ordered,
  int: ordered,
  number: ordered,
  money: ordered,
  flag: ordered,
  choice: ordered,
  reference: ordered,
  moment: ordered,
  date: ordered,
  text: textual,
  phone: textual,
  email: textual,
  url: textual,
  word: textual,
  color: textual,
  image: textual,
  audio: textual,
  multilang: ['like', 'null', 'notnull'],
  uuid: exact,
  // Lists are searched by their elements.
  referenceList: exact,
  coords: opaque,
  json: opaque,
  files: opaque,
  secret: [],
}

/**
 * SQL of one condition on the row `t`.
 * @throws `unknown_field` if the reader may not see the field, `unknown_operator`, `invalid_value`
 */
export function compileCondition(view: View, condition: Condition, binder: Binder): string {
  const table = view.entity.name
  const open = view.fields.get(condition.key) ?? searchOnlyField(view, condition.key)
  if (!open) throw unknownField(table, condition.key)
  const { prm } = condition
  const op = condition.op ?? (Array.isArray(prm) ? 'in' : '=')
  if (!operatorsOf[open.field.kind].includes(op))
    throw apiError('unknown_operator', { table, field: condition.key, params: [op] })
  if (op === 'null') return isEmpty(open)
  if (op === 'notnull') return `not (${isEmpty(open)})`
  if (prm === null && op === '=') return isEmpty(open)
  if (prm === null && op === '!=') return `not (${isEmpty(open)})`
  if (prm === undefined || prm === null) throw invalid(view, open)
  if (op === 'like') {
    const text = readText(prm) ?? fail(view, open)
    return text.length <= MAX_SEARCHED ? contains(view, open, text, binder) : fail(view, open)
  }
  if (op === 'in' || op === 'notin') return inList(view, open, Array.isArray(prm) ? prm : fail(view, open), op, binder)
  if (op === 'between') {
    const [from, to] = Array.isArray(prm) && prm.length === 2 ? prm : fail(view, open)
    return `${comparableColumn(open)} between ${bindValue(view, open, from, binder)} and ${bindValue(view, open, to, binder)}`
  }
  if (Array.isArray(prm)) throw invalid(view, open)
  return compareOne(view, open, prm, op, binder)
}

const invalid = (view: View, open: OpenField) =>
  apiError('invalid_value', { table: view.entity.name, field: open.name, params: [open.name] })

function fail(view: View, open: OpenField): never {
  throw invalid(view, open)
}

const checkValue = (view: View, open: OpenField, prm: unknown): number | string => readValue(open.field, prm) ?? fail(view, open)

const bindValue = (view: View, open: OpenField, prm: unknown, binder: Binder): string =>
  binder.bind(checkValue(view, open, prm), valueType(open.field))

/** A column with NULL replaced by the number that means "no value". */
const comparableColumn = ({ field, value: of }: OpenField): string =>
  field.nullValue === undefined ? of('t') : `coalesce(${of('t')}, ${field.nullValue})`

function compareOne(view: View, open: OpenField, prm: unknown, op: Operator, binder: Binder): string {
  const { field } = open
  if (field.kind === 'referenceList') {
    const holds = `${open.value('t')} @> to_jsonb(${bindValue(view, open, prm, binder)})`
    return op === '=' ? holds : `not (${holds})`
  }
  if (field.kind === 'phone') return comparePhones(open, [readText(prm) ?? fail(view, open)], op === '=', binder)
  if (op === '=' && field.nullValue !== undefined)
    return prm === field.nullValue ? `${open.value('t')} is null` : `${open.value('t')} = ${bindValue(view, open, prm, binder)}`
  if (op === '!=') return `${comparableColumn(open)} is distinct from ${bindValue(view, open, prm, binder)}`
  return `${comparableColumn(open)} ${op} ${bindValue(view, open, prm, binder)}`
}

function inList(view: View, open: OpenField, list: readonly unknown[], op: 'in' | 'notin', binder: Binder): string {
  const { field } = open
  if (field.kind === 'phone')
    return comparePhones(
      open,
      list.map((item) => readText(item) ?? fail(view, open)),
      op === 'in',
      binder,
    )
  const values = list.map((item) => checkValue(view, open, item))
  const all = binder.bind(values, `${valueType(field)}[]`)
  if (field.kind === 'referenceList') {
    const holds = `exists (select from jsonb_array_elements_text(${open.value('t')}) e where e::bigint = any(${all}))`
    return op === 'in' ? holds : `not ${holds}`
  }
  const column = field.nullValue !== undefined && values.includes(field.nullValue) ? comparableColumn(open) : open.value('t')
  return op === 'in' ? `${column} = any(${all})` : `(${column} is null or ${column} <> all(${all}))`
}

/** Stored phones are digits, however a user types them (AMB-211). */
function comparePhones(open: OpenField, list: readonly string[], needle: boolean, binder: Binder): string {
  const all = binder.bind(
    list.flatMap((text) => [digitsOf(text), cleanPhone(text)]),
    'text[]',
  )
  return `${open.value('t')} ${needle ? '=' : '<>'} ${needle ? 'any' : 'all'}(${all})`
}

function isEmpty(open: OpenField): string {
  const of = open.value('t')
  switch (open.field.kind) {
    case 'text':
    case 'phone':
    case 'email':
    case 'url':
    case 'color':
    case 'image':
    case 'audio':
      return `coalesce(${of}, '') = ''`
    case 'multilang':
      return `btrim(tiffin_texts(${of}), E'\\n') = ''`
    case 'referenceList':
    case 'files':
    case 'json':
      return `(${of} is null or ${of} in ('[]'::jsonb, '{}'::jsonb))`
    default:
      return `${of} is null`
  }
}

/** True for a search field of a company, which the owner's function searches unless rows are to be scanned. */
export const isIndexed = ({ entity, scanRows }: View, open: Pick<OpenField, 'name'>): boolean =>
  !scanRows && entity.storage === 'table' && companyColumn(entity) !== null && entity.search?.includes(open.name) === true

/** The text to search for in a field; null if it can't occur. */
function searchableText(open: OpenField, text: string): string | null {
  if (open.field.kind !== 'phone' || text === '') return text
  const digits = digitsOf(text)
  // Numbers starting with 8 and 7 find each other (EDIT-23).
  return (digits.length === 11 && digits.startsWith('8') ? digits.slice(1) : digits) || null
}

/** SQL of the keys of rows that contain a text, ignoring case; null if there can't be any. */
export function searchKeys({ entity }: View, open: OpenField, text: string, binder: Binder): string | null {
  const needle = searchableText(open, text)
  return needle === null
    ? null
    : `select ${quote(searchFunction(entity, open.name))}(${binder.bind(likePattern(needle), 'text')})`
}

/**
 * SQL of "contains, ignoring case". A search field of a company goes through the owner's function, because
 * row-level security would prevent use of the index (DESIGN §3); other fields are few or small and are compared.
 */
export function contains(view: View, open: OpenField, text: string, binder: Binder): string {
  const { entity } = view
  if (isIndexed(view, open)) {
    const keys = searchKeys(view, open, text, binder)
    return keys === null ? 'false' : `t.${quote(entity.key)} = any(array(${keys}))`
  }
  const needle = searchableText(open, text)
  if (needle === null) return 'false'
  const pattern = binder.bind(likePattern(needle), 'text')
  return `${open.column ? searchText(entity, open.name, 't') : open.value('t')} ilike ${pattern}`
}
