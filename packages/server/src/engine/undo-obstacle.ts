import { isSame } from '@tiffin/core/rules'
import type { Entity, ErrorCode } from '@tiffin/sdk/contract'
import { isDerived } from '#db/columns'
import type { WireRow } from './change-info.ts'
import { rulesOf } from './table-rules.ts'
import type { Step } from './undo-step.ts'

/** Whether a change of records of these tables can't be undone, not even for one of its records. */
export const blocksUndo = (records: Readonly<Record<string, number>>): boolean =>
  Object.keys(records).some((name) => rulesOf({ name }).undo?.isNotUndoable)

/** Fields whose values are not in the history. */
const unknownFields = (entity: Entity): string[] =>
  Object.entries(entity.fields).flatMap(([name, { read, readonly }]) => (read === 'nobody' && !readonly ? [name] : []))

/** Merges several steps of one change on one row; null if the row was created and deleted. */
export function mergeSteps(first: Step, second: Step): Step | null {
  const before = first.before === null ? null : { ...second.before, ...first.before }
  const after = second.after === null ? null : { ...first.after, ...second.after }
  return before === null && after === null ? null : { ...first, before, after }
}

/** A row with each dictionary language as a field, in wire form. */
export function withLanguages(entity: Entity, row: WireRow): WireRow {
  const { languages } = rulesOf(entity).read ?? {}
  if (!languages || typeof row[languages.column] !== 'object') return row
  const { [languages.column]: texts, ...others } = row
  return { ...others, ...(texts as Record<string, string>) }
}

/** The values of fields that users edit and the history has; fields set by the server are left out. */
export function editableFields(entity: Entity, row: WireRow): WireRow {
  const own = Object.entries(withLanguages(entity, row)).filter(([name]) => {
    const field = entity.fields[name]
    if (!field) return rulesOf(entity).read?.languages !== undefined
    return (
      !field.readonly &&
      !field.volatile &&
      field.read !== 'nobody' &&
      field.kind !== 'id' &&
      name !== entity.key &&
      !isDerived(entity, name)
    )
  })
  return Object.fromEntries(own)
}

/** The values that undoing the step restores. */
export function previousValues({ entity, before, after }: Step): WireRow {
  const [old, current] = [editableFields(entity, before ?? {}), editableFields(entity, after ?? {})]
  if (after === null) return old
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])].filter((name) => !isSame(old[name], current[name]))
  return Object.fromEntries(names.map((name) => [name, old[name] ?? (entity.fields[name] ? null : '')]))
}

/** `text` is more specific than the message of the code. */
export interface UndoObstacle {
  code: ErrorCode
  fields: string[]
  text?: string
}

const SECRETS = "Passwords and secret settings can't be restored. Edit the record and enter them again."

/**
 * The reason why a step can't be undone, with the fields that have changed since; null if it can. `current` is the
 * current row, or the part that a reader may see: fields missing from it are not reported.
 */
export function undoObstacle(step: Step, current: WireRow | undefined): UndoObstacle | null {
  const { entity, key, before, after } = step
  if (isPreserved(step)) return { code: 'undo_forbidden_kind', fields: [] }
  if (losesSecrets(step)) return { code: 'undo_forbidden_kind', fields: [], text: SECRETS }
  if (after === null) return current ? { code: 'undo_conflict', fields: [entity.key] } : null
  if (!current) return { code: 'undo_gone', fields: [] }
  const now = { ...withLanguages(entity, current), [entity.key]: key }
  const left = editableFields(entity, after)
  const names = before === null ? Object.keys(left) : Object.keys(previousValues(step))
  const fields = names.filter((name) => Object.hasOwn(now, name) && !isSame(left[name], now[name]))
  return fields.length > 0 ? { code: 'undo_conflict', fields } : null
}

function isPreserved(step: Step): boolean {
  const { entity, before, after } = step
  const { undo } = rulesOf(entity)
  if (undo?.isNotUndoable || entity.storage === 'view') return true
  if (before === null || after === null || losesSecrets(step)) return false
  const touched = [...Object.keys(before), ...Object.keys(after)]
  return (undo?.preservedFields ?? []).some((name) => touched.includes(name)) || Object.keys(previousValues(step)).length === 0
}

/** Whether the step changed or deleted values that users typed and the history does not store. */
function losesSecrets({ entity, before, after }: Step): boolean {
  if (before === null) return false
  return unknownFields(entity).some((name) => after === null || name in before || name in after)
}
