import type { Condition, Entity, Field, Operator } from '@tiffin/sdk/contract'
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

/**
 * Parses a filter such as `status=1`, `name~piz`, `total>=10`, `status=1,2` or `courier=null` into a condition.
 * @throws wrong usage for an unknown field, a missing operator or an invalid value
 */
export function readCondition(entity: Entity, text: string): Condition {
  const parts = /^(\w+)\s*(>=|<=|!=|=|~|>|<)\s*(.*)$/s.exec(text)
  const sign = signs.find(([one]) => one === parts?.[2])
  if (!parts || !sign) {
    throw wrongUsage('Invalid filter: %1', { params: [text], next: ['Use field=value, field~text or field>=value'] })
  }
  const unknown = /^\w+\s*([<>=!~]{2,})/.exec(text)?.[1]
  // After a space, a value may begin with such an operator: `comment= =)`.
  if (unknown !== undefined && !signs.some(([one]) => one === unknown)) {
    throw wrongUsage('Invalid filter: %1', {
      params: [text],
      next: [suggestionOr(meantSign[unknown], 'Use field=value, field~text or field>=value')],
    })
  }
  const [name, field] = findField(entity, parts[1] as string)
  const [, op] = sign
  const value = parts[3] as string
  if (value === 'null' && (op === '=' || op === '!=')) return { key: name, op: op === '=' ? 'null' : 'notnull' }
  if (op === 'like') return { key: name, op, prm: value }
  if (isNumeric(field) && value.includes(',') && (op === '=' || op === '!=')) {
    return { key: name, op: op === '=' ? 'in' : 'notin', prm: value.split(',').map((one) => readScalar(name, field, one)) }
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
