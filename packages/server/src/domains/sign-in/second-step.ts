import type { Calls } from '@tiffin/sdk/contract'
import type { CallContext, Handler } from '#server/context'
import { countGuess, endStep, readStep } from '#domains/factors/factors'
import { checkPasskey, requestOptions } from '#domains/factors/passkeys'
import { startSession } from '#domains/people/complete-sign-in'
import { addressAttempts, trySecret } from '#domains/people/secret-attempts'
import { consumeHourlyLimit } from '#limits/rate-limit'
import { networkOf } from '#sessions/network-of'
import { assertActive } from './assert-active.ts'
import { checkCode } from './factor-codes.ts'

/** Each is a row for some minutes. */
const MAX_HOURLY_QUESTIONS = 300

/** Completes a sign-in that was refused with `second_factor`. */
export const secondFactor: Handler<Calls['Auth']['SecondFactor']> = async ({ challenge, code, passkey, ...options }, call) => {
  const admin = await call.db.read({ global: true }, (tx) => readStep(tx, challenge, call.now()))
  await call.db.write({ global: true }, (tx) => countGuess(tx, challenge))
  if (passkey) await checkPasskey(call, { purpose: 'second_step', admin }, passkey)
  else await checkCode(call, admin, code)
  await assertActive(call, admin)
  await call.db.write({ global: true }, (tx) => endStep(tx, challenge))
  return { auth: await startSession(call, admin, options) }
}

export const passkeyOptions: Handler<Calls['Auth']['PasskeyOptions']> = async ({ challenge }, call) => {
  await countChallenge(call)
  const admin = challenge === undefined ? null : await call.db.read({ global: true }, (tx) => readStep(tx, challenge, call.now()))
  const options = await requestOptions(call, { purpose: admin === null ? 'sign_in' : 'second_step', admin })
  return { data: { options: { ...options } } }
}

export const confirmOptions: Handler<Calls['Factor']['passkeyOptions']> = async (_input, call) => {
  await countChallenge(call)
  const options = await requestOptions(call, { purpose: 'confirm', admin: call.session.admin_id })
  return { data: { options: { ...options } } }
}

const countChallenge = ({ db, address }: CallContext): Promise<void> =>
  consumeHourlyLimit(db, 'passkey questions', networkOf(address), MAX_HOURLY_QUESTIONS)

/** A passkey that has verified its user is two factors: the device, and the PIN or fingerprint that unlocks it. */
export const passkeySignIn: Handler<Calls['Auth']['Passkey']> = async ({ passkey, ...options }, call) => {
  const counts = [addressAttempts(`passkeys ${networkOf(call.address)}`)]
  let refusal: unknown
  const admin = await trySecret(call.db, counts, () =>
    checkPasskey(call, { purpose: 'sign_in', admin: null }, passkey).catch((error: unknown) => void (refusal = error)),
  )
  if (admin === undefined) throw refusal
  await assertActive(call, admin)
  return { auth: await startSession(call, admin, options) }
}
