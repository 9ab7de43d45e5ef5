import { type Client, newKey } from '@tiffin/sdk/client'
import type { Calls, Input, SessionUser } from '@tiffin/sdk/contract'

/** What people change of themselves. */
type ProfileChange = Input<Calls['Auth']['Update']>['operator'] & { password?: string; current_password?: string }

/** Whether the console asks for a name at once (AUTH-11). */
export const lacksName = ({ name, device }: SessionUser): boolean => device === null && name.trim() === ''

/**
 * Saves the given fields of the signed-in person, and no others; a new password needs the current one and ends their other
 * sessions (PROF-03, PROF-04). The same password is sent under one key, so that it can be saved again after an answer was lost,
 * when the current one is no longer current. The session store has the person as they are then. Rejects with an ApiError.
 */
export function createProfileSave(client: Client): (change: ProfileChange) => Promise<void> {
  let attempt = { content: '', idempotencyKey: '' }
  return async ({ password, current_password: current, ...operator }) => {
    if (password !== undefined) {
      const content = JSON.stringify([password, current])
      if (attempt.content !== content) attempt = { content, idempotencyKey: newKey() }
      await client.Auth.Password({ password, current }, { idempotencyKey: attempt.idempotencyKey, retryWrites: true })
    }
    if (Object.keys(operator).length > 0) await client.Auth.Update({ operator })
  }
}
