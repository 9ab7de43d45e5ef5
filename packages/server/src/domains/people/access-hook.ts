import { entities } from '@tiffin/sdk/contract'
import type { Key } from '#engine/change-info'
import { refuseUsed } from '#engine/find-uses'
import { createRefusals } from '#engine/refusals'
import type { SaveHook } from '#engine/save-hook'

/** Merchants keep the number of a level: with another one, what they grant would have no name. */
export const accessHook: SaveHook = {
  async before(rows, { change, actor }) {
    const renumbered = rows.filter(({ before, set }) => before && 'access' in set)
    // Merchants that come to grant it lock it too: they are seen here, or find it under its new number.
    await change.lock(
      entities.access,
      renumbered.map(({ planned }) => planned.key as Key),
      'for update',
    )
    const refusals = createRefusals()
    await refusals.each(renumbered, ({ planned }) => refuseUsed(change, actor, planned, planned.key as Key))
    refusals.raise()
  },
}
