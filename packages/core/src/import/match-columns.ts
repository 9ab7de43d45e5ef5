import { entities, type Entity, languageCode } from '@tiffin/sdk/contract'
import type { Translate } from '#i18n/create-i18n'
import { fieldLabel } from '../screens/labels.ts'
import { type FieldColumn, targetName } from './field-column.ts'
import { english, type HeadingLanguage } from './heading-languages.ts'
import type { Records } from './read-records.ts'
import { columnName } from './read-sheet.ts'
import { sheetError } from './sheet-error.ts'

export interface ColumnMatch {
  columns: readonly FieldColumn[]
  /** Headings of columns without a field, or with one that the user may not change. */
  ignored: readonly string[]
}

export interface MatchOptions {
  entity: Entity
  /** Fields that the user may change. */
  writable: ReadonlySet<string>
  /** The reader's language, for texts without one. */
  lang: string
  t: Translate
  /** Other languages that headings may be in, in addition to the reader's. */
  languages?: readonly HeadingLanguage[] | undefined
  /** Columns chosen by the user: heading or letter, and field. */
  chosen?: readonly (readonly [column: string, field: string])[]
}

const registry: Readonly<Record<string, Entity>> = entities

/**
 * Finds the field of each column: chosen by the user, or named like a field (`name`, `name.ru`, `merchant.name`) or like its
 * label in the reader's language or another one (`Имя`, `Name (de)`).
 * @throws `no_such_column`, `no_such_field`, `repeated_field`, `no_columns`
 */
export function matchColumns(
  { headings, columns: count }: Pick<Records, 'headings' | 'columns'>,
  options: MatchOptions,
): ColumnMatch {
  const { chosen = [] } = options
  const byColumn = new Map<number, FieldColumn>()
  for (const [name, path] of chosen) {
    const column = findColumn(headings, count, name)
    const target = readPath(path, options)
    if (!target) throw sheetError('no_such_field', [path, fieldNames(options)])
    byColumn.set(column, { column, ...target })
  }
  const ignored: string[] = []
  for (const [column, target] of proposeColumns(headings, options).entries()) {
    const heading = headings[column] ?? ''
    if (byColumn.has(column) || heading === '') continue
    if (target) byColumn.set(column, { column, ...target })
    else ignored.push(heading)
  }
  const columns = [...byColumn.values()].toSorted((a, b) => a.column - b.column)
  checkColumns(columns, options)
  return { columns, ignored }
}

/** The field of each column, by its heading; undefined if there is none that the user may change. */
export function proposeColumns(headings: readonly string[], options: MatchOptions): (Target | undefined)[] {
  const { entity, writable } = options
  const labels = labelsOf(options)
  return headings.map((heading) => {
    // A label such as Name implies its language; the wire name `name` doesn't.
    const isWireName = heading === heading.toLowerCase()
    const byPath = readPath(heading, options)
    const byLabel = heading === '' ? undefined : readLabel(heading, labels, options)
    const target = isWireName ? (byPath ?? byLabel) : (byLabel ?? byPath)
    const isOpen = target && (writable.has(target.field) || target.field === entity.key || isLanguage(entity, target.field))
    return isOpen ? target : undefined
  })
}

/** @throws `repeated_field`, `no_columns` */
export function checkColumns(columns: readonly FieldColumn[], options: MatchOptions): void {
  const { entity } = options
  for (const [field, same] of Map.groupBy(columns, targetName))
    if (same.length > 1) throw sheetError('repeated_field', [field, same.map(({ column }) => columnName(column)).join(', ')])
  if (columns.every(({ field }) => field === entity.key)) throw sheetError('no_columns', [fieldNames(options)])
}

const fieldNames = ({ entity, writable }: MatchOptions): string =>
  Object.keys(entity.fields)
    .filter((name) => writable.has(name) || name === entity.key)
    .join(', ')

/** A heading, or a letter if no heading is that letter. */
function findColumn(headings: readonly string[], count: number, name: string): number {
  const needle = name.trim().toLowerCase()
  const matches = headings.flatMap((heading, column) => (heading.toLowerCase() === needle ? [column] : []))
  if (matches.length > 1) throw sheetError('ambiguous_column', [name])
  const letter = Array.from({ length: count }, (_, column) => columnName(column).toLowerCase()).indexOf(needle)
  const column = matches[0] ?? letter
  if (column < 0) throw sheetError('no_such_column', [name])
  return column
}

export type Target = Omit<FieldColumn, 'column'>

const isCode = (text: string): boolean => languageCode.safeParse(text).success
/** In the dictionary, fields that are not declared are languages. */
const isLanguage = ({ name, fields }: Entity, field: string): boolean =>
  name === 'dictionary' && !Object.hasOwn(fields, field) && isCode(field)

/** A field as on the wire. */
export function readPath(path: string, { entity, lang }: MatchOptions): Target | undefined {
  const [first = '', part, ...others] = path.trim().split('.')
  if (others.length > 0) return undefined
  const name = first.toLowerCase() === 'id' && !Object.hasOwn(entity.fields, 'id') ? entity.key : first
  const known = Object.hasOwn(entity.fields, name) ? name : name.toLowerCase()
  const field = Object.hasOwn(entity.fields, known) ? entity.fields[known] : undefined
  if (!field) return part === undefined && isLanguage(entity, name) ? { field: name } : undefined
  if (field.kind === 'multilang')
    return part === undefined
      ? { field: known, lang, isReaderLanguage: true }
      : isCode(part)
        ? { field: known, lang: part }
        : undefined
  if (part === undefined) return { field: known }
  const target = registry[field.to ?? '']
  return target && Object.hasOwn(target.fields, part) ? { field: known, by: part } : undefined
}

/** Units are in parentheses, or after a comma as in earlier exports. */
const comparable = (label: string): string =>
  label
    .toLowerCase()
    .replaceAll(/[\s,()]+/g, ' ')
    .trim()

/** The fields of each label in comparable form; several fields may have the same one. */
type Labels = ReadonlyMap<string, ReadonlySet<string>>

/** The labels in the reader's language, then those in the others. */
function labelsOf({ entity, writable, lang, t, languages = [english] }: MatchOptions): { lang: string; labels: Labels }[] {
  const names = Object.keys(entity.fields).filter((name) => writable.has(name) || name === entity.key)
  const known = [{ lang, t }, ...languages.filter((other) => other.lang !== lang)]
  return known.map((language) => {
    const labels = new Map<string, Set<string>>()
    for (const name of names) {
      const label = fieldLabel(entity, name)
      if (label === undefined) continue
      const key = comparable(language.t(label))
      labels.set(key, (labels.get(key) ?? new Set()).add(name))
    }
    return { lang: language.lang, labels }
  })
}

/** A text without a language is in that of its heading: an export has both from the language of its reader. */
function readLabel(heading: string, languages: ReturnType<typeof labelsOf>, { entity }: MatchOptions): Target | undefined {
  const [, label = heading, code] = /^(.+?)\s*[.(]([a-z]{2,3}(?:-[A-Z]{2})?)\)?$/.exec(heading) ?? []
  for (const { lang, labels } of languages) {
    const [found] = [heading, label]
      .map((text) => [...(labels.get(comparable(text)) ?? [])])
      .filter((names) => names.length === 1)
    const name = found?.[0]
    if (name === undefined) continue
    if (entity.fields[name]?.kind !== 'multilang') return { field: name }
    return code === undefined ? { field: name, lang, isReaderLanguage: true } : { field: name, lang: code }
  }
  return undefined
}
