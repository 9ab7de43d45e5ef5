import type { Entity, Field, Gate } from '@tiffin/sdk/contract'
import { type Action, type Actor, allow, type Decision, managesCompany, refuse } from './actor.ts'
import { tokenMayRead, tokenMayWrite } from './access-tokens.ts'
import { canDeviceAccess } from './devices.ts'
import { readOption } from './gating.ts'
import { boardLevel, merchantsReadBy, merchantTabLevel, merchantTabOf, visibleMerchants } from './merchant-access.ts'
import { navigationFor } from './navigation.ts'
import { personNames, tableRights } from './table-rights.ts'

export type AnyRow = Readonly<Record<string, unknown>>

/** Whether a gate of the contract opens for the actor; null means not signed in (PERM-01, PERM-02). */
export function passesGate(actor: Actor | null, gate: Gate): boolean {
  switch (gate) {
    case 'nobody':
      return false
    case 'public':
      return true
    case 'signedIn':
      return actor !== null
    case 'staff':
      return actor !== null && (actor.role === 1 || (actor.company !== null && actor.company_role !== null))
    case 'editors':
      return passesGate(actor, 'staff') && (passesGate(actor, 'owners') || editsSomething(actor))
    case 'owners':
      return actor !== null && managesCompany(actor)
    case 'platform':
      return actor !== null && actor.role === 1 && actor.device === undefined
  }
}

const editsSomething = (actor: Actor | null): boolean =>
  [...(actor?.merchants.values() ?? [])].some((access) => access.some((level) => level >= 2))

const gateOf = (entity: Entity, action: Action): Gate =>
  action === 'read' ? entity.access.read : ((action === 'update' ? undefined : entity.access[action]) ?? entity.access.write)

/**
 * Whether a table is open to the actor. For owners, the platform and devices its gate decides. Others get the tables
 * that their screens need, and may write owners' tables whose screens were chosen for them (PERM-03, AMB-048).
 */
function isOpen(actor: Actor, action: Action, entity: Entity): boolean {
  const gate = gateOf(entity, action)
  if (gate === 'public' || managesCompany(actor) || actor.device) return passesGate(actor, gate)
  const { reads, writes, parts } = tableRights(actor)
  if (!reads.has(entity.name)) return false
  if (action === 'read') return gate !== 'nobody' && gate !== 'platform'
  // A screen that shows only part of a table does not allow writing it, regardless of other edit rights.
  if (parts.has(entity.name)) return false
  return passesGate(actor, gate) || ((gate === 'owners' || gate === 'editors') && writes.has(entity.name))
}

/** Which rows of an entity the actor sees. The server compiles the filter into queries; `can` applies it to one row. */
export interface RowFilter {
  /** Only rows of this company; null means any. */
  company: { field: string; id: number } | null
  /** Only rows of these merchants; null means any. */
  merchants: { field: string; ids: readonly number[] } | null
  /** Only the actor's own rows; null means any. */
  self: { field: string; id: number } | null
  /** Only administrators who work for this company, and the actor; null means any. */
  membersOf: number | null
  /** Only users named by orders of these merchants; null means any. Can't be checked on a single row. */
  namedByOrdersOf: readonly number[] | null
}

function merchantsFor(actor: Actor, entity: Entity): 'all' | readonly number[] {
  if (entity.name === 'print_job') return visibleMerchants(actor, 'board')
  if (entity.name !== 'order') return visibleMerchants(actor, 'any')
  const board = visibleMerchants(actor, 'board')
  const report = visibleMerchants(actor, 'report')
  return board === 'all' || report === 'all' ? 'all' : [...new Set([...board, ...report])].sort((a, b) => a - b)
}

const reportMerchants = (actor: Actor): readonly number[] => {
  const merchants = visibleMerchants(actor, 'report')
  return merchants === 'all' ? [] : merchants
}

const readsOnlyNames = (actor: Actor, { name }: Entity): boolean => !managesCompany(actor) && tableRights(actor).names.has(name)

/** Filters the rows that the actor may see, in addition to the entity's gate (PERM-05, 09, 13, 15). */
export function visibleRows(actor: Actor, entity: Entity): RowFilter {
  const { rows } = entity.access
  const companyField = entity.name === 'company' ? entity.key : 'company'
  const inCompany = (entity.scope === 'company' || entity.name === 'company') && companyField in entity.fields
  const merchants = rows === 'merchant' || rows === 'ofMerchant' ? merchantsFor(actor, entity) : 'all'
  // Operators see only their own administrator record; colleagues appear by name in records that they created.
  const ownRecord = entity.name === 'admin' && !managesCompany(actor)
  const ownOnly = ownRecord || (rows === 'self' && (entity.scope === 'company' ? !managesCompany(actor) : actor.role !== 1))
  return {
    // Id 0 does not exist: an actor without a company sees no rows.
    company: inCompany && !(actor.role === 1 && actor.company === null) ? { field: companyField, id: actor.company ?? 0 } : null,
    merchants: merchants === 'all' ? null : { field: rows === 'merchant' ? entity.key : 'merchant', ids: merchants },
    membersOf: entity.name === 'admin' && !ownRecord && actor.role !== 1 ? (actor.company ?? 0) : null,
    namedByOrdersOf: readsOnlyNames(actor, entity) ? reportMerchants(actor) : null,
    self: ownOnly ? { field: 'admin' in entity.fields ? 'admin' : entity.key, id: actor.admin_id } : null,
  }
}

const isOwnAdmin = (actor: Actor, entity: Entity, row: AnyRow | undefined): boolean =>
  entity.name === 'admin' && actor.device === undefined && row?.[entity.key] === actor.admin_id

function rowDecision(actor: Actor, action: Action, entity: Entity, row: AnyRow): Decision {
  const { company, merchants, self, membersOf, namedByOrdersOf } = visibleRows(actor, entity)
  if (namedByOrdersOf) return refuse('forbidden')
  const has = (field: string) => row[field] !== undefined && row[field] !== null
  if (company && has(company.field) && row[company.field] !== company.id) return refuse('foreign_company')
  // The key of a row that is being created does not matter.
  if (
    merchants &&
    !(action === 'create' && merchants.field === entity.key) &&
    !merchants.ids.includes(Number(row[merchants.field]))
  )
    return refuse('forbidden')
  if (self && (action !== 'create' || has(self.field)) && row[self.field] !== self.id) return refuse('forbidden')
  // The derived company_role is empty for a user who does not work for the current company.
  if (membersOf !== null && action !== 'create' && !isOwnAdmin(actor, entity, row) && !has('company_role'))
    return refuse('foreign_company')
  if (action === 'read') return allow
  if (entity.name === 'admin' && row['role'] === 1 && actor.role !== 1) return refuse('forbidden')
  if (entity.name === 'order' && boardLevel(actor, Number(row['merchant'])) !== 2) return refuse('view_only')
  // BOARD-31, AMB-094
  if (entity.name === 'order' && action === 'delete' && !managesCompany(actor) && row['admin'] !== actor.admin_id)
    return refuse('forbidden')
  if (entity.name === 'merchant' && action === 'update' && writableFields(actor, entity, row).size === 0)
    return refuse('forbidden')
  return allow
}

/**
 * Whether the actor may perform this action on the entity, or on this row (its current state; for `create`, as it will be).
 * Codes: forbidden, company_required, foreign_company, view_only, and for reads option_required. For writes, gating.ts
 * checks options and limits.
 */
export function can(actor: Actor, action: Action, entity: Entity, row?: AnyRow): Decision {
  const scope = action === 'read' ? tokenMayRead(actor, entity) : tokenMayWrite(actor, entity)
  if (!scope.allowed) return scope
  // All staff choose their own default company (COMP-17).
  if (action === 'update' && isOwnAdmin(actor, entity, row)) return allow
  // A translator changes only texts of the platform (AMB-008).
  if (action === 'update' && entity.name === 'dictionary' && isTranslator(actor)) return allow
  if (!isOpen(actor, action, entity)) return refuse('forbidden')
  if (actor.device && !canDeviceAccess(action, entity)) return refuse('forbidden')
  const option = action === 'read' ? readOption(actor, entity) : allow
  if (!option.allowed) return option
  // A write always specifies one company (DESIGN §3).
  if (action !== 'read' && entity.scope === 'company' && actor.company === null) return refuse('company_required')
  return row === undefined ? allow : rowDecision(actor, action, entity, row)
}

/** Company fields that all its staff need: name, contacts, settings for orders and daily work. */
const companyBasics: ReadonlySet<string> = new Set([
  'company_id',
  'name',
  'description',
  'logo',
  'cover',
  'country',
  'lang',
  'timezone',
  'contact',
  'agreement',
  'revision',
  'service_phone',
  'courier_phone',
  'domain_config',
  'color_scheme',
  'google_maps_key',
  'status',
  'enable',
  'suspended',
  'fee',
  'tips',
  'price_show_decimal',
  'distance_model',
  'approxumate_courier_speed',
  'basic_delivery_time',
  'preliminary_indent_minutes',
  'keep_alive_timeout',
  'sound_play_period',
  'order_reload_timer',
  'order_age_warning',
  'order_age_late',
  'escalate_after',
  'handoff_codes',
])

const colleagueNames: ReadonlySet<string> = new Set(['admin_id', 'login', 'name', 'surname', 'img'])

const gatedFields = (actor: Actor, entity: Entity, isShown: (name: string) => boolean): ReadonlySet<string> =>
  new Set(
    Object.entries(entity.fields)
      .filter(([name, field]) => (field.read === undefined || passesGate(actor, field.read)) && isShown(name))
      .map(([name]) => name),
  )

/** Whether the actor may read a field of this merchant, or without a row of any merchant (PERM-20). */
function readsOfMerchant(actor: Actor, field: string, row: AnyRow | undefined): boolean {
  const merchants = merchantsReadBy(actor, field)
  return merchants === 'all' || (row ? merchants.includes(Number(row['merchant_id'])) : merchants.length > 0)
}

/**
 * The fields that the actor may read, search, sort and sum; without a row, those of at least one row. Never secrets.
 */
export function readableFields(actor: Actor, entity: Entity, row?: AnyRow): ReadonlySet<string> {
  if (!isOpen(actor, 'read', entity)) return new Set()
  if (managesCompany(actor)) return gatedFields(actor, entity, () => true)
  if (entity.name === 'merchant') return gatedFields(actor, entity, (name) => readsOfMerchant(actor, name, row))
  const part = tableRights(actor).parts.get(entity.name)
  if (part) return gatedFields(actor, entity, (name) => part.has(name))
  const isBasic = entity.name === 'company' && !tableRights(actor).writes.has('company')
  return gatedFields(actor, entity, (name) => !isBasic || companyBasics.has(name))
}

/** The readable fields of a user whose table is closed; undefined for tables that do not hold users. */
const nameOf = ({ name }: Entity): ReadonlySet<string> | undefined =>
  ({ ...personNames, admin: colleagueNames })[name as keyof typeof personNames | 'admin']

/** The fields of a referenced row that a visible row may show: names, even if its table is closed (PERM-03). */
export function joinedFields(actor: Actor, entity: Entity): ReadonlySet<string> {
  const { shows, parts } = tableRights(actor)
  const isPart = entity.name === 'admin' || !shows.has(entity.name)
  const basics = entity.name === 'company' ? companyBasics : isPart ? (parts.get(entity.name) ?? nameOf(entity)) : undefined
  return gatedFields(actor, entity, (name) => {
    if (managesCompany(actor)) return true
    // Only users who may read customers may read comments about them (KDS-15).
    if (entity.name === 'user' && name === 'comment')
      return can(actor, 'read', entity).allowed && readableFields(actor, entity).has(name)
    return entity.name === 'merchant' ? name !== 'access' && merchantsReadBy(actor, name) === 'all' : (basics?.has(name) ?? true)
  })
}

/** Like the tables of owners, their fields open to users for whom the screen was chosen (AMB-048). */
function fieldOpen(actor: Actor, { name }: Entity, { kind, readonly, write }: Field): boolean {
  if (kind === 'id' || readonly) return false
  return write === undefined || passesGate(actor, write) || (write === 'owners' && tableRights(actor).writes.has(name))
}

/** Fields that only accept new values, such as passwords, and are never readable. */
const isWriteOnly = ({ kind, read }: Field): boolean => kind === 'secret' || read === 'nobody'

/** The fields opened by access to the row's merchant; without a row, to any merchant. */
function openedByMerchant(actor: Actor, entity: Entity, row: AnyRow | undefined): (field: string) => boolean {
  if (managesCompany(actor) || (entity.name !== 'order' && entity.name !== 'merchant')) return () => true
  const field = entity.name === 'merchant' ? entity.key : 'merchant'
  const ids = row ? [Number(row[field])] : (actor.device?.merchants ?? [...actor.merchants.keys()])
  if (entity.name === 'order') {
    const editable = ids.some((id) => boardLevel(actor, id) === 2)
    return () => editable
  }
  return (name) => {
    const tab = merchantTabOf(name)
    return tab !== undefined && ids.some((id) => merchantTabLevel(actor, id, tab) === 2)
  }
}

/**
 * The fields that the actor may change in this row; without a row, those of at least one row or of a new one. Merchants
 * open by tab (AMB-077), orders by board level 2 (PERM-10). Unreadable fields are not writable, except secrets.
 */
export function writableFields(actor: Actor, entity: Entity, row?: AnyRow): ReadonlySet<string> {
  const none: ReadonlySet<string> = new Set()
  if (!tokenMayWrite(actor, entity).allowed) return none
  if (entity.name === 'dictionary' && actor.role !== 1 && isTranslator(actor))
    return new Set(Object.keys(entity.fields).filter((name) => mayTranslate(actor, name)))
  if (!isOpen(actor, 'update', entity) && (row || !isOpen(actor, 'create', entity)))
    return isOwnAdmin(actor, entity, row) ? new Set(['company']) : none
  if (row && entity.name === 'admin' && !can(actor, 'update', entity, row).allowed) return none
  if (actor.device && !canDeviceAccess('update', entity)) return none
  const merchantOpens = openedByMerchant(actor, entity, row)
  const readable = readableFields(actor, entity, row)
  return new Set(
    Object.entries(entity.fields)
      .filter(
        ([name, field]) => fieldOpen(actor, entity, field) && merchantOpens(name) && (readable.has(name) || isWriteOnly(field)),
      )
      .map(([name]) => name),
  )
}

/** Whether a user other than the platform has the dictionary and at least one language (AMB-008). */
const isTranslator = (actor: Actor): boolean =>
  actor.device === undefined && actor.dictionary_edit.length > 0 && navigationFor(actor).includes('Administrator-Dictionary')

/** Whether the actor may edit this dictionary language; being a platform administrator is not enough (PERM-24). */
export const mayTranslate = (actor: Actor, language: string): boolean =>
  actor.device === undefined && actor.dictionary_edit.some((code) => code.trim().toLowerCase() === language.toLowerCase())

/** The languages that the actor may import. English is the base and is edited only in the row editor (AMB-180). */
export const importLanguages = (actor: Actor): string[] =>
  actor.dictionary_edit.map((code) => code.trim()).filter((code) => code.toLowerCase() !== 'en' && mayTranslate(actor, code))
