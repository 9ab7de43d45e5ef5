import { apiError, type Calls } from '@tiffin/sdk/contract'
import { contactFields, gradePassword, navigationFor } from '@tiffin/core/rules'
import type { CallContext, Handler, SessionCall } from '#server/context'
import { countPasskeys } from '#domains/factors/passkeys'
import { entities, type Entity } from '@tiffin/sdk/contract'
import { makeChange } from '#engine/change'
import type { Change, WireRow } from '#engine/change-info'
import { checkContent } from '#engine/check-content'
import { sealOwnSettings } from './own-settings.ts'
import { settingsText } from './check-settings.ts'
import { hashPassword } from './password.ts'
import { checkValue } from '#engine/save-plan'
import { tokenOfCookie } from '#sessions/credentials'
import { endOtherSessions } from '#sessions/sessions'
import { presentUser } from './session-user.ts'
import { changeInfo } from '#engine/change-of-call'
import { draftKeyOf } from './draft-key.ts'
import { keepAliveOf } from './keep-alive.ts'
import { checkOwnPassword } from './own-password.ts'
import { endTokens } from './end-tokens.ts'

/** Returns the user and token of the session; user input extends the session (AUTH-08, API-09). */
export const checkAuth: Handler<Calls['Auth']['checkAuth']> = async (input, call) => {
  if (!isSignedIn(call)) throw apiError('session_required')
  if (input.active) await call.sessions.extend(call.session, await keepAliveOf(call, call.session.admin_id))
  const user = await presentUser(call, call.session, tokenFor(call))
  return { auth: { status: 'OK', user: { ...user, ...(await draftKeyOf(call, call.session)) } } }
}

/**
 * Ends the session; it is not an error if there is none (AUTH-12, API-08). The cookie is kept because it is worthless
 * now: an answer that deletes it might arrive after a sign-in in another tab and delete that cookie.
 */
export const signOut: Handler<Calls['Auth']['SignOut']> = async (input, call) => {
  if (isSignedIn(call)) {
    if (call.session.device) await leave(call, call.session.device.device_id)
    await call.sessions.end(call.session, input.everywhere)
  }
  return { auth: { status: 'OK' } }
}

/**
 * Changes the user's own record; another admin_id is ignored and another login refused (API-05, AMB-007). Contacts need the
 * current password, because they can reset it.
 */
export const update: Handler<Calls['Auth']['Update']> = async ({ operator, current }, call) => {
  const { session } = call
  const admin: Entity = entities.admin
  const place = { field: 'current' }
  const isProven = current !== undefined && contactFields.some((name) => operator[name] !== undefined)
  if (isProven) await checkOwnPassword(call, ownChange(call), current, place)
  const { login, admin_id: _ignored, dictionary_edit, settings, ...plain } = operator
  const planned = { entity: admin, index: 0, isHistory: false }
  await makeChange(call.db, call.feed, ownChange(call), async (change) => {
    const row = (await change.lock(admin, [session.admin_id])).get(session.admin_id)
    if (!row) throw apiError('not_found')
    if (login !== undefined && login !== row['login']) throw apiError('forbidden', { field: 'login' })
    const changed = Object.entries(plain).filter(([name, value]) => value !== undefined && value !== row[name])
    const set: WireRow = Object.fromEntries(changed.map(([name, value]) => [name, checkValue(planned, name, value, row[name])]))
    if (!isProven && contactFields.some((name) => set[name] !== undefined && set[name] !== row[name]))
      throw apiError('current_password_required', place)
    await checkContent(change, [{ planned, before: row, set }])
    if (dictionary_edit !== undefined && dictionary_edit !== row['dictionary_edit']) {
      // Users with access to the dictionary choose its languages (AMB-008).
      const { actor } = session
      if (actor.role !== 1 && !navigationFor(actor).includes('Administrator-Dictionary'))
        throw apiError('forbidden', { field: 'dictionary_edit' })
      await assertSupportedLanguage(change, dictionary_edit, String(row['dictionary_edit']))
      set['dictionary_edit'] = dictionary_edit
    }
    if (settings !== undefined) {
      set['settings'] = { ...(row['settings'] as WireRow), ...sealOwnSettings(call.secretBox, settings, session.admin_id) }
      settingsText(set['settings'])
    }
    if (Object.keys(set).length > 0) await change.update(admin, [{ key: session.admin_id, set }])
    return null
  })
  return { auth: { status: 'OK', user: await presentUser(call, session, tokenFor(call)) } }
}

/** Sets the user's password and ends their other sessions and access tokens (API-07, AMB-011, AMB-232). Passkeys stay. */
export const password: Handler<Calls['Auth']['Password']> = async (input, call) => {
  const { session } = call
  const verdict = gradePassword(input.password, 'profile')
  if (!verdict.allowed) throw apiError('weak_password', { message: verdict.message })
  const info = { ...changeInfo(call), company: 0 }
  await checkOwnPassword(call, info, input.current, { field: 'current' })
  const hash = await hashPassword(input.password)
  await makeChange(call.db, call.feed, info, async (change) => {
    await change.update(entities.admin, [{ key: session.admin_id, set: { password: hash } }])
    await endOtherSessions(change.tx, session.admin_id, session.session_id)
    await endTokens(change, [session.admin_id])
    return null
  })
  call.sessions.forget()
  const passkeys = await call.db.read({ global: true }, (tx) => countPasskeys(tx, session.admin_id))
  return { auth: { status: 'OK', user: await presentUser(call, session, tokenFor(call)) }, data: { passkeys } }
}

/** Only supported languages may be added; those chosen earlier may stay (AMB-008). */
async function assertSupportedLanguage({ tx }: Change, chosen: string, before: string): Promise<void> {
  const rows = await tx.sql<{ code: string }>('select code from global_lang where support = 1')
  const known = new Set([...rows.map(({ code }) => code), ...before.split(',')])
  const stray = chosen.split(',').find((code) => code !== '' && !known.has(code))
  if (stray !== undefined) throw apiError('invalid_value', { field: 'dictionary_edit', params: ['dictionary_edit'] })
}

/** A paired device that signs out gives up its pairing, which owners see (KDS-25), and with it the rights to do so. */
const leave = (call: SessionCall, device: number) =>
  makeChange(call.db, call.feed, { ...ownChange(call), company: call.company ?? 0, rights: undefined }, (change) =>
    change.update(entities.device, [{ key: device, set: { revoked: 1 } }]),
  )

const isSignedIn = (call: CallContext): call is SessionCall => call.session !== null && call.secret !== null

export const tokenFor = ({ session, secret }: SessionCall): string => (session.cookie ? tokenOfCookie(secret) : secret)

const ownChange = (call: SessionCall) => ({ ...changeInfo(call), company: 0, idempotency: undefined })
