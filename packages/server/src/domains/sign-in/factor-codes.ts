import { apiError, normalizeDigits } from '@tiffin/sdk/contract'
import type { CallContext } from '#server/context'
import { takeRecoveryCode } from '#domains/factors/recovery-codes'
import { sendNotice } from '#domains/factors/notices'
import { takeTotp } from '#domains/factors/totp'
import { type AttemptCount, trySecret } from '#domains/people/secret-attempts'

/** Limit on wrong codes for a user, from all addresses together: an attacker at this step knows the password. */
const guesses = (admin: number): AttemptCount => ({
  // No login ends with a space.
  login: `factor ${admin} `,
  address: '',
  free: 5,
  longestSeconds: 900,
  forgetSeconds: 900,
  resetOnSuccess: true,
})

/** A code as typed or pasted, perhaps in Arabic digits. */
export const plainCode = (typed: string): string => normalizeDigits(typed).replaceAll(/[\s\p{Bidi_Control}]/gu, '')

/**
 * Uses up a code of the person's authenticator app, or a recovery code.
 * @throws `code_required`, `code_wrong`, `rate_limited`
 */
export async function checkCode(call: CallContext, admin: number, typed: string | undefined): Promise<void> {
  const code = plainCode(typed ?? '')
  if (code === '') throw apiError('code_required', { field: 'code' })
  const now = call.now()
  const right = await trySecret(call.db, [guesses(admin)], async () => {
    const taken = await call.db.write({ global: true }, async (tx) => {
      if (/^\d{6}$/.test(code)) {
        const isRight = await takeTotp(tx, { now, secretBox: call.secretBox }, { admin, code, confirmed: true })
        if (isRight) await tx.sql(`update second_factor set last_used = $2 where admin = $1 and kind = 'totp'`, [admin, now])
        return isRight
      }
      if (!(await takeRecoveryCode(tx, { admin, code, now }))) return false
      await sendNotice(tx, call, admin, 'recovery_used')
      return true
    })
    return taken || undefined
  })
  if (right === undefined) throw apiError('code_wrong', { field: 'code' })
}
