import { apiError, type Calls, type Parsed } from '@tiffin/sdk/contract'
import { normalizeLogin } from '@tiffin/core/rules'
import type { CallContext, Handler } from '#server/context'
import { rightsVersionOf } from '#sessions/rights-version'
import { hashPassword, verifyPassword } from './password.ts'
import { trySecret } from './secret-attempts.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { serializeAttempts, isKnownDevice, signInCounts } from './sign-in-limits.ts'

interface LoginRow {
  admin_id: number
  password: string
  admin_status: number
  version: number
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
    tx.sql<LoginRow>(
      `select admin_id, password, admin_status, ${rightsVersionOf('admin_id')} as version from admin where login = $1`,
      [normalizeLogin(name)],
    ),
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
  return { auth: await completeSignIn(call, found.admin_id, { ...input, version: found.version }) }
}
