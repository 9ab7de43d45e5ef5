import { type Client, randomUuid } from '@tiffin/sdk/client'
import type { Calls, Input, SessionUser } from '@tiffin/sdk/contract'

/** The profile fields a user can change. */
type ProfileChange = Input<Calls['Auth']['Update']>['operator'] & { password?: string; current_password?: string }

/** Whether the console must ask for a name at once (AUTH-11). */
export const isMissingName = ({ name, device }: SessionUser): boolean => device === null && name.trim() === ''

/**
 * Saves only the given fields of the signed-in user. A new password needs the current one and ends the user's other
 * sessions (PROF-03, PROF-04). The same password is always sent under one key: if a response is lost it can be saved
 * again, although the current password has already changed. Updates the session store. Rejects with an ApiError.
 */
export function createProfileSave(client: Client): (change: ProfileChange) => Promise<void> {
  let attempt = { content: '', idempotencyKey: '' }
  return async ({ password, current_password: current, ...operator }) => {
    if (password !== undefined) {
      const content = JSON.stringify([password, current])
      if (attempt.content !== content) attempt = { content, idempotencyKey: randomUuid() }
      await client.Auth.Password({ password, current }, { idempotencyKey: attempt.idempotencyKey, retryWrites: true })
    }
    if (Object.keys(operator).length > 0) await client.Auth.Update({ operator })
  }
}
