import { apiError, type Calls } from '@tiffin/sdk/contract'
import type { Handler, SessionCall } from '#server/context'
import { changeInfo } from '#engine/change-of-call'
import { draftKeyOf } from './draft-key.ts'
import { checkOwnPassword } from './own-password.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { tokenFor } from './session.ts'
import { presentUser } from './session-user.ts'

/** Wrong PINs after which a session ends (AMB-247). */
const MAX_WRONG = 5

/**
 * Creates the user's PIN, and locks and unlocks their session with it (NAV-09, NAV-10). While it is locked, the server refuses its
 * calls and sockets.
 */
export const pin: Handler<Calls['Auth']['Pin']> = async (input, call) => {
  if (call.session.device || call.session.token) throw apiError('forbidden')
  if (input.action === 'lock') return lock(call)
  if (input.pin === undefined) throw apiError('required', { field: 'pin', params: ['pin'] })
  if (input.action === 'create') return create(call, input.pin, input.current)
  return unlock(call, input.pin)
}

/** Otherwise someone at an open session could set a PIN and come back with it. */
async function create(call: SessionCall, typed: string, current: string | undefined) {
  if (await isLocked(call)) throw apiError('session_locked')
  await checkOwnPassword(call, { ...changeInfo(call), company: 0 }, current, { field: 'current' })
  const hash = await hashPassword(typed)
  await call.db.write({ global: true }, (tx) =>
    tx.sql(
      `insert into admin_pin (admin, pin_hash) values ($1, $2)
       on conflict (admin) do update set pin_hash = excluded.pin_hash, created = now()`,
      [call.session.admin_id, hash],
    ),
  )
  return { auth: { status: 'OK' as const } }
}

async function hasPin({ db, session }: SessionCall): Promise<boolean> {
  const rows = await db.read({ global: true }, (tx) => tx.sql('select from admin_pin where admin = $1', [session.admin_id]))
  return rows.length > 0
}

async function isLocked({ db, session }: SessionCall): Promise<boolean> {
  const rows = await db.read({ global: true }, (tx) =>
    tx.sql('select from session where session_id = $1 and locked is not null', [session.session_id]),
  )
  return rows.length > 0
}

async function lock({ db, session, sessions }: SessionCall) {
  const locked = await db.write({ global: true }, (tx) =>
    tx.sql(
      `update session set locked = coalesce(locked, now())
       where session_id = $1 and exists (select from admin_pin p where p.admin = session.admin) returning session_id`,
      [session.session_id],
    ),
  )
  if (locked.length === 0) throw apiError('pin_missing')
  sessions.forget()
  return { auth: { status: 'OK' as const } }
}

/** Attempts are counted before they are compared, so that parallel ones can't exceed five. */
async function unlock(call: SessionCall, typed: string) {
  const { db, session, sessions } = call
  if (!(await hasPin(call))) throw apiError('pin_missing')
  const [row] = await db.write({ global: true }, (tx) =>
    tx.sql<{ pin_hash: string; failures: number }>(
      `update session s set pin_failures = pin_failures + 1 from admin_pin p
       where s.session_id = $1 and p.admin = s.admin and s.pin_failures < ${MAX_WRONG}
       returning p.pin_hash, s.pin_failures as failures`,
      [session.session_id],
    ),
  )
  if (!row || !(await verifyPassword(typed, row.pin_hash))) {
    const left = row ? MAX_WRONG - row.failures : 0
    if (left > 0) throw apiError('pin_wrong', { params: [left] })
    await sessions.end(session, false)
    throw apiError('session_expired')
  }
  await db.write({ global: true }, (tx) =>
    tx.sql('update session set locked = null, pin_failures = 0 where session_id = $1', [session.session_id]),
  )
  sessions.forget()
  const user = await presentUser(call, session, tokenFor(call))
  return { auth: { status: 'OK' as const, user: { ...user, ...(await draftKeyOf(call, session)) } } }
}
