import { entities, type Entity, type EntityName, type Multilang } from '@tiffin/sdk/contract'
import { formatList } from './format-list.ts'
import { formatPhone } from './phone.ts'
import { localized } from './text.ts'

type AnyRow = Readonly<Record<string, unknown>>

const titleFields = ['name', 'value', 'type', 'title', 'subject', 'code', 'login', 'phone', 'description'] as const

/** The field by which people know a row of this entity. */
export function titleField(entity: EntityName): string {
  const { fields, key }: Entity = entities[entity]
  const found = titleFields.find((name) => ['text', 'multilang', 'phone'].includes(fields[name]?.kind ?? ''))
  return found ?? key
}

/** A number is a key of another row, such as a type, and names nothing. */
const textOf = (value: unknown, lang: string): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? localized(value as Multilang, lang)
    : typeof value === 'string'
      ? value
      : ''

/** All that the name of a row is made from. */
export const namingFields: readonly string[] = [...titleFields, 'surname']

/** The fields to read of a row of this entity so that `rowTitle` can name it. */
export const fieldsForTitle = (entity: EntityName): readonly string[] => [titleField(entity), 'surname', 'login', 'phone']

/** What stands for a row, or a joined part of one, where people choose or read it. */
export function rowTitle(row: AnyRow | null | undefined, lang: string): string {
  if (!row) return ''
  const [first = '', ...others] = titleFields
    .map((name) => (name === 'phone' ? formatPhone(textOf(row[name], lang)) : textOf(row[name], lang)))
    .filter(Boolean)
  const surname = textOf(row['surname'], lang)
  return [first, surname].filter(Boolean).join(' ') || others[0] || ''
}

/** What a whole row of an entity is called, by the field that names it; empty where nothing but its key does. */
export function recordTitle({ name }: Pick<Entity, 'name'>, row: AnyRow | null, lang: string): string {
  const field = titleField(name as EntityName)
  return rowTitle(row && { [field]: row[field], surname: row['surname'] }, lang)
}

/** What tells a row from its namesakes where people choose one: phone, login, address. */
export function rowDetail(row: AnyRow, lang: string): string {
  const address = row['address'] as { address?: unknown } | null | undefined
  const details = [formatPhone(textOf(row['phone'], lang)), textOf(row['login'], lang), textOf(address?.address, lang)]
  const title = rowTitle(row, lang)
  return formatList(
    details.filter((text) => text !== title),
    lang,
  )
}
