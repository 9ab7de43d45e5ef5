import { apiError, type Calls, type Parsed } from '@tiffin/sdk/contract'
import { normalizeLogin } from '@tiffin/core/rules'
import type { CallContext, Handler } from '#server/context'
import { hashPassword, verifyPassword } from './password.ts'
import { trySecret } from './secret-attempts.ts'
import { tokenOfCookie } from '#sessions/credentials'
import { presentUser } from './session-user.ts'
import { draftKeyOf } from './draft-key.ts'
import { serializeAttempts, isKnownDevice, rememberDevice, signInCounts } from './sign-in-limits.ts'
import { keepAliveOf } from './keep-alive.ts'

interface LoginRow {
  admin_id: number
  password: string
  admin_status: number
}

/** Compared for unknown logins, so that they take as long as known ones. */
const dummyHash = hashPassword('nobody')

/**
 * The user with this login and password.
 * @throws `rate_limited`, `bad_credentials`, `account_blocked`
 */
async function verifyLogin(
  { login: name, password, device }: Parsed<Calls['Auth']['Login']>,
  call: CallContext,
): Promise<LoginRow> {
  const [found] = await call.db.read({ global: true }, (tx) =>
    tx.sql<LoginRow>('select admin_id, password, admin_status from admin where login = $1', [normalizeLogin(name)]),
  )
  const isKnown = found !== undefined && device !== undefined && (await isKnownDevice(call, found.admin_id, device))
  const person = await trySecret(call.db, signInCounts(call, name, isKnown ? device : undefined), async () => {
    const right = await verifyPassword(password, found?.password ?? (await dummyHash))
    return right ? found : undefined
  })
  if (!person) throw apiError('bad_credentials')
  if (person.admin_status !== 1) throw apiError('account_blocked')
  return person
}

/** Signs in with login and password (AMB-027), slowed down after failures with this login or from this address. */
export const login: Handler<Calls['Auth']['Login']> = async (input, call) => {
  const found = await serializeAttempts(call, input.login, () => verifyLogin(input, call))
  if (input.device !== undefined) await rememberDevice(call, found.admin_id, input.device)
  const cookie = input.keep === 'cookie'
  const secret = await call.sessions.start(found.admin_id, {
    cookie,
    remember: input.remember,
    app: `${call.app.name} ${call.app.version}`,
    address: call.address,
    keepAlive: await keepAliveOf(call, found.admin_id),
  })
  if (cookie) call.reply.setSession(secret, { remember: input.remember })
  const { session } = await call.sessions.find(secret, undefined)
  const user = await presentUser(call, session, cookie ? tokenOfCookie(secret) : secret)
  return { auth: { status: 'OK', user: { ...user, ...(await draftKeyOf(call, session)) } } }
}
