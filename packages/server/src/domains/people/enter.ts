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
export interface EnterOptions {
  keep: 'cookie' | 'bearer'
  remember: boolean
  device?: string | undefined
  /** Of the rights that the person had when they showed who they are. */
  version?: number
}

type Auth = z.output<typeof authSchema>

/**
 * Signs in a person whom a door has identified, such as by password, link or phone. Every door ends here, so this is where a second
 * factor is asked for.
 * @throws `second_factor`
 */
export async function enter(call: CallContext, admin: number, options: EnterOptions): Promise<Auth> {
  await assertNoSecondFactor(call.db, admin, call.now())
  return startSession(call, admin, options)
}

/** Starts the session of a person who has shown all that is asked for. */
export async function startSession(call: CallContext, admin: number, options: EnterOptions): Promise<Auth> {
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
