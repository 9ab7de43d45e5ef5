import type { Actor } from '@tiffin/core/rules'
import { entities } from '@tiffin/sdk/contract'
import type { Change } from '#engine/change-info'
import type { RowToRemove } from '#engine/planned-row'
import { findUses, throwInUse } from '#engine/find-uses'
import type { Refusals } from '#engine/refusals'
import { refusedRow } from '#engine/save-plan'

/**
 * Deletes the memberships of a change's company, found by a column. The user may work elsewhere and stays in the
 * history: only the membership is deleted, and with it their selection of this company for the next sign-in. The feed notifies
 * their open boards and cached sessions.
 */
export const leaveCompany =
  (column: 'admin' | 'membership_id') =>
  async (change: Change, rows: RowToRemove[], { actor, refusals }: { actor: Actor; refusals: Refusals }): Promise<void> => {
    await refusals.each(rows, (row) => removeMembership(change, actor, row, column))
  }

async function removeMembership(
  change: Change,
  actor: Actor,
  row: RowToRemove,
  column: 'admin' | 'membership_id',
): Promise<void> {
  const { company } = change.info
  const [found] = await change.tx.sql<{ membership_id: number; admin: number }>(
    `select membership_id, admin from membership where company = $1 and ${column} = $2`,
    [company, row.key],
  )
  if (!found) throw refusedRow(row, 'not_found')
  const named = await findUses(change, actor, entities.admin, [found.admin], { onlyOwn: true })
  throwInUse(
    row,
    named.get(found.admin)?.filter(({ table }) => table === 'merchant'),
  )
  const person = (await change.lock(entities.admin, [found.admin])).get(found.admin)
  if (person?.['company'] === company) await change.update(entities.admin, [{ key: found.admin, set: { company: null } }])
  await change.lock(entities.membership, [found.membership_id])
  await change.remove(entities.membership, [found.membership_id])
}
