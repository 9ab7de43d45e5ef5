import type { Device } from '@tiffin/sdk/contract'
import { endDeviceSession } from '#sessions/device-sessions'
import { createRefusals } from '#engine/refusals'
import { refusedRow } from '#engine/save-plan'
import type { SaveHook } from '#engine/save-hook'

/** A revoked device can't be restored, only paired again (KDS-25). */
export const deviceHook: SaveHook = {
  async before(rows) {
    const refusals = createRefusals()
    await refusals.each(rows, ({ planned, before, set }) => {
      if (before?.['revoked'] === 1 && set['revoked'] === 0) throw refusedRow(planned, 'invalid_value', 'revoked')
    })
    refusals.raise()
  },
  async after(rows, { change }) {
    for (const { after } of rows)
      if (after?.['revoked'] === 1) await endDeviceSession(change.tx, (after as unknown as Device).device_id)
  },
}
