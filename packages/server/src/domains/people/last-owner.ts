import { apiError, entities } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import type { TouchedRow } from '#engine/change-info'

/** Whether a row belonged to an owner who could sign in, and no longer does. */
function mayRemoveOwner({ entity, action, before, after }: TouchedRow): boolean {
  if (action === 'Create') return false
  if (entity === entities.membership)
    return before?.['company_role'] === 1 && (after?.['company_role'] !== 1 || after['admin'] !== before['admin'])
  return entity === entities.admin && before?.['admin_status'] === 1 && after?.['admin_status'] !== 1
}

/**
 * Ensures that no company loses its last owner who can sign in, however rows were written.
 * @throws `last_owner`
 */
export async function assertOwnerRemains(tx: Tx, company: number, touched: readonly TouchedRow[]): Promise<void> {
  const taken = touched.filter(mayRemoveOwner)
  if (taken.length === 0) return
  const admins = taken.filter(({ entity }) => entity === entities.admin).map(({ key }) => key)
  const ofAdmins = await tx.sql<{ company: number }>(
    `select distinct m.company from unnest($1::bigint[]) a, memberships_of(a) m where m.company_role = 1`,
    [admins],
  )
  const own = taken.some(({ entity }) => entity === entities.membership) ? [company] : []
  const companies = [...new Set([...own, ...ofAdmins.map((row) => row.company)])].toSorted((a, b) => a - b)
  // Serialises two owners who remove each other.
  for (const id of companies) await tx.sql(`select pg_advisory_xact_lock(hashtextextended('owners', $1))`, [id])
  await tx.sql(`select set_config('tiffin.platform', 'on', true)`)
  const [ownerless] = await tx.sql<{ company: number }>(
    `select c.company from unnest($1::bigint[]) c(company) where not exists (
       select from membership m join admin a on a.admin_id = m.admin
       where m.company = c.company and m.company_role = 1 and a.admin_status = 1)`,
    [companies],
  )
  await tx.sql(`select set_config('tiffin.platform', '', true)`)
  if (ownerless) throw apiError('last_owner', { table: taken[0]?.entity.name })
}
