import type { Client } from '@tiffin/sdk/client'
import type { Calls, Input, SessionUser } from '@tiffin/sdk/contract'

/** What people change of themselves. */
type ProfileChange = Input<Calls['Auth']['Update']>['operator'] & { password?: string }

/** Whether the console asks for a name at once (AUTH-11). */
export const lacksName = ({ name, device }: SessionUser): boolean => device === null && name.trim() === ''

/**
 * Saves the given fields of the signed-in person, and no others; a new password ends their other sessions (PROF-03,
 * PROF-04). The session store has the person as they are then. Rejects with an ApiError.
 */
export async function saveProfile(client: Client, { password, ...operator }: ProfileChange): Promise<void> {
  if (password !== undefined) await client.Auth.Password({ password })
  if (Object.keys(operator).length > 0) await client.Auth.Update({ operator })
}
