import { entities, type Entity, type EntityName, type Multilang } from '@tiffin/sdk/contract'
import { localized } from './text.ts'

type AnyRow = Readonly<Record<string, unknown>>

const titleFields = ['name', 'value', 'type', 'title', 'subject', 'code', 'login', 'phone'] as const

/** The field by which people know a row of this entity. */
export function titleField(entity: EntityName): string {
  const { fields, key }: Entity = entities[entity]
  const found = titleFields.find((name) => ['text', 'multilang', 'phone'].includes(fields[name]?.kind ?? ''))
  return found ?? key
}

const textOf = (value: unknown, lang: string): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? localized(value as Multilang, lang)
    : typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : ''

/** All that the name of a row is made from. */
export const namingFields: readonly string[] = [...titleFields, 'surname']

/** What stands for a row, or a joined part of one, where people choose or read it. */
export function rowTitle(row: AnyRow | null | undefined, lang: string): string {
  if (!row) return ''
  const [first = '', ...others] = titleFields.map((name) => textOf(row[name], lang)).filter(Boolean)
  const surname = textOf(row['surname'], lang)
  return [first, surname].filter(Boolean).join(' ') || others[0] || ''
}

/** What a whole row of an entity is called, by the field that names it; empty where nothing but its key does. */
export function recordTitle({ name }: Pick<Entity, 'name'>, row: AnyRow | null, lang: string): string {
  const field = titleField(name as EntityName)
  return rowTitle(row && { [field]: row[field], surname: row['surname'] }, lang)
}
