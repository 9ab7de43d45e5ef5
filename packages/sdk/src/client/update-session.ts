import type { ErrorCode } from '../contract/errors.ts'
import type { SessionUser } from '../contract/session-user.ts'
import type { ParsedResponse } from './parse-response.ts'
import type { Session } from './session.ts'
import type { TransportResult } from './transport.ts'

/** Error codes of any call that mean the session has ended. */
const sessionEndCodes: ReadonlySet<ErrorCode> = new Set([
  'session_required',
  'session_expired',
  'session_locked',
  'account_blocked',
  'token_malformed',
  'token_revoked',
  'token_expired',
])
/**
 * Codes that end the session if `auth.status` is FAIL; `server_error` includes codes that this client does not know.
 * Other codes, such as `client_outdated` or `rate_limited`, only refuse the call: they must not make a kitchen device lose its
 * pairing.
 */
const sessionRefusalCodes: ReadonlySet<ErrorCode> = new Set(['bad_credentials', 'server_error'])
/** In these calls, `auth` refuses the change and doesn't mean that the session has ended (API-06, API-07). */
const ownRecordCalls: ReadonlySet<string> = new Set(['Auth.Update', 'Auth.Password'])

interface Auth {
  status?: unknown
  user?: SessionUser
}

/**
 * Updates the session from a response (AUTH-01 to 03, 12). `name` is the call as `Api.method`. A server or network failure
 * never ends the session.
 */
export function updateSession(session: Session, name: string, result: TransportResult, { body, error }: ParsedResponse): void {
  const { status, user } = (body?.['auth'] ?? {}) as Auth
  if (error) {
    const judged = result.kind === 'answer' && result.status === 200 && typeof status === 'string' && !ownRecordCalls.has(name)
    const signedOut = judged && status !== 'OK' && status !== 'REG' && sessionRefusalCodes.has(error.code)
    if (signedOut || sessionEndCodes.has(error.code)) session.end(error)
    else if (error.code === 'factor_required') requireFactor(session)
  } else if (name === 'Auth.SignOut') session.end(null)
  else if (status === 'OK' && user) session.store(user)
}

/** The company has begun to require a second factor; until it is set up, the server refuses the user's other calls. */
function requireFactor(session: Session): void {
  const user = session.user()
  if (user && user.factor_required !== true) session.store({ ...user, factor_required: true })
}
