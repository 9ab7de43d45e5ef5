import { entities, type Entity, type EntityName, type Field } from '@tiffin/sdk/contract'
import type { Translate } from '#i18n/create-i18n'
import type { PhoneCountry } from '#rules/phone'
import { titleField } from '#rules/row-title'
import { choiceLabels } from '../screens/export.ts'
import { type FieldColumn, targetName } from './field-column.ts'
import type { NamedBy } from './found-records.ts'
import type { ReadColumn, Reading } from './read-rows.ts'
import { english, type HeadingLanguage } from './heading-languages.ts'
import type { DecimalSign } from './read-value.ts'
import { sheetError } from './sheet-error.ts'

export interface ReadingOptions {
  entity: Entity
  t: Translate
  /** Other languages in which values may be named, in addition to the reader's. */
  languages?: readonly HeadingLanguage[] | undefined
  timezone: string
  /** See `Reading`. */
  decimal?: DecimalSign | undefined
  /** The company's country, for phones. */
  country?: PhoneCountry | undefined
  /** The field by which rows are matched with records: the key, or another one such as `phone`. */
  keyField?: string | undefined
  /** Empty cells clear the field instead of leaving it as it is. */
  clearEmpty?: boolean | undefined
  /** Values chosen by the user for texts of the file, by the path of their column. */
  meanings?: Readonly<Record<string, ReadColumn['meanings']>> | undefined
}

const registry: Readonly<Record<string, Entity>> = entities

/** How these columns are read. @throws `no_key_column` */
export function describeColumns(columns: readonly FieldColumn[], options: ReadingOptions): Reading {
  const { entity, timezone, decimal, country, clearEmpty, meanings = {} } = options
  const keyField = options.keyField ?? entity.key
  if (options.keyField !== undefined && !columns.some(({ field }) => field === keyField))
    throw sheetError('no_key_column', [keyField])
  return {
    keyField,
    key: { field: entity.key, isNumber: entity.fields[entity.key]?.kind === 'id', mayBeZero: entity.scope === 'global' },
    timezone,
    decimal,
    columns: columns.map((column) => {
      const field = entity.fields[column.field]
      const named = namedBy(entity, column, keyField)
      return {
        ...column,
        kind: field?.kind,
        choices: field ? choicesOf(entity, column.field, field, options) : [],
        ...(named ? { named: country ? { ...named, country } : named } : {}),
        meanings: meanings[targetName(column)] ?? {},
        ...(clearEmpty ? { empty: emptyOf(field) } : {}),
      }
    }),
  }
}

/** The names of a field's values in the reader's language and in the others, and the values themselves. */
function choicesOf(
  entity: Entity,
  name: string,
  field: Field,
  { t, languages = [english] }: Pick<ReadingOptions, 't' | 'languages'>,
): (readonly [string, string])[] {
  const labels = [t, ...languages.map((language) => language.t)].flatMap((translate) =>
    Object.entries(choiceLabels(entity, name, translate) ?? {}),
  )
  return [...labels, ...(field.values ?? []).map((value) => [String(value), String(value)] as const)]
}

/** The records that a column names: those of a reference, or the table's own if it is the key. */
function namedBy(entity: Entity, { field, by }: FieldColumn, keyField: string): NamedBy | undefined {
  if (field === keyField)
    return field === entity.key ? undefined : { table: entity.name, by: field, kind: entity.fields[field]?.kind ?? 'text' }
  const to = entity.fields[field]?.to
  if (to === undefined) return undefined
  const name = by ?? titleField(to as EntityName)
  return { table: to, by: name, kind: registry[to]?.fields[name]?.kind ?? 'text' }
}

const emptyOf = (field: Field | undefined): unknown =>
  !field || field.kind === 'multilang'
    ? ''
    : field.nullValue !== undefined
      ? field.nullValue
      : field.kind === 'referenceList' || field.kind === 'files'
        ? []
        : field.nullable
          ? null
          : ''
