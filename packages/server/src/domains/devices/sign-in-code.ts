import type { Calls } from '@tiffin/sdk/contract'
import type { CallContext, Handler } from '#server/context'
import { showCode } from './pairing-code.ts'
import { startCode } from './start-code.ts'
import { tryCode } from './with-code.ts'
import { changeInfo } from '#engine/change-of-call'
import { checkOwnPassword } from '#domains/people/own-password'
import { startSession } from '#domains/people/complete-sign-in'
import { hashSecret } from '#sessions/credentials'
import { assertActive } from '#domains/sign-in/assert-active'

/** A program asks for a code, or whether its user has approved it. */
export const signInCode: Handler<Calls['Auth']['SignInCode']> = async ({ name, secret, device }, call) => {
  if (secret === undefined) {
    const started = await startCode(call, 'sign_in_code', name ?? call.app.name)
    const page = `${call.publicUrl().replace(/\/$/, '')}/approve?code=${started.code}`
    return { data: { status: 'OK', state: 'waiting', ...started, page } }
  }
  const admin = await redeem(call, secret)
  if (admin === undefined) return { data: { status: 'OK', state: 'expired' } }
  if (admin === null) return { data: { status: 'OK', state: 'waiting' } }
  await assertActive(call, admin)
  // The session that approved it has shown the second factor.
  const auth = await startSession(call, admin, { keep: 'bearer', remember: true, device })
  return { data: { status: 'OK', state: 'approved' }, auth }
}

/** The user who approved the code, only once; null while it waits, undefined for a code that is unknown, rejected or expired. */
const redeem = ({ db }: CallContext, secret: string): Promise<number | null | undefined> =>
  db.write({ global: true }, async (tx) => {
    const values = [hashSecret(secret)]
    const [approved] = await tx.sql<{ admin: number }>(
      'delete from sign_in_code where secret_hash = $1 and expires > now() and admin is not null returning admin',
      values,
    )
    if (approved) return approved.admin
    const waiting = await tx.sql('select from sign_in_code where secret_hash = $1 and expires > now()', values)
    return waiting.length > 0 ? null : undefined
  })

const IS_OPEN = 'code = $1 and expires > now() and admin is null'

export const pendingSignIn: Handler<Calls['Auth']['PendingSignIn']> = ({ code: typed }, call) =>
  tryCode(call, typed, async (code) => {
    const [found] = await call.db.read({ global: true }, (tx) =>
      tx.sql<{ name: string; network: string }>(`select name, address as network from sign_in_code where ${IS_OPEN}`, [code]),
    )
    return found ? { data: { status: 'OK' as const, code: showCode(code), ...found } } : null
  })

export const answerSignIn: Handler<Calls['Auth']['AnswerSignIn']> = async ({ code: typed, approve, current }, call) => {
  if (approve && call.session.cookie)
    await checkOwnPassword(call, { ...changeInfo(call), idempotency: undefined }, current, { field: 'current' })
  return tryCode(call, typed, async (code) => {
    const answered = await call.db.write({ global: true }, (tx) =>
      approve
        ? tx.sql(`update sign_in_code set admin = $2 where ${IS_OPEN} returning code`, [code, call.session.admin_id])
        : tx.sql(`delete from sign_in_code where ${IS_OPEN} returning code`, [code]),
    )
    return answered.length > 0 ? { data: { status: 'OK' as const } } : null
  })
}
