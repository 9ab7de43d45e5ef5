import type { matchColumns, Records } from '@tiffin/core/import'
import type { Entity } from '@tiffin/sdk/contract'
import { wrongUsage } from '../failure.ts'
import { findField } from './find-entity.ts'

/** Maps `field:text` to the name or value of the field that replaces the text. */
export type Meanings = Readonly<Record<string, string>>

/** Parses `courier_status:On a ride=Busy`. */
export function readMeaning(entity: Entity, given: string): [text: string, meaning: string] {
  const [, name, text = '', meaning] = /^(\w+):(.*)=([^=]+)$/s.exec(given) ?? []
  if (name === undefined || meaning === undefined)
    throw wrongUsage('Not a field, a text and its meaning: %1', { params: [given], next: ['Use --value "field:text=value"'] })
  return [keyOf(findField(entity, name)[0], text), meaning]
}

const keyOf = (field: string, text: string): string => `${field}:${text.trim().toLowerCase()}`

/** The records with the texts that have a meaning replaced by it. */
export function replaceValues(
  records: Records,
  entity: Entity,
  columns: ReturnType<typeof matchColumns>['columns'],
  meanings: Meanings,
): Records {
  if (Object.keys(meanings).length === 0) return records
  const fields = new Map(columns.map(({ column, field }) => [column, field]))
  const meaningOf = (field: string, text: string): string => meanings[keyOf(field, text)] ?? text
  const rows = records.rows.map(({ row, cells }) => ({
    row,
    cells: cells.map((cell, column) => {
      const field = fields.get(column)
      if (field === undefined || cell === undefined || !('text' in cell)) return cell
      const isList = entity.fields[field]?.kind === 'referenceList'
      const parts = isList ? cell.text.split(/([,;\n])/) : [cell.text]
      const text = parts.map((part) => meaningOf(field, part)).join('')
      return text === cell.text ? cell : { text, isExact: true as const }
    }),
  }))
  return { ...records, rows }
}
