import { isApiError } from '@tiffin/sdk/contract'
import type { Database } from '#db/database'
import { addressAttempts, trySecret } from './secret-attempts.ts'
import { networkOf } from '#sessions/network-of'

/**
 * Counts look-ups of unknown access tokens like failed sign-ins. Counted apart from these, and only afterwards: a script with a
 * revoked token delays neither users nor other scripts at its address.
 * @throws what `find` throws, and `rate_limited`
 */
export async function limitUnknownTokens<T>(
  { db, address }: { db: Database; address: string },
  find: () => Promise<T>,
): Promise<T> {
  try {
    return await find()
  } catch (error) {
    if (isApiError(error) && error.code === 'token_revoked')
      await trySecret(db, [{ ...addressAttempts(networkOf(address)), login: ' access token' }], async () => undefined)
    throw error
  }
}
