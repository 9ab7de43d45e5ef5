import type { Condition, Entity, Field, Operator } from '@tiffin/sdk/contract'
import { meantOr, wrongUsage } from '../failure.ts'
import { findField, isNumeric } from './find-entity.ts'

// The longer signs come first, or `>=` would read as `>` of a value that begins with `=`.
const signs: readonly (readonly [sign: string, op: Operator])[] = [
  ['>=', '>='],
  ['<=', '<='],
  ['!=', '!='],
  ['=', '='],
  ['~', 'like'],
  ['>', '>'],
  ['<', '<'],
]

/** What people write who know other languages. */
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
 * Reads a filter such as `status=1`, `name~piz`, `total>=10`, `status=1,2` or `courier=null` into a condition.
 * @throws wrong usage for an unknown field, a missing sign or a value that the field cannot have
 */
export function readCondition(entity: Entity, text: string): Condition {
  const parts = /^(\w+)\s*(>=|<=|!=|=|~|>|<)\s*(.*)$/s.exec(text)
  const sign = signs.find(([one]) => one === parts?.[2])
  if (!parts || !sign) {
    throw wrongUsage('The filter %1 cannot be read', { params: [text], next: ['Write field=value, field~text or field>=value'] })
  }
  const unknown = /^\w+\s*([<>=!~]{2,})/.exec(text)?.[1]
  // A value may begin with such a sign behind a space: `comment= =)`.
  if (unknown !== undefined && !signs.some(([one]) => one === unknown)) {
    throw wrongUsage('The filter %1 cannot be read', {
      params: [text],
      next: [meantOr(meantSign[unknown], 'Write field=value, field~text or field>=value')],
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

/** A value as the wire has it for this field: a number where the field is one; an amount stays text, so that none is rounded. */
export function readScalar(name: string, field: Field, text: string): string | number {
  const isAmount = field.kind === 'money'
  if (!isNumeric(field) && !isAmount) return text
  const value = field.kind === 'flag' ? (words[text.toLowerCase()] ?? Number(text)) : Number(text)
  if (text.trim() === '' || Number.isNaN(value)) throw wrongUsage('%1 is a number, not %2', { params: [name, text] })
  return isAmount ? text : value
}
