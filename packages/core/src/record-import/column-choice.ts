import type { Entity } from '@tiffin/sdk/contract'
import type { FieldColumn } from '../import/field-column.ts'
import { type MatchOptions, proposeColumns, readPath, type Target } from '../import/match-columns.ts'
import { fieldName } from '../screens/labels.ts'

/** A field that a column can be imported into, such as `name.ru`, and its display name. */
export interface OfferedTarget {
  path: string
  name: string
  /** The language of a text in several languages. */
  lang?: string
}

/** The key first, then each field; a text in several languages once for each of them. */
export function offeredTargets(
  { entity, writable, t }: Pick<MatchOptions, 'entity' | 'writable' | 't'>,
  languages: readonly string[],
): OfferedTarget[] {
  const names = [entity.key, ...Object.keys(entity.fields).filter((name) => writable.has(name) && name !== entity.key)]
  return names.flatMap((path) => {
    const name = fieldName(entity, path, t)
    if (entity.fields[path]?.kind !== 'multilang') return { path, name }
    return languages.map((lang) => ({ path: `${path}.${lang}`, name, lang }))
  })
}

const pathOf = ({ field, lang, by }: Target): string => [field, lang ?? by].filter((part) => part !== undefined).join('.')

/** The field of each column according to its heading; null if the column is skipped. Only the first column of a field is used. */
export function proposedPaths(headings: readonly string[], options: MatchOptions): (string | null)[] {
  const paths = proposeColumns(headings, options).map((target) => (target ? pathOf(target) : null))
  return paths.map((path, column) => (paths.indexOf(path) === column ? path : null))
}

/** The columns that give something; paths that are no fields, or ones that the user may not change, are left out. */
export const chosenColumns = (paths: readonly (string | null)[], options: MatchOptions): FieldColumn[] =>
  paths.flatMap((path, column) => {
    const target = path === null ? undefined : readPath(path, options)
    const isOpen = target && (options.writable.has(target.field) || target.field === options.entity.key)
    return isOpen ? [{ column, ...target }] : []
  })

const keyKinds: ReadonlySet<string> = new Set(['id', 'text', 'phone', 'multilang', 'word', 'int', 'uuid'])

/** The fields by which rows can be matched with records: those that a column gives. */
export const keyFields = ({ fields }: Entity, columns: readonly FieldColumn[]): string[] => [
  ...new Set(columns.map(({ field }) => field).filter((name) => keyKinds.has(fields[name]?.kind ?? ''))),
]
