import { apiError, type Calls } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'
import { completeSignIn } from '#domains/people/complete-sign-in'
import { addressAttempts, loginAttempts, secretAttempts, trySecret } from '#domains/people/secret-attempts'
import { networkOf } from '#sessions/network-of'
import { assertActive } from './assert-active.ts'
import { redeemCode } from './codes.ts'
import { receiveRequest } from './requests.ts'

/** Signs in by phone with a code (NAV-11, AMB-247). An unknown number gets the same answers. */
export const phone: Handler<Calls['Auth']['Phone']> = async ({ code, lang = '', ...input }, call) => {
  if (code === undefined) {
    await receiveRequest(call, { kind: 'phone', phone: input.phone, lang: lang || call.lang })
    return { auth: { status: 'OK' } }
  }
  const network = networkOf(call.address)
  // No login ends with a space, so these counters are not those of a login.
  const name = `phone ${input.phone} `
  const counts = [secretAttempts(name, network), addressAttempts(`codes ${network}`), loginAttempts(name)]
  const admin = await trySecret(call.db, counts, () =>
    call.db.write({ global: true }, (tx) => redeemCode(tx, { contact: input.phone, purpose: 'sign_in' }, code)),
  )
  if (admin === undefined) throw apiError('code_wrong')
  await assertActive(call, admin)
  return { auth: await completeSignIn(call, admin, input) }
}
