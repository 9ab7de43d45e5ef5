import { normalizeLogin } from '@tiffin/core/rules'
import { apiError, type ErrorDetails } from '@tiffin/sdk/contract'
import { wasApplied } from '#engine/change'
import type { ChangeInfo } from '#engine/change-info'
import { verifyPassword } from './password.ts'
import { secretAttempts, trySecret } from './secret-attempts.ts'
import type { SessionCall } from '#server/context'

/**
 * Changing one's own password requires the current one, because someone else may be using an open session. Wrong ones
 * slow down only the session, so that no one can lock out its owner. If a request is repeated after its answer was
 * lost, its password is no longer current but was checked the first time.
 * @throws `current_password_required`, `wrong_password`, `rate_limited`
 */
export async function checkOwnPassword(
  call: Pick<SessionCall, 'db' | 'session'>,
  info: ChangeInfo,
  current: unknown,
  place: Pick<ErrorDetails, 'table' | 'row' | 'field'>,
): Promise<void> {
  const { session } = call
  if (await wasApplied(call.db, info)) return
  if (typeof current !== 'string' || current === '') throw apiError('current_password_required', place)
  const [own] = await call.db.read({ global: true }, (tx) =>
    tx.sql<{ login: string; password: string }>('select login, password from admin where admin_id = $1', [session.admin_id]),
  )
  if (!own) throw apiError('not_found')
  const counts = [secretAttempts(normalizeLogin(own.login), `session ${session.session_id}`)]
  const isCorrect = await trySecret(call.db, counts, async () => (await verifyPassword(current, own.password)) || undefined)
  if (!isCorrect) throw apiError('wrong_password', place)
}
