import { type Actor, can, type Problem, readableFields, readField, textOf, writableFields } from '@tiffin/core/rules'
import { apiError, type Entity, type ErrorCode, type Field } from '@tiffin/sdk/contract'
import type { Key } from './change-info.ts'
import { createRefusals } from './refusals.ts'
import { isSupportedTimestamp, isStorable } from './search-value.ts'
import { rulesOf } from './table-rules.ts'
import { entityOf, unknownField } from './view.ts'
import type { CheckOwnPassword, PlannedRow, RowToSave } from './planned-row.ts'

export const refusedRow = (
  planned: Pick<PlannedRow, 'entity' | 'index'>,
  code: ErrorCode,
  field?: string,
  params?: (string | number)[],
) =>
  apiError(code, {
    table: planned.entity.name,
    row: planned.index,
    ...(field === undefined ? {} : { field }),
    params: params ?? (field === undefined ? undefined : [field]),
  })

/** A refused value with its own message, as editors show it next to the field. */
export const refusedValue = (
  planned: Pick<PlannedRow, 'entity' | 'index'>,
  field: string,
  { code = 'invalid_value', params = [], ...problem }: Problem & { code?: ErrorCode },
) => Object.assign(refusedRow(planned, code, field, [...params]), { message: textOf(problem) })

/**
 * Checks rows against the contract and the user's rights, before any transaction. The values of an existing row
 * are checked once it is known which of them change: most fields of whole rows are sent back as they were read.
 * @throws `unknown_table`, `unknown_field`, `forbidden`, `required`, `invalid_value`, `weak_password`, and what
 * `checkOwnPassword` throws, with table, row, field
 */
export async function planSave(
  actor: Actor,
  rows: readonly RowToSave[],
  { isHistory = false, checkOwnPassword = refuseOwnPassword }: PlanOptions = {},
): Promise<PlannedRow[]> {
  const rolesOf = nameRolesByEntity(actor)
  const planned: PlannedRow[] = []
  const refusals = createRefusals()
  await refusals.each([...rows.entries()], ([index, row]) => planned.push(planRow(actor, row, index, rolesOf, isHistory)))
  refusals.raise()
  for (const [entity, own] of Map.groupBy(planned, (row) => row.entity))
    await rulesOf(entity).plan?.prepare?.(own, { actor, checkOwnPassword, refusals })
  refusals.raise()
  return planned
}

interface PlanOptions {
  isHistory?: boolean
  /** Throws unless this is the user's password; left out if no one can change their own. */
  checkOwnPassword?: CheckOwnPassword
}

const refuseOwnPassword: CheckOwnPassword = (_current, place) => Promise.reject(apiError('current_password_required', place))

/**
 * The role of a name in a row: a field to write; a field writable only in one's own row; or a preview or joined object of a
 * whole row.
 */
type NameRole = 'written' | 'closed' | 'ignored'

/** The fields that may be written, computed once for all rows of an entity. */
function nameRolesByEntity(actor: Actor): (entity: Entity) => ReadonlyMap<string, NameRole> {
  const known = new Map<Entity, ReadonlyMap<string, NameRole>>()
  const rolesOf = (entity: Entity): ReadonlyMap<string, NameRole> => {
    const readable = readableFields(actor, entity)
    const writable = writableFields(actor, entity)
    const own = Object.entries(entity.fields).filter(([name, { readonly }]) => !readonly || readable.has(name))
    return new Map([
      ...own.map(([name, { readonly }]): [string, NameRole] => [name, !readonly && writable.has(name) ? 'written' : 'closed']),
      ...ignoredIn(entity).map((name): [string, NameRole] => [name, 'ignored']),
    ])
  }
  return (entity) => {
    const roles = known.get(entity) ?? rolesOf(entity)
    known.set(entity, roles)
    return roles
  }
}

function planRow(
  actor: Actor,
  { table, id, row }: RowToSave,
  index: number,
  rolesOf: (entity: Entity) => ReadonlyMap<string, NameRole>,
  isHistory: boolean,
): PlannedRow {
  const entity = entityOf(table, index)
  const planned: PlannedRow = {
    entity,
    index,
    key: null,
    set: {},
    checked: true,
    isHistory,
    revision: undefined,
    currentPassword: undefined,
    languages: {},
    sent: row,
  }
  if (entity.storage === 'view') throw refusedRow(planned, 'forbidden')
  const { plan } = rulesOf(entity)
  planned.key = keyOf(planned, actor, id, row)
  const own = { [entity.key]: planned.key }
  const decision = can(
    actor,
    planned.key === null ? 'create' : 'update',
    entity,
    planned.key !== null && planned.key === plan?.ownKey?.(actor) ? own : undefined,
  )
  if (!decision.allowed) throw refusedRow(planned, decision.code, undefined, decision.params)
  const roles = rolesOf(entity)
  // In their own row, users may change more fields; whose row it is, is checked again when it is locked.
  const mayWrite = (name: string): boolean =>
    entity.fields[name]?.readonly !== true && writableFields(actor, entity, own).has(name)
  // A row that is not compared with a locked one is checked at once.
  planned.checked = isHistory || planned.key === null || plan?.checksBeforeLock === true
  // Iterates over keys, because creating pairs for all fields of all rows would cost more than everything else here.
  for (const name of Object.keys(row)) {
    const value = row[name]
    if (value === undefined || name === entity.key) continue
    if (name === 'revision') planned.revision = revisionOf(planned, value)
    else if (plan?.take?.(planned, name, value)) continue
    else {
      const meaning = roles.get(name)
      if (meaning === 'ignored') continue
      if (meaning === undefined) throw Object.assign(unknownField(table, name), { row: index })
      if (meaning === 'closed' && !mayWrite(name)) throw refusedRow(planned, 'forbidden', name)
      planned.set[name] = planned.checked && !isHistory ? checkValue(planned, name, value) : value
    }
  }
  if (planned.key === null) assertRequired(planned)
  return planned
}

function ignoredIn({ fields, joins, previews }: Entity): string[] {
  const joined = Object.values(joins).map(({ as }) => as)
  const derived = previews ? Object.keys(fields).filter((name) => fields[name]?.readonly) : []
  return [...joined.filter((name) => !Object.hasOwn(fields, name)), ...derived]
}

function keyOf(planned: PlannedRow, actor: Actor, id: RowToSave['id'], row: Record<string, unknown>): Key | null {
  const { entity } = planned
  const inRow = row[entity.key]
  if (entity.scope === 'admin' && entity.key === 'admin') {
    if ([id, inRow].some((key) => key !== undefined && key !== null && key !== 0 && key !== actor.admin_id))
      throw refusedRow(planned, 'not_found')
    return actor.admin_id
  }
  const isGiven = (key: unknown): boolean => key !== undefined && key !== null && key !== 0 && key !== ''
  // Lookups have rows with key 0; to edit one, its revision must be sent.
  const isZero = entity.scope === 'global' && row['revision'] !== undefined && [id, inRow].includes(0)
  const key = [id, inRow].find(isGiven) ?? (isZero ? 0 : null)
  if (key === null) return null
  if (isGiven(inRow) && inRow !== key) throw refusedRow(planned, 'invalid_value', entity.key)
  const { kind } = entity.fields[entity.key] as Field
  const good =
    kind === 'id'
      ? Number.isSafeInteger(key) && (Number(key) > 0 || key === 0)
      : typeof key === 'string' && key.length <= 100 && isStorable(key)
  if (!good) throw refusedRow(planned, 'invalid_value', entity.key)
  return key as Key
}

function revisionOf(planned: PlannedRow, value: unknown): number {
  if (Number.isSafeInteger(value)) return value as number
  throw refusedRow(planned, 'invalid_value', 'revision')
}

/**
 * Converts a sent value to its stored form; `previous` is the current value of the row.
 * @throws `required`, or `invalid_value` with the message that editors also show
 */
export function checkValue(
  planned: Pick<PlannedRow, 'entity' | 'index'>,
  name: string,
  value: unknown,
  previous?: unknown,
): unknown {
  const field = planned.entity.fields[name] as Field
  const read = readField(field, name, value, previous)
  if ('refusal' in read) throw refusedValue(planned, name, read.refusal)
  const { kept } = read
  const known = field.kind !== 'moment' || typeof kept !== 'string' || isSupportedTimestamp(kept)
  if (!known || !isWhole(kept)) throw refusedRow(planned, 'invalid_value', name)
  return kept
}

/** True if PostgreSQL can store every text in it. */
function isWhole(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (Array.isArray(value)) return value.every(isWhole)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).every(([key, part]) => isStorable(key) && isWhole(part))
  return true
}

function assertRequired(planned: PlannedRow): void {
  const { entity, set } = planned
  const { plan } = rulesOf(entity)
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.required !== true || field.kind === 'id' || field.readonly === true || name in set) continue
    // The company is that of the call.
    if (name === 'company' || plan?.computed?.includes(name)) continue
    throw refusedRow(planned, 'required', name)
  }
  const missing = plan?.required?.find((name) => !set[name])
  if (missing !== undefined) throw refusedRow(planned, 'required', missing)
}
