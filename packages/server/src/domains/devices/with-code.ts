import { managesCompany } from '@tiffin/core/rules'
import { apiError } from '@tiffin/sdk/contract'
import type { CompanyCall, SessionCall } from '#server/context'
import { addressAttempts, secretAttempts, trySecret } from '#domains/people/secret-attempts'
import { networkOf } from '#sessions/network-of'
import { serializeAttempts } from '#domains/people/sign-in-limits'
import { readCode } from './pairing-code.ts'

/**
 * Runs an action on the device that shows this code, for an owner; null means no device shows it.
 * @throws `forbidden`, `rate_limited`, `pairing_code_unknown`
 */
export function withCode<T>(call: CompanyCall, typed: string, act: (code: string) => Promise<T | null>): Promise<T> {
  if (!managesCompany(call.session.actor)) throw apiError('forbidden')
  return tryCode(call, typed, act)
}

/**
 * Runs an action on the request with this code; it returns null if there is none. Wrong codes are slowed down like wrong passwords.
 * @throws `rate_limited`, `pairing_code_unknown`
 */
export function tryCode<T>(call: SessionCall, typed: string, act: (code: string) => Promise<T | null>): Promise<T> {
  // Guesses are counted per user, regardless of their address. No login ends with a space, so this key can't be one.
  const guesser = `code of ${call.session.admin_id} `
  const counts = [{ ...secretAttempts(guesser, ''), resetOnSuccess: false }, addressAttempts(`codes ${networkOf(call.address)}`)]
  return serializeAttempts({ ...call, address: '' }, guesser, async () => {
    const found = await trySecret(call.db, counts, async () => {
      const code = readCode(typed)
      return (code === null ? null : await act(code)) ?? undefined
    })
    if (found === undefined) throw apiError('pairing_code_unknown')
    return found
  })
}
