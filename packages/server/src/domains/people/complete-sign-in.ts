import type { authSchema } from '@tiffin/sdk/contract'
import type { z } from 'zod'
import type { CallContext } from '#server/context'
import { tokenOfCookie } from '#sessions/credentials'
import { assertNoSecondFactor } from '#domains/factors/factors'
import { draftKeyOf } from './draft-key.ts'
import { keepAliveOf } from './keep-alive.ts'
import { presentUser } from './session-user.ts'
import { rememberDevice } from './sign-in-limits.ts'

/** How the front-end keeps the session. */
export interface SignInOptions {
  keep: 'cookie' | 'bearer'
  remember: boolean
  device?: string | undefined
  /** Version of the user's rights when they were identified. */
  version?: number
}

type Auth = z.output<typeof authSchema>

/**
 * Signs in a user who was identified, such as by password, link or phone. Every way to sign in ends here, so a second factor is
 * always asked for.
 * @throws `second_factor`
 */
export async function completeSignIn(call: CallContext, admin: number, options: SignInOptions): Promise<Auth> {
  await assertNoSecondFactor(call.db, admin, call.now())
  return startSession(call, admin, options)
}

/** Starts the session of a user who has passed all steps. */
export async function startSession(call: CallContext, admin: number, options: SignInOptions): Promise<Auth> {
  const { remember, device } = options
  if (device !== undefined) await rememberDevice(call, admin, device)
  const cookie = options.keep === 'cookie'
  const secret = await call.sessions.start(admin, {
    cookie,
    remember,
    app: `${call.app.name} ${call.app.version}`,
    address: call.address,
    keepAlive: await keepAliveOf(call, admin),
    version: options.version,
  })
  if (cookie) call.reply.setSession(secret, { remember })
  const { session } = await call.sessions.find(secret, undefined, { factorless: true })
  const user = await presentUser(call, session, cookie ? tokenOfCookie(secret) : secret)
  return { status: 'OK', user: { ...user, ...(await draftKeyOf(call, session)) } }
}
