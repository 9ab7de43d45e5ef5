import { isSame } from '@tiffin/core/rules'
import type { Entity, Field } from '@tiffin/sdk/contract'
import type { WireRow } from '#engine/change-info'
import { withLanguages } from '#engine/undo-obstacle'
import type { PlanLine } from './plan-store.ts'

type Changes = PlanLine['changes']

const isText = (entity: Entity, name: string): boolean => entity.fields[name]?.kind === 'multilang'

/** A row with each language of its texts as a field, such as `name.ru`. */
export function flatRow(entity: Entity, row: WireRow): WireRow {
  const flat: WireRow = {}
  for (const [name, value] of Object.entries(withLanguages(entity, row)))
    if (isText(entity, name) && typeof value === 'object' && value !== null)
      for (const [code, text] of Object.entries(value)) flat[`${name}.${code}`] = text
    else flat[name] = value
  return flat
}

/** Fields that users edit; those set by the server are not part of a plan. */
function isEdited(entity: Entity, name: string): boolean {
  const field: Field | undefined = entity.fields[name.split('.')[0] ?? name]
  return field ? field.readonly !== true && field.volatile !== true : true
}

/** The fields that differ between two rows, as far as the user may see them. */
export function changesOf(
  entity: Entity,
  before: WireRow | null,
  after: WireRow | null,
  isOpen: (name: string) => boolean,
): Changes {
  const [old, current] = [flatRow(entity, before ?? {}), flatRow(entity, after ?? {})]
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])]
  return Object.fromEntries(
    names
      .filter((name) => isEdited(entity, name) && isOpen(name) && !isSame(old[name] ?? null, current[name] ?? null))
      .map((name) => [name, [old[name] ?? null, current[name] ?? null]]),
  )
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.values(value).every((item) => item === ''))

/** Whether a record loses a value, so that losses are found in a long plan. */
export const isLoss = (changes: Changes): boolean =>
  Object.values(changes).some(([before, after]) => !isEmpty(before) && isEmpty(after))

/** The given values as they are stored, changed or not. */
export function givenValues(
  entity: Entity,
  values: WireRow,
  { before, after }: { before: WireRow | null; after: WireRow | null },
  isOpen: (name: string) => boolean,
): Changes {
  const [old, stored] = [flatRow(entity, before ?? {}), flatRow(entity, after ?? {})]
  return Object.fromEntries(
    Object.entries(flatRow(entity, values))
      .filter(([name]) => isOpen(name) && name !== entity.key && name !== 'revision')
      .map(([name, value]) => [name, [old[name] ?? null, name in stored ? stored[name] : value]]),
  )
}

/** The given values that change something: only these are saved when the plan is applied. */
export function changedParts(entity: Entity, values: WireRow, changes: Changes): WireRow {
  const parts: WireRow = {}
  for (const [name, value] of Object.entries(values)) {
    if (!isText(entity, name) || typeof value !== 'object' || value === null) {
      if (name in changes) parts[name] = value
      continue
    }
    const texts = Object.entries(value).filter(([code]) => `${name}.${code}` in changes)
    if (texts.length > 0) parts[name] = Object.fromEntries(texts)
  }
  return parts
}
