import type { Entity, Field } from '@tiffin/sdk/contract'
import { wrongUsage } from '../failure.ts'
import { findField, isNumeric } from './find-entity.ts'
import { readScalar } from './read-condition.ts'

type Row = Record<string, unknown>

const structured: ReadonlySet<string> = new Set(['json', 'files', 'coords'])

/**
 * Parses `field=value` into a row: numbers, yes/no, lists with commas, JSON for structured fields. A multilingual text
 * takes `name=…` for the reader's language and `name.ru=…` for another. `field=null` clears a nullable field.
 */
export function readAssignment(entity: Entity, text: string, lang: string): Row {
  const parts = /^(\w+)(?:\.([A-Za-z-]+))?=(.*)$/s.exec(text)
  if (!parts) throw wrongUsage('Invalid assignment: %1', { params: [text], next: ['Use --set field=value'] })
  const [name, field] = findField(entity, parts[1] as string)
  const value = parts[3] as string
  if (field.kind === 'multilang') {
    const isJson = parts[2] === undefined && value.startsWith('{')
    return { [name]: isJson ? readJson(name, value) : { [parts[2] ?? lang]: value } }
  }
  return { [name]: readValue(name, field, value) }
}

function readValue(name: string, field: Field, value: string): unknown {
  if (value === 'null' && field.nullable) return null
  if (structured.has(field.kind)) return readJson(name, value)
  if (field.kind === 'referenceList') {
    if (value.startsWith('[')) return readJson(name, value)
    return value === '' ? [] : value.split(',').map((item) => readScalar(name, field, item))
  }
  return isNumeric(field) ? readScalar(name, field, value) : value
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wrongUsage('The value of %1 is not JSON', { params: [name] })
  }
}

/** Merges assignments; languages of one text are combined. */
export function assign(entity: Entity, assignments: readonly string[], lang: string): Row {
  const row: Row = {}
  for (const assignment of assignments) {
    for (const [name, value] of Object.entries(readAssignment(entity, assignment, lang))) {
      const texts = entity.fields[name]?.kind === 'multilang' && row[name] !== undefined
      row[name] = texts ? { ...(row[name] as Row), ...(value as Row) } : value
    }
  }
  return row
}

/** Rows from JSON: one object, a list, or one object a line. */
export function readRows(text: string): Row[] {
  const trimmed = text.trim()
  if (trimmed === '') throw wrongUsage('Nothing to save', { next: ['Pass --set field=value, or rows as JSON on standard input'] })
  const read = (json: string): unknown => {
    try {
      return JSON.parse(json)
    } catch {
      return undefined
    }
  }
  const whole = read(trimmed)
  const rows =
    whole === undefined
      ? trimmed
          .split(/\r?\n/)
          .filter((line) => line.trim() !== '')
          .map(read)
      : [whole].flat()
  if (!rows.every((row): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row))) {
    throw wrongUsage('Standard input must be rows as JSON')
  }
  return rows
}
