import { type Client, randomUuid } from '@tiffin/sdk/client'
import type { Calls, Input, SessionUser } from '@tiffin/sdk/contract'
import { contactFields } from '#rules/index'

/** The profile fields a user can change. */
type ProfileChange = Input<Calls['Auth']['Update']>['operator'] & { password?: string; current_password?: string }

/** Whether the change needs the current password. */
const changesContact = (change: object): boolean => contactFields.some((name) => name in change)

/** Whether the console must ask for a name at once (AUTH-11). */
export const isMissingName = ({ name, device }: SessionUser): boolean => device === null && name.trim() === ''

/**
 * Saves only the given fields of the signed-in user. A new password needs the current one and ends the user's other
 * sessions (PROF-03, PROF-04); other contacts need it too. The same password is always sent under one key: if a response is
 * lost it can be saved again, although the current password has already changed. Updates the session store. Rejects with an
 * ApiError. Returns the number of passkeys that still open the account after a new password.
 */
export function createProfileSave(client: Client): (change: ProfileChange) => Promise<number> {
  let attempt = { content: '', idempotencyKey: '' }
  return async ({ password, current_password: current, ...operator }) => {
    let passkeys = 0
    if (password !== undefined) {
      const content = JSON.stringify([password, current])
      if (attempt.content !== content) attempt = { content, idempotencyKey: randomUuid() }
      const options = { idempotencyKey: attempt.idempotencyKey, retryWrites: true }
      passkeys = (await client.Auth.Password({ password, current }, options)).data.passkeys
    }
    if (Object.keys(operator).length > 0) {
      const proof = changesContact(operator) ? { current: password ?? current } : {}
      await client.Auth.Update({ operator, ...proof })
    }
    return passkeys
  }
}
