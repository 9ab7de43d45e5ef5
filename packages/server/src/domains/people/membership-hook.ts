import { canUseRoute, isAdministratorRoute, isSiteLink, limitDecision } from '@tiffin/core/rules'
import { entities } from '@tiffin/sdk/contract'
import { countRows } from '#engine/count-rows'
import { refusedRow } from '#engine/save-plan'
import { createRefusals } from '#engine/refusals'
import type { HookContext, SavedRow, SaveHook } from '#engine/save-hook'
import { hasOwnAccount } from './own-account.ts'

/**
 * Owners grant routes of the company area, and only to operators; the platform grants any that the user can use (AMB-008,
 * AMB-048). Routes granted earlier may be kept and removed. Links to other sites need no right (NAV-63).
 */
export const membershipHook: SaveHook = {
  async before(rows, context) {
    const refusals = createRefusals()
    await refusals.each(rows, async (row) => {
      await assertMayReturn(row, context)
      await assertRoutesAllowed(row, context)
    })
    refusals.raise()
    await assertWithinLimit(rows, context)
  },
}

/** Undo adds memberships without adding people, whose limit the engine checks. */
async function assertWithinLimit(rows: SavedRow[], { change, company }: HookContext): Promise<void> {
  const created = rows.filter(({ before }) => before === null)
  if (created.length === 0) return
  const count = await countRows(change, entities.admin)
  for (const [index, { planned }] of created.entries()) {
    const decision = limitDecision(company, 'limit_admin', count + index)
    if (!decision.allowed) throw refusedRow(planned, decision.code, undefined, decision.params)
  }
}

/**
 * Undo restores a former colleague only if the company created their account. Others are invited again: an owner
 * could otherwise take over the account of someone who has left.
 */
async function assertMayReturn({ planned, before, set }: SavedRow, { change, actor }: HookContext): Promise<void> {
  if (before !== null || !planned.isHistory || actor.role === 1) return
  const admin = Number(set['admin'])
  const elsewhere = await change.tx.sql('select from memberships_of($1) where company <> $2', [admin, change.info.company])
  if (elsewhere.length > 0 || (await hasOwnAccount(change.tx, admin))) throw refusedRow(planned, 'bad_reference', 'admin')
}

async function assertRoutesAllowed({ planned, before, set }: SavedRow, { change, actor }: HookContext): Promise<void> {
  if (set['navigation'] === undefined) return
  const previous = (before?.['navigation'] ?? []) as string[]
  const added = (set['navigation'] as string[]).filter((route) => !previous.includes(route) && !isSiteLink(route))
  if (added.length === 0) return
  const { admin, company_role } = { company_role: 2, ...before, ...set } as { admin: number; company_role: 1 | 2 }
  const [person] = await change.tx.sql<{ role: 1 | 2 }>('select role::int as role from admin where admin_id = $1', [admin])
  const byOwner = (route: string): boolean => company_role === 2 && !isAdministratorRoute(route)
  const refused = added.find(
    (route) => !canUseRoute({ role: person?.role ?? 2, company_role }, route) || (actor.role !== 1 && !byOwner(route)),
  )
  if (refused !== undefined) throw refusedRow(planned, 'route_not_allowed', 'navigation', [refused])
}
