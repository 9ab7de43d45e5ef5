import { type Actor, can, gradePassword, type Problem, readableFields, readField, writableFields } from '@tiffin/core/rules'
import { apiError, type Entity, type ErrorCode, type ErrorDetails, type Field } from '@tiffin/sdk/contract'
import type { Key, WireRow } from './change-info.ts'
import { hashPassword } from './password.ts'
import { createRefusals } from './refusals.ts'
import { isMomentOfOurs, isStorable } from './search-value.ts'
import { entityOf, unknownField } from './view.ts'

export interface RowToSave {
  table: string
  id?: number | string | null | undefined
  row: Record<string, unknown>
}

/** One row of a save, checked as far as that is possible without the database. */
export interface PlannedRow {
  entity: Entity
  /** Place in the request. */
  index: number
  /** Null for a new row. */
  key: Key | null
  /** The fields to write. */
  set: WireRow
  /** False while the values of `set` are as they were sent: those that would change the row are still to be checked. */
  checked: boolean
  /** True for values that the row had before, by an undo: they were valid when they were written. */
  isHistory: boolean
  /** Revision that the sender has seen. */
  revision: number | undefined
  /** The password that the asker has now, without which nobody changes their own. */
  currentPassword: unknown
  /** Texts of the dictionary by language, which become part of `texts`. */
  languages: Record<string, string>
  /** The row as it was sent, for what hooks take from read-only fields. */
  sent: WireRow
}

const isLanguage = (name: string): boolean => /^[a-z]{2,3}(-[A-Z]{2})?$/.test(name)

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

/** A value that is refused in words of its own, as editors say them beside the field. */
export const refusedValue = (
  planned: Pick<PlannedRow, 'entity' | 'index'>,
  field: string,
  { code = 'invalid_value', text, params = [] }: Problem & { code?: ErrorCode },
) => Object.assign(refusedRow(planned, code, field, [...params]), { message: text })

/**
 * Checks rows against the contract and the rights of the asker, before any transaction. The values of a row that is there
 * are checked when it is known which of them change anything: most fields of whole rows come back as they were read.
 * @throws `unknown_table`, `unknown_field`, `forbidden`, `required`, `invalid_value`, `weak_password`, and what
 * `checkOwnPassword` throws, with table, row, field
 */
export async function planSave(
  actor: Actor,
  rows: readonly RowToSave[],
  { isHistory = false, checkOwnPassword = refuseOwnPassword }: PlanOptions = {},
): Promise<PlannedRow[]> {
  const meaningsOf = meaningsByEntity(actor)
  const planned: PlannedRow[] = []
  const refusals = createRefusals()
  await refusals.each([...rows.entries()], ([index, row]) => planned.push(planRow(actor, row, index, meaningsOf, isHistory)))
  refusals.raise()
  // A hash takes long on purpose.
  if (planned.filter(setsPassword).length > MOST_PASSWORDS)
    throw apiError('too_many', { table: 'admin', params: [MOST_PASSWORDS] })
  await refusals.each(planned, async (row) => {
    if (setsPassword(row) && row.key === actor.admin_id) await checkOwnPassword(row.currentPassword, refusedPlace(row))
    await hashSecret(row)
  })
  refusals.raise()
  return planned
}

const MOST_PASSWORDS = 20

interface PlanOptions {
  isHistory?: boolean
  /** Throws unless this is the asker's password; left out where nobody changes their own. */
  checkOwnPassword?: (current: unknown, place: ErrorPlace) => Promise<void>
}

export type ErrorPlace = Pick<ErrorDetails, 'table' | 'row' | 'field'>

const refusedPlace = ({ entity, index }: PlannedRow): ErrorPlace => ({
  table: entity.name,
  row: index,
  field: 'current_password',
})

const refuseOwnPassword = (_current: unknown, place: ErrorPlace): Promise<void> =>
  Promise.reject(apiError('current_password_required', place))

const setsPassword = ({ entity, set }: PlannedRow): boolean =>
  entity.name === 'admin' && typeof set['password'] === 'string' && set['password'] !== ''

/** What a name in a row means: a field to write; one that only its own row may open; previews and joined objects, which whole rows carry besides their own. */
type Meaning = 'written' | 'closed' | 'ignored'

/** Of all names that are none of these, nobody knows or may know; worked out once for all rows of an entity. */
function meaningsByEntity(actor: Actor): (entity: Entity) => ReadonlyMap<string, Meaning> {
  const known = new Map<Entity, ReadonlyMap<string, Meaning>>()
  const meaningsOf = (entity: Entity): ReadonlyMap<string, Meaning> => {
    const readable = readableFields(actor, entity)
    const writable = writableFields(actor, entity)
    const own = Object.entries(entity.fields).filter(([name, { readonly }]) => !readonly || readable.has(name))
    return new Map([
      ...own.map(([name, { readonly }]): [string, Meaning] => [name, !readonly && writable.has(name) ? 'written' : 'closed']),
      ...ignoredIn(entity).map((name): [string, Meaning] => [name, 'ignored']),
    ])
  }
  return (entity) => {
    const meanings = known.get(entity) ?? meaningsOf(entity)
    known.set(entity, meanings)
    return meanings
  }
}

/** Rows without a locked one to compare with, and people, whose passwords take long to hash. */
const checkedAtOnce = ({ entity, key }: PlannedRow): boolean =>
  key === null || entity.name === 'admin' || entity.name === 'kanban_settings'

function planRow(
  actor: Actor,
  { table, id, row }: RowToSave,
  index: number,
  meaningsOf: (entity: Entity) => ReadonlyMap<string, Meaning>,
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
  planned.key = keyOf(planned, actor, id, row)
  const own = { [entity.key]: planned.key }
  const decision = can(
    actor,
    planned.key === null ? 'create' : 'update',
    entity,
    entity.name === 'admin' && planned.key === actor.admin_id ? own : undefined,
  )
  if (!decision.allowed) throw refusedRow(planned, decision.code, undefined, decision.params)
  const meanings = meaningsOf(entity)
  // An own row opens more than others do; which row it is, is checked again when it is locked.
  const mayWrite = (name: string): boolean =>
    entity.fields[name]?.readonly !== true && writableFields(actor, entity, own).has(name)
  planned.checked = isHistory || checkedAtOnce(planned)
  // Keys, since pairs of all fields of all rows cost more than everything else here.
  for (const name of Object.keys(row)) {
    const value = row[name]
    if (value === undefined || name === entity.key) continue
    if (name === 'revision') planned.revision = revisionOf(planned, value)
    else if (entity.name === 'admin' && name === 'current_password') planned.currentPassword = value
    else if (entity.name === 'dictionary' && isLanguage(name) && name !== 'texts')
      planned.languages[name] = languageText(planned, name, value)
    else {
      const meaning = meanings.get(name)
      if (meaning === 'ignored') continue
      if (meaning === undefined) throw Object.assign(unknownField(table, name), { row: index })
      if (meaning === 'closed' && !mayWrite(name)) throw refusedRow(planned, 'forbidden', name)
      planned.set[name] = planned.checked && !isHistory ? checkValue(planned, name, value) : value
    }
  }
  if (planned.key === null) demandRequired(planned)
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
  // Lookups have rows whose key is 0; whoever has seen one sends its revision along.
  const isZero = entity.scope === 'global' && row['revision'] !== undefined && [id, inRow].includes(0)
  const key = [id, inRow].find(isGiven) ?? (isZero ? 0 : null)
  if (key === null) return null
  if (isGiven(inRow) && inRow !== key) throw refusedRow(planned, 'invalid_value', entity.key)
  const { kind } = entity.fields[entity.key] as Field
  const good =
    kind === 'id' || kind === 'reference'
      ? Number.isSafeInteger(key) && (Number(key) > 0 || key === 0)
      : typeof key === 'string' && key.length <= 100 && isStorable(key)
  if (!good) throw refusedRow(planned, 'invalid_value', entity.key)
  return key as Key
}

function revisionOf(planned: PlannedRow, value: unknown): number {
  if (Number.isSafeInteger(value)) return value as number
  throw refusedRow(planned, 'invalid_value', 'revision')
}

function languageText(planned: PlannedRow, name: string, value: unknown): string {
  if (typeof value === 'string' && value.length <= 20_000 && isStorable(value)) return value
  throw refusedRow(planned, 'invalid_value', name)
}

/**
 * A sent value in the form in which it is stored; `former` is the one that the row has.
 * @throws `required`, `invalid_value` with the sentence that editors say, too
 */
export function checkValue(
  planned: Pick<PlannedRow, 'entity' | 'index'>,
  name: string,
  value: unknown,
  former?: unknown,
): unknown {
  const field = planned.entity.fields[name] as Field
  const read = readField(field, name, value, former)
  if ('refusal' in read) throw refusedValue(planned, name, read.refusal)
  const { kept } = read
  const known = field.kind !== 'moment' || typeof kept !== 'string' || isMomentOfOurs(kept)
  if (!known || !isWhole(kept)) throw refusedRow(planned, 'invalid_value', name)
  return kept
}

/** True when PostgreSQL can hold every text in it. */
function isWhole(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (Array.isArray(value)) return value.every(isWhole)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).every(([key, part]) => isStorable(key) && isWhole(part))
  return true
}

function demandRequired(planned: PlannedRow): void {
  const { entity, set } = planned
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.required !== true || field.kind === 'id' || field.readonly === true || name in set) continue
    // The company is that of the call; the status of an order is worked out.
    if (name === 'company' || (entity.name === 'order' && name === 'order_status')) continue
    throw refusedRow(planned, 'required', name)
  }
  if (entity.name === 'admin' && !set['password']) throw refusedRow(planned, 'required', 'password')
}

async function hashSecret(planned: PlannedRow): Promise<void> {
  const { password } = planned.set
  if (planned.entity.name !== 'admin' || typeof password !== 'string') return
  if (password === '') {
    // An editor sends its empty box along: no new password.
    delete planned.set['password']
    return
  }
  const verdict = gradePassword(password)
  if (!verdict.allowed)
    throw apiError('weak_password', { table: 'admin', row: planned.index, field: 'password', message: verdict.message })
  planned.set['password'] = await hashPassword(password)
}
