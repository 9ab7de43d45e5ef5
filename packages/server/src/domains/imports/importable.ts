import { type Actor, can, optionDecision } from '@tiffin/core/rules'
import { apiError, type Entity } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import { rulesOf } from '#engine/table-rules'
import { entityOf } from '#engine/view'
import { readCompany } from '#tenant/company-state'

/**
 * The table of an import. Only tables whose changes can be undone are imported (AMB-224).
 * @throws `unknown_table`, `undo_forbidden_kind`, `company_required`
 */
export function importableEntity(table: string, company: number | null): Entity {
  const entity = entityOf(table)
  const { undo, saveUnrecorded } = rulesOf(entity)
  if (entity.storage === 'view' || entity.scope === 'admin' || saveUnrecorded || undo?.isNotUndoable)
    throw apiError('undo_forbidden_kind', { table })
  if (entity.scope === 'company' && company === null) throw apiError('company_required')
  return entity
}

/** Whether the history stores no value of the field, or undo leaves it, so that an import of it could not be undone. */
export const isNotUndoable = (entity: Entity, name: string): boolean =>
  entity.fields[name]?.read === 'nobody' ||
  entity.fields[name]?.kind === 'secret' ||
  rulesOf(entity).undo?.preservedFields?.includes(name) === true

/** @throws `forbidden` and other errors of rights, for the whole table */
export function assertMayImport(actor: Actor, entity: Entity): void {
  const decision = can(actor, 'update', entity)
  if (!decision.allowed && !can(actor, 'create', entity).allowed)
    throw apiError(decision.code, { table: entity.name, params: decision.params })
}

/** @throws `option_required` for the whole table, which a save would repeat for each row */
export async function assertOption(tx: Tx, entity: Entity, company: number): Promise<void> {
  if (entity.scope !== 'company') return
  const decision = optionDecision(await readCompany(tx, company), entity)
  if (!decision.allowed) throw apiError(decision.code, { table: entity.name, params: decision.params })
}
