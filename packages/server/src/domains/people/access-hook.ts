import { entities } from '@tiffin/sdk/contract'
import type { Key } from '#engine/change-info'
import { assertUnused } from '#engine/find-uses'
import { createRefusals } from '#engine/refusals'
import type { SaveHook } from '#engine/save-hook'

/** Merchants refer to a level by number; a changed number would leave their grants without a name. */
export const accessHook: SaveHook = {
  async before(rows, { change, actor }) {
    const renumbered = rows.filter(({ before, set }) => before && 'access' in set)
    // Merchants that start granting it lock it too: either this query finds them, or they find its new number.
    await change.lock(
      entities.access,
      renumbered.map(({ planned }) => planned.key as Key),
      'for update',
    )
    const refusals = createRefusals()
    await refusals.each(renumbered, ({ planned }) => assertUnused(change, actor, planned, planned.key as Key))
    refusals.raise()
  },
}
