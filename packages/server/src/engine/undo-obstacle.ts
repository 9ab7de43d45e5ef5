import { isSame } from '@tiffin/core/rules'
import type { Entity, ErrorCode } from '@tiffin/sdk/contract'
import { isDerived } from '#db/columns'
import type { WireRow } from './change-info.ts'
import { rulesOf } from './table-rules.ts'
import type { Step } from './undo-step.ts'

/** Whether a change with records of these tables is undone neither in whole nor for one record: the others would still claim it. */
export const hasKept = (records: Readonly<Record<string, number>>): boolean =>
  Object.keys(records).some((name) => rulesOf({ name }).undo?.never)

/** Fields whose values the history does not have. */
const unknownFields = (entity: Entity): string[] =>
  Object.entries(entity.fields).flatMap(([name, { read, readonly }]) => (read === 'nobody' && !readonly ? [name] : []))

/** Several steps of one change on one row as a single one; null when it came and went. */
export function joinSteps(first: Step, second: Step): Step | null {
  const before = first.before === null ? null : { ...second.before, ...first.before }
  const after = second.after === null ? null : { ...first.after, ...second.after }
  return before === null && after === null ? null : { ...first, before, after }
}

/** A row with each language of the dictionary as a field, as it travels. */
export function withLanguages(entity: Entity, row: WireRow): WireRow {
  const { languages } = rulesOf(entity).read ?? {}
  if (!languages || typeof row[languages.column] !== 'object') return row
  const { [languages.column]: texts, ...others } = row
  return { ...others, ...(texts as Record<string, string>) }
}

/** The fields that people change and the history has, with their values; what the server sets by itself is left to it. */
export function peoplesFields(entity: Entity, row: WireRow): WireRow {
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

/** What an undo of the step puts back: the fields as they were before. */
export function formerValues({ entity, before, after }: Step): WireRow {
  const [old, made] = [peoplesFields(entity, before ?? {}), peoplesFields(entity, after ?? {})]
  if (after === null) return old
  const names = [...new Set([...Object.keys(old), ...Object.keys(made)])].filter((name) => !isSame(old[name], made[name]))
  return Object.fromEntries(names.map((name) => [name, old[name] ?? (entity.fields[name] ? null : '')]))
}

/** `text` says more than the sentence of the code does. */
export interface UndoObstacle {
  code: ErrorCode
  fields: string[]
  text?: string
}

const SECRETS = "Passwords and secret settings can't be restored. Edit the record and enter them again."

/**
 * What keeps a step from being undone, with the fields that have changed since; null when nothing does. `current` is the
 * row as it is, or as a reader sees it: of fields that are not in it nothing is said.
 */
export function undoObstacle(step: Step, current: WireRow | undefined): UndoObstacle | null {
  const { entity, key, before, after } = step
  if (isKept(step)) return { code: 'undo_forbidden_kind', fields: [] }
  if (tookSecrets(step)) return { code: 'undo_forbidden_kind', fields: [], text: SECRETS }
  if (after === null) return current ? { code: 'undo_conflict', fields: [entity.key] } : null
  if (!current) return { code: 'undo_gone', fields: [] }
  const now = { ...withLanguages(entity, current), [entity.key]: key }
  const left = peoplesFields(entity, after)
  const names = before === null ? Object.keys(left) : Object.keys(formerValues(step))
  const fields = names.filter((name) => Object.hasOwn(now, name) && !isSame(left[name], now[name]))
  return fields.length > 0 ? { code: 'undo_conflict', fields } : null
}

function isKept(step: Step): boolean {
  const { entity, before, after } = step
  const { undo } = rulesOf(entity)
  if (undo?.never || entity.storage === 'view') return true
  if (before === null || after === null || tookSecrets(step)) return false
  const touched = [...Object.keys(before), ...Object.keys(after)]
  return (undo?.keptFields ?? []).some((name) => touched.includes(name)) || Object.keys(formerValues(step)).length === 0
}

/** Whether it changed or deleted what the history does not have and people typed. */
function tookSecrets({ entity, before, after }: Step): boolean {
  if (before === null) return false
  return unknownFields(entity).some((name) => after === null || name in before || name in after)
}
