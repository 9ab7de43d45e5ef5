import type { Entity, Field, Gate } from '@tiffin/sdk/contract'
import { type Action, type Actor, allow, type Decision, managesCompany, refuse } from './actor.ts'
import { deviceMay } from './devices.ts'
import { boardLevel, merchantTabLevel, merchantTabOf, visibleMerchants } from './merchant-access.ts'

export type AnyRow = Readonly<Record<string, unknown>>

/** Whether a gate of the contract opens for the actor; null is somebody who has not signed in (PERM-01, PERM-02). */
export function passes(actor: Actor | null, gate: Gate): boolean {
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
      return passes(actor, 'staff') && (passes(actor, 'owners') || editsSomething(actor))
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

/** Which rows of an entity the actor meets; the server compiles it into lists, `can` applies it to one row. */
export interface RowFilter {
  /** Only rows of this company; null is any. */
  company: { field: string; id: number } | null
  /** Only rows of these merchants; null is any. */
  merchants: { field: string; ids: readonly number[] } | null
  /** Only the actor's own rows; null is any. */
  self: { field: string; id: number } | null
  /** Only administrators who work for this company, or are the actor; null is any. */
  membersOf: number | null
}

function merchantsFor(actor: Actor, entity: Entity): 'all' | readonly number[] {
  if (entity.name === 'print_job') return visibleMerchants(actor, 'board')
  if (entity.name !== 'order') return visibleMerchants(actor, 'any')
  const board = visibleMerchants(actor, 'board')
  const report = visibleMerchants(actor, 'report')
  return board === 'all' || report === 'all' ? 'all' : [...new Set([...board, ...report])].sort((a, b) => a - b)
}

/** The filter of the rows that the actor may meet, beyond the gate of the entity (PERM-05, 09, 13, 15). */
export function visibleRows(actor: Actor, entity: Entity): RowFilter {
  const { rows } = entity.access
  const companyField = entity.name === 'company' ? entity.key : 'company'
  const inCompany = (entity.scope === 'company' || entity.name === 'company') && companyField in entity.fields
  const merchants = rows === 'merchant' || rows === 'ofMerchant' ? merchantsFor(actor, entity) : 'all'
  const ownOnly = rows === 'self' && (entity.scope === 'company' ? !managesCompany(actor) : actor.role !== 1)
  return {
    // id 0 exists nowhere: somebody without company meets no row of any
    company: inCompany && !(actor.role === 1 && actor.company === null) ? { field: companyField, id: actor.company ?? 0 } : null,
    merchants: merchants === 'all' ? null : { field: rows === 'merchant' ? entity.key : 'merchant', ids: merchants },
    membersOf: entity.name === 'admin' && actor.role !== 1 ? (actor.company ?? 0) : null,
    self: ownOnly ? { field: 'admin' in entity.fields ? 'admin' : entity.key, id: actor.admin_id } : null,
  }
}

const isOwnAdmin = (actor: Actor, entity: Entity, row: AnyRow | undefined): boolean =>
  entity.name === 'admin' && actor.device === undefined && row?.[entity.key] === actor.admin_id

function rowDecision(actor: Actor, action: Action, entity: Entity, row: AnyRow): Decision {
  const { company, merchants, self, membersOf } = visibleRows(actor, entity)
  const has = (field: string) => row[field] !== undefined && row[field] !== null
  if (company && has(company.field) && row[company.field] !== company.id) return refuse('foreign_company')
  // the key of a row that is being made says nothing yet
  if (
    merchants &&
    !(action === 'create' && merchants.field === entity.key) &&
    !merchants.ids.includes(Number(row[merchants.field]))
  )
    return refuse('forbidden')
  if (self && (action !== 'create' || has(self.field)) && row[self.field] !== self.id) return refuse('forbidden')
  // the derived company_role is empty for somebody who does not work for the company acted for
  if (membersOf !== null && action !== 'create' && !isOwnAdmin(actor, entity, row) && !has('company_role'))
    return refuse('foreign_company')
  if (action === 'read') return allow
  if (entity.name === 'admin' && row['role'] === 1 && actor.role !== 1) return refuse('forbidden')
  if (entity.name === 'order') return boardLevel(actor, Number(row['merchant'])) === 2 ? allow : refuse('view_only')
  if (entity.name === 'merchant' && action === 'update' && writableFields(actor, entity, row).size === 0)
    return refuse('forbidden')
  return allow
}

/**
 * Whether the actor may do this to the entity, or to this row of it (as it stands; for `create`, as it shall be).
 * Codes: forbidden, company_required, foreign_company, view_only. Options and limits are in gating.ts.
 */
export function can(actor: Actor, action: Action, entity: Entity, row?: AnyRow): Decision {
  // everybody chooses their own default company (COMP-17)
  if (action === 'update' && isOwnAdmin(actor, entity, row)) return allow
  if (!passes(actor, gateOf(entity, action))) return refuse('forbidden')
  if (actor.device && !deviceMay(action, entity)) return refuse('forbidden')
  // a write always names one company (DESIGN §3)
  if (action !== 'read' && entity.scope === 'company' && actor.company === null) return refuse('company_required')
  return row === undefined ? allow : rowDecision(actor, action, entity, row)
}

/** The fields that may leave the server, and be searched, sorted and summed, for this actor. Secrets never do. */
export const readableFields = (actor: Actor, entity: Entity): ReadonlySet<string> =>
  new Set(
    !passes(actor, entity.access.read)
      ? []
      : Object.entries(entity.fields)
          .filter(([, field]) => field.read === undefined || passes(actor, field.read))
          .map(([name]) => name),
  )

const fieldOpen = (actor: Actor, field: Field): boolean =>
  field.kind !== 'id' && !field.readonly && (field.write === undefined || passes(actor, field.write))

/** Which fields the access to the row's merchant opens; without a row, to any merchant. */
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
 * The fields that the actor may change in this row; without a row, those of some row or of a new one.
 * Merchants open by tab (AMB-077), orders by board level 2 (PERM-10).
 */
export function writableFields(actor: Actor, entity: Entity, row?: AnyRow): ReadonlySet<string> {
  const none: ReadonlySet<string> = new Set()
  if (!passes(actor, entity.access.write) && (row || !passes(actor, gateOf(entity, 'create'))))
    return isOwnAdmin(actor, entity, row) ? new Set(['company']) : none
  if (row && entity.name === 'admin' && !can(actor, 'update', entity, row).allowed) return none
  if (actor.device && !deviceMay('update', entity)) return none
  const merchantOpens = openedByMerchant(actor, entity, row)
  return new Set(
    Object.entries(entity.fields)
      .filter(([name, field]) => fieldOpen(actor, field) && merchantOpens(name))
      .map(([name]) => name),
  )
}

/** Whether the actor may edit this language of the dictionary: being platform administrator is not enough (PERM-24). */
export const mayTranslate = (actor: Actor, language: string): boolean =>
  actor.device === undefined && actor.dictionary_edit.some((code) => code.trim().toLowerCase() === language.toLowerCase())
