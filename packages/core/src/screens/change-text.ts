import { isSame } from '#rules/index'
import type { Entity } from '@tiffin/sdk/contract'
import { type ChangedPart, changedParts } from './parts.ts'
import type { Row } from './records.ts'
import { isEmptyForDisplay, partText, type Reference, referencesOf, valueText, type ValueFormat } from './value-text.ts'

/** A change of a record: `before` is null if it was created, `after` if it was deleted. */
export interface RecordChange {
  entity: Entity
  before: Row | null
  after: Row | null
}

/** Fields that every change writes. */
const bookkeepingFields: ReadonlySet<string> = new Set(['revision', 'last_time', 'date_update'])

/** Other fields are computed from the ones users set. */
export const isUserEditable = (entity: Entity, name: string): boolean => entity.fields[name]?.readonly !== true

/**
 * The changed fields or parts of fields, those set by users before computed ones. For a created or deleted record only
 * the non-empty ones.
 */
export function changesOf({ entity, before, after }: RecordChange): ChangedPart[] {
  const isUpdate = before !== null && after !== null
  const touched = { ...before, ...after }
  const names = Object.keys(entity.fields).filter((name) => name in touched && !bookkeepingFields.has(name))
  const isComputed = (name: string): boolean => !isUserEditable(entity, name)
  return [...names.filter((name) => !isComputed(name)), ...names.filter(isComputed)]
    .filter((name) => isUpdate || isFilled(entity, name, (after ?? before ?? {})[name]))
    .flatMap((name) => changedParts(entity, name, before?.[name], after?.[name]))
}

function isFilled(entity: Entity, name: string, value: unknown): boolean {
  const field = entity.fields[name]
  if (!field || field.volatile || name === entity.key || name === entity.sort || name === 'company' || field.read === 'nobody')
    return false
  return !isEmptyForDisplay(value, field) && !isSame(value, field.initial)
}

/** One changed field as text. */
export interface ChangeLine {
  field: string
  part?: string | undefined
  label: string
  /** The value before; undefined if the record did not exist then. */
  before?: string
  after?: string
}

/** A change as text, one line per field: `Status`, `New`, `Cooking`. */
export const changeLines = (change: RecordChange, format: ValueFormat, max = Number.POSITIVE_INFINITY): ChangeLine[] =>
  changesOf(change)
    .slice(0, max)
    .map(({ field, part, before, after }) => {
      const { entity } = change
      const place = { entity, name: field, part }
      return {
        field,
        part,
        label: partText(place, format),
        ...(change.before ? { before: valueText({ ...place, value: before }, format) } : {}),
        ...(change.after ? { after: valueText({ ...place, value: after }, format) } : {}),
      }
    })

/** The records that changed values refer to. */
export const referencesIn = (changes: readonly RecordChange[]): Reference[] =>
  changes.flatMap((change) =>
    changesOf(change).flatMap(({ field, part, before, after }) =>
      [before, after].flatMap((value) => referencesOf({ entity: change.entity, name: field, part, value })),
    ),
  )
