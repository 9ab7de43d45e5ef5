import { entities, type Entity, type EntityName, type Multilang } from '@tiffin/sdk/contract'
import { formatList } from './format-list.ts'
import { formatPhone } from './format-phone.ts'
import { orderNumber } from './order-number.ts'
import { localized } from './text.ts'

type AnyRow = Readonly<Record<string, unknown>>

const titleFields = ['name', 'value', 'type', 'title', 'subject', 'code', 'login', 'phone', 'address', 'description'] as const

/** The field that names a row of this entity. */
export function titleField(entity: EntityName): string {
  const { fields, key }: Entity = entities[entity]
  const found = titleFields.find((name) => ['text', 'multilang', 'phone'].includes(fields[name]?.kind ?? ''))
  return found ?? key
}

/** A number is the key of another row, such as a type, and is not a name. */
const textOf = (value: unknown, lang: string): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? localized(value as Multilang, lang)
    : typeof value === 'string'
      ? value
      : ''

/** All fields used to build a row's name. */
export const titleSourceFields: readonly string[] = [...titleFields, 'surname']

/** The fields of this entity to load for `rowTitle`. */
export const fieldsForTitle = (entity: EntityName): readonly string[] => [titleField(entity), 'surname', 'login', 'phone']

/** The display name of a row, or of a joined part of one. */
export function rowTitle(row: AnyRow | null | undefined, lang: string): string {
  if (!row) return ''
  const [first = '', ...others] = titleFields
    // The address of a merchant is a place, not a name.
    .filter((name) => name !== 'address' || typeof row[name] === 'string')
    .map((name) => (name === 'phone' ? formatPhone(textOf(row[name], lang)) : textOf(row[name], lang)))
    .filter(Boolean)
  const surname = textOf(row['surname'], lang)
  return [first, surname].filter(Boolean).join(' ') || others[0] || ''
}

/** The title of a complete row, from the field that names it; empty if it has only its key. */
export function recordTitle({ name }: Pick<Entity, 'name'>, row: AnyRow | null, lang: string): string {
  const field = titleField(name as EntityName)
  return rowTitle(row && { [field]: row[field], surname: row['surname'] }, lang)
}

/** Records without their own name, and the field that points to the record they are named after. */
export const titleReferences: Readonly<Partial<Record<string, string>>> = {
  order: 'merchant',
  print_job: 'order',
  membership: 'admin',
}

/**
 * The name of a record in lists: an order `#6 Forno Vecchio`, a ticket like its order. `nameOf` returns the name of the
 * record it is named after.
 */
export function recordName(
  { name, fields }: Pick<Entity, 'name' | 'fields'>,
  row: AnyRow,
  nameOf: (to: EntityName, id: number) => string,
  lang: string,
): string {
  const after = titleReferences[name]
  if (after === undefined)
    return rowTitle(Object.fromEntries(fieldsForTitle(name as EntityName).map((item) => [item, row[item]])), lang)
  const to = fields[after]?.to as EntityName
  const theirs = row[after] === null || row[after] === undefined ? '' : nameOf(to, Number(row[after]))
  return name === 'order'
    ? [orderNumber({ order_id: Number(row['order_id']), ticket: Number(row['ticket'] ?? 0) }), theirs].filter(Boolean).join(' ')
    : theirs
}

/** Distinguishes a row from others of the same name: phone, login or address. */
export function rowDetail(row: AnyRow, lang: string): string {
  const address = row['address'] as { address?: unknown } | null | undefined
  const details = [formatPhone(textOf(row['phone'], lang)), textOf(row['login'], lang), textOf(address?.address, lang)]
  const title = rowTitle(row, lang)
  return formatList(
    details.filter((text) => text !== title),
    lang,
  )
}

/** Texts that distinguish listed rows from others of the same name, if necessary by key. */
export function rowDetails(rows: readonly AnyRow[], key: string, lang: string): string[] {
  const titles = rows.map((row) => ({ title: rowTitle(row, lang), detail: rowDetail(row, lang) }))
  return titles.map(({ title, detail }, at) => {
    const isAlone = titles.every((other, index) => index === at || other.title !== title || other.detail !== detail)
    return isAlone ? detail : formatList([detail, `#${String(rows[at]?.[key])}`], lang)
  })
}
