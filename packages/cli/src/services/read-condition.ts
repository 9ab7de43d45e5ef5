import { choicesOf, namedFilter, type WrittenCondition } from '@tiffin/core/command-line'
import type { Search, Today } from '@tiffin/core/screens'
import { type Condition, type Entity, type Field, type Operator, searchPartSchema } from '@tiffin/sdk/contract'
import { suggestionOr, wrongUsage } from '../failure.ts'
import { findField, isNumeric } from './find-entity.ts'

// Longer operators come first. Otherwise `>=` would be read as `>` and a value that begins with `=`.
const signs: readonly (readonly [sign: string, op: Operator])[] = [
  ['>=', '>='],
  ['<=', '<='],
  ['!=', '!='],
  ['=', '='],
  ['~', 'like'],
  ['>', '>'],
  ['<', '<'],
]

/** Operators of other languages, for suggestions. */
const meantSign: Readonly<Record<string, string>> = {
  '==': '=',
  '===': '=',
  '=>': '>=',
  '=<': '<=',
  '<>': '!=',
  '=~': '~',
  '!==': '!=',
}

/** A filter that may depend on the current day, in the time zone of the company. */
export type ReadFilter = Search | ((today: Today) => Search)

/**
 * Parses a filter such as `status=1`, `name~piz`, `total>=10`, `status=1,2` or `courier=null`; the filters of the console,
 * such as `state=free` or `time_finish=Last month`; or conditions of the API as JSON.
 * @throws wrong usage for an unknown field, a missing operator or an invalid value
 */
export function readFilter(entity: Entity, text: string): ReadFilter {
  if (text.startsWith('{')) return [readJson(text)]
  const written = splitCondition(text)
  const { name, sign, value } = written
  const shorthand = sign === '=' ? namedFilter(entity, name, value) : undefined
  if (shorthand) return shorthand
  const choices = choicesOf(entity, name)
  // A field may have the name of a filter, such as the state of a delivery.
  if (choices.length > 0 && !Object.hasOwn(entity.fields, name))
    throw wrongUsage('%1 must be one of: %2', { params: [name, choices.map((choice) => choice.value).join(', ')] })
  return [readCondition(entity, written)]
}

/** Splits `name=value` at its operator. */
export function splitCondition(text: string): WrittenCondition {
  const parts = /^(\w+)\s*(>=|<=|!=|=|~|>|<)\s*(.*)$/s.exec(text)
  if (!parts) throw invalid(text, ['Use field=value, field~text or field>=value'])
  const unknown = /^\w+\s*([<>=!~]{2,})/.exec(text)?.[1]
  // After a space, a value may begin with such an operator: `comment= =)`.
  if (unknown !== undefined && !signs.some(([item]) => item === unknown))
    throw invalid(text, [suggestionOr(meantSign[unknown], 'Use field=value, field~text or field>=value')])
  const [, name = '', sign = '', value = ''] = parts
  return { name, sign, value }
}

const invalid = (text: string, next: NonNullable<Parameters<typeof wrongUsage>[1]>['next']) =>
  wrongUsage('Invalid filter: %1', { params: [text], next: next ?? [] })

function readJson(text: string): Search[number] {
  try {
    return searchPartSchema.parse(JSON.parse(text))
  } catch {
    throw invalid(text, ['As JSON, a filter is {"key": …, "op": …, "prm": …} or {"any": […]}'])
  }
}

function readCondition(entity: Entity, { name: given, sign, value }: WrittenCondition): Condition {
  const hidden = entity.searchOnly?.[given]
  const [name, field] = hidden ? [given, hidden.field] : findField(entity, given)
  const op = signs.find(([item]) => item === sign)?.[1] ?? '='
  if (value === 'null' && (op === '=' || op === '!=')) return { key: name, op: op === '=' ? 'null' : 'notnull' }
  if (op === 'like') return { key: name, op, prm: value }
  if (isNumeric(field) && value.includes(',') && (op === '=' || op === '!=')) {
    return { key: name, op: op === '=' ? 'in' : 'notin', prm: value.split(',').map((entry) => readScalar(name, field, entry)) }
  }
  return { key: name, op, prm: readScalar(name, field, value) }
}

const words: Readonly<Record<string, number>> = { yes: 1, true: 1, no: 0, false: 0 }

/** A value in wire form for this field: a number for numeric fields, but amounts stay strings, so that none is rounded. */
export function readScalar(name: string, field: Field, text: string): string | number {
  const isAmount = field.kind === 'money'
  if (!isNumeric(field) && !isAmount) return text
  const value = field.kind === 'flag' ? (words[text.toLowerCase()] ?? Number(text)) : Number(text)
  if (text.trim() === '' || Number.isNaN(value)) throw wrongUsage('%1 must be a number: %2', { params: [name, text] })
  return isAmount ? text : value
}
