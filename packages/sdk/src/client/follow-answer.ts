import type { ErrorCode } from '../contract/errors.ts'
import type { SessionUser } from '../contract/session-user.ts'
import type { Reading } from './read-answer.ts'
import type { Session } from './session.ts'
import type { TransportResult } from './transport.ts'

/** Refusals of any call that mean there is no session any more. */
const endings: ReadonlySet<ErrorCode> = new Set(['session_required', 'session_expired', 'account_blocked'])
/**
 * Codes that leave an `auth.status` of FAIL its meaning; `server_error` is one that this client does not know. Others, such as
 * `client_outdated` or `rate_limited`, refuse the call: a kitchen device must not lose its pairing over them.
 */
const verdicts: ReadonlySet<ErrorCode> = new Set(['bad_credentials', 'server_error'])
/** In these, `auth` refuses what was to be changed and says nothing of the session (API-06, API-07). */
const edits: ReadonlySet<string> = new Set(['Auth.Update', 'Auth.Password'])

interface Auth {
  status?: unknown
  user?: SessionUser
}

/**
 * Follows what an answer says about the session (AUTH-01 to 03, 12). `name` is that of the call, as `Api.method`; a failure
 * of the server or of the way to it ends no session.
 */
export function followAnswer(session: Session, name: string, result: TransportResult, { body, error }: Reading): void {
  const { status, user } = (body?.['auth'] ?? {}) as Auth
  if (error) {
    const judged = result.kind === 'answer' && result.status === 200 && typeof status === 'string' && !edits.has(name)
    const signedOut = judged && status !== 'OK' && status !== 'REG' && verdicts.has(error.code)
    if (signedOut || endings.has(error.code)) session.end(error)
  } else if (name === 'Auth.SignOut') session.end(null)
  else if (status === 'OK' && user) session.store(user)
}
