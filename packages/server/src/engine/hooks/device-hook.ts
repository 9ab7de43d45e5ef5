import type { Device } from '@tiffin/sdk/contract'
import { endDeviceSession } from '#http/device-sessions'
import { refusedRow } from '../save-plan.ts'
import type { SaveHook } from './hook.ts'

/** A device that was revoked is out for good: to come back it is paired anew (KDS-25). */
export const deviceHook: SaveHook = {
  async before(rows) {
    for (const { planned, before, set } of rows)
      if (before?.['revoked'] === 1 && set['revoked'] === 0) throw refusedRow(planned, 'invalid_value', 'revoked')
  },
  async after(rows, { change }) {
    for (const { after } of rows)
      if (after?.['revoked'] === 1) await endDeviceSession(change.tx, (after as unknown as Device).device_id)
  },
}
