import { managesCompany } from '@tiffin/core/rules'
import { apiError } from '@tiffin/sdk/contract'
import type { CallContext } from '#server/context'
import { failedSignIn, inTurn, signInWait } from '../auth/sign-in-limits.ts'
import { readCode } from './pairing-code.ts'

/** Whose guesses are counted: a person's, wherever they come from; no login has a space at its end. */
export const guesserOf = (call: CallContext) => ({
  anywhere: { ...call, address: '' },
  guesser: `code of ${call.session?.admin_id ?? 0} `,
})

/**
 * Does something about the device that shows this code, for an owner; null says that no device does. Wrong codes are slowed
 * down like wrong passwords. @throws `forbidden`, `company_required`, `rate_limited`, `pairing_code_unknown`
 */
export function withCode<T>(call: CallContext, typed: string, act: (code: string) => Promise<T | null>): Promise<T> {
  if (!call.session || !managesCompany(call.session.actor)) throw apiError('forbidden')
  if (call.company === null) throw apiError('company_required')
  const { anywhere, guesser } = guesserOf(call)
  return inTurn(anywhere, guesser, async () => {
    const wait = await signInWait(anywhere, guesser)
    if (wait > 0) throw apiError('rate_limited', { params: [wait] })
    const code = readCode(typed)
    const found = code === null ? null : await act(code)
    if (found !== null) return found
    await failedSignIn(anywhere, guesser)
    throw apiError('pairing_code_unknown')
  })
}
