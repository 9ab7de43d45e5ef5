import { apiError, type Calls, entities, isApiError, MAX_PASSKEYS, type Parsed, type SecondFactor } from '@tiffin/sdk/contract'
import type { Handler, SessionCall } from '#server/context'
import type { Tx } from '#db/database'
import { factorKinds, type FactorKind } from '#domains/factors/factors'
import { sendNotice } from '#domains/factors/notices'
import { checkNewPasskey, checkPasskey, creationOptions } from '#domains/factors/passkeys'
import { countRecoveryCodes, newRecoveryCodes } from '#domains/factors/recovery-codes'
import { newTotp, takeTotp } from '#domains/factors/totp'
import { removeFactors } from '#domains/factors/end-factors'
import { draftKeyOf } from '#domains/people/draft-key'
import { forgetPhoneAndPin } from '#domains/people/forget-phone-and-pin'
import { checkOwnPassword } from '#domains/people/own-password'
import { secretAttempts, trySecret } from '#domains/people/secret-attempts'
import { tokenFor } from '#domains/people/session'
import { presentUser } from '#domains/people/session-user'
import { makeChange } from '#engine/change'
import type { Change, ChangeInfo } from '#engine/change-info'
import { changeInfo } from '#engine/change-of-call'
import { endOtherSessions } from '#sessions/sessions'
import { checkCode, plainCode } from './factor-codes.ts'

/** Responses have secrets, so they are not stored. */
const ownChange = (call: SessionCall): ChangeInfo => ({ ...changeInfo(call), company: 0, idempotency: undefined })

const checkPassword = (call: SessionCall, current: string | undefined): Promise<void> =>
  checkOwnPassword(call, ownChange(call), current, { field: 'current' })

/** Confirms with a code, or with a passkey: some people have no app, and no recovery codes left. */
const checkFactor = async (
  call: SessionCall,
  { code, passkey }: Pick<Parsed<Calls['Factor']['remove']>, 'code' | 'passkey'>,
): Promise<void> => {
  const admin = call.session.admin_id
  if (passkey) await checkPasskey(call, { purpose: 'confirm', admin }, passkey)
  else await checkCode(call, admin, code)
}

const ownFactors = (tx: Tx, admin: number): Promise<SecondFactor[]> =>
  tx.sql<SecondFactor>(
    `select second_factor_id, kind, name, created, last_used from second_factor where admin = $1 order by kind desc, second_factor_id`,
    [admin],
  )

export const list: Handler<Calls['Factor']['list']> = async (_input, { db, config, session }) => {
  const admin = session.admin_id
  return db.read({ global: true }, async (tx) => {
    const factors = await ownFactors(tx, admin)
    const required = await tx.sql('select from must_have_factor(array[$1::bigint], $2)', [
      admin,
      config.TIFFIN_ADMIN_SECOND_FACTOR,
    ])
    return {
      data: {
        factors: factors.map(({ second_factor_id, kind, name, created, last_used }) => ({
          second_factor_id,
          kind,
          name,
          created: new Date(created).toISOString(),
          last_used: last_used === null ? null : new Date(last_used).toISOString(),
        })),
        recovery_codes: await countRecoveryCodes(tx, admin),
        required: required.length > 0,
      },
    }
  })
}

export const setUpTotp: Handler<Calls['Factor']['setUpTotp']> = async ({ current }, call) => {
  await checkPassword(call, current)
  const admin = call.session.admin_id
  const made = await call.db.write({ global: true }, async (tx) => {
    const [own] = await tx.sql<{ login: string }>('select login from admin where admin_id = $1', [admin])
    return newTotp(tx, { secretBox: call.secretBox, now: call.now() }, { admin, login: own?.login ?? '' })
  })
  if (!made) throw apiError('factor_exists')
  return { data: made }
}

export const confirmTotp: Handler<Calls['Factor']['confirmTotp']> = async ({ code }, call) => {
  const { session, secretBox } = call
  const admin = session.admin_id
  const typed = plainCode(code)
  const counts = [secretAttempts(`new factor ${admin} `, '')]
  const added = await trySecret(call.db, counts, async () => {
    try {
      return await addFactor(call, { kind: 'totp', name: '' }, async (change, factor) => {
        const { tx } = change
        if (!(await takeTotp(tx, { secretBox, now: call.now() }, { admin, code: typed, confirmed: false })))
          throw apiError('code_wrong', { field: 'code' })
        await tx.sql('update totp_secret set factor = $2 where admin = $1', [admin, factor])
      })
    } catch (error) {
      if (isApiError(error) && error.code === 'code_wrong') return undefined
      throw error
    }
  })
  if (!added) throw apiError('code_wrong', { field: 'code' })
  return added
}

export const beginPasskey: Handler<Calls['Factor']['beginPasskey']> = async ({ current }, call) => {
  await checkPassword(call, current)
  const admin = call.session.admin_id
  const [own] = await call.db.read({ global: true }, async (tx) => {
    await assertRoomForPasskey(tx, admin)
    return tx.sql<{ login: string; name: string }>(
      `select login, trim(name || ' ' || surname) as name from admin where admin_id = $1`,
      [admin],
    )
  })
  const options = await creationOptions(call, { admin, login: own?.login ?? '', name: own?.name ?? '' })
  return { data: { options: { ...options } } }
}

export const addPasskey: Handler<Calls['Factor']['addPasskey']> = async ({ name, passkey }, call) => {
  const admin = call.session.admin_id
  const made = await checkNewPasskey(call, admin, passkey)
  return addFactor(call, { kind: 'passkey', name }, async ({ tx }, factor) => {
    await assertRoomForPasskey(tx, admin)
    const stored = await tx.sql(
      `insert into passkey (factor, admin, credential, public_key, counter, transports) values ($1, $2, $3, $4, $5, $6)
       on conflict (credential) do nothing returning factor`,
      [factor, admin, made.credential, made.public_key, made.counter, JSON.stringify(made.transports)],
    )
    if (stored.length === 0) throw apiError('duplicate')
  })
}

async function assertRoomForPasskey(tx: Tx, admin: number): Promise<void> {
  const rows = await tx.sql('select from passkey where admin = $1', [admin])
  if (rows.length >= MAX_PASSKEYS) throw apiError('limit_reached', { params: [MAX_PASSKEYS] })
}

/**
 * Adds a factor. The first one comes with recovery codes, and ends the sessions that were started without it.
 * @param store stores its secret, or refuses it
 */
async function addFactor(
  call: SessionCall,
  { kind, name }: { kind: FactorKind; name: string },
  store: (change: Change, factor: number) => Promise<void>,
) {
  const { session } = call
  const admin = session.admin_id
  const { value: codes } = await makeChange(call.db, call.feed, ownChange(call), async (change) => {
    const { tx } = change
    await change.lock(entities.admin, [admin])
    const kinds = await factorKinds(tx, admin)
    if (kind === 'totp' && kinds.includes('totp')) throw apiError('factor_exists')
    const [row] = await change.insert(entities.second_factor, [{ admin, kind, name, created: call.now().toISOString() }])
    await store(change, Number(row?.['second_factor_id']))
    await sendNotice(tx, call, admin, `${kind}_on`)
    if (kinds.length > 0) return undefined
    await endOtherSessions(tx, admin, session.session_id)
    return newRecoveryCodes(tx, admin)
  })
  call.sessions.forget()
  const { session: now } = await call.sessions.find(call.secret, call.company)
  const user = await presentUser(call, now, tokenFor({ ...call, session: now }))
  return {
    auth: { status: 'OK' as const, user: { ...user, ...(await draftKeyOf(call, now)) } },
    data: { status: 'OK' as const, ...(codes ? { recovery_codes: codes } : {}) },
  }
}

/** Locks a factor of the caller. @throws `not_found` */
async function lockOwn(change: Change, admin: number, key: number): Promise<SecondFactor> {
  const row = (await change.lock(entities.second_factor, [key], 'for update')).get(key) as unknown as SecondFactor | undefined
  if (row?.admin !== admin) throw apiError('not_found')
  return row
}

export const rename: Handler<Calls['Factor']['rename']> = async ({ second_factor_id: key, name }, call) => {
  await makeChange(call.db, call.feed, ownChange(call), async (change) => {
    const { kind } = await lockOwn(change, call.session.admin_id, key)
    if (kind !== 'passkey') throw apiError('not_found')
    await change.update(entities.second_factor, [{ key, set: { name } }])
    return null
  })
  return { data: { status: 'OK' } }
}

export const remove: Handler<Calls['Factor']['remove']> = async ({ second_factor_id: key, current, ...proof }, call) => {
  const admin = call.session.admin_id
  await checkPassword(call, current)
  await checkFactor(call, proof)
  await makeChange(call.db, call.feed, ownChange(call), async (change) => {
    await change.lock(entities.admin, [admin])
    const { kind } = await lockOwn(change, admin, key)
    await removeFactors(change, admin, [key])
    await sendNotice(change.tx, call, admin, `${kind}_off`)
    return null
  })
  call.sessions.forget()
  return { data: { status: 'OK' } }
}

export const recoveryCodes: Handler<Calls['Factor']['recoveryCodes']> = async ({ current, ...proof }, call) => {
  const admin = call.session.admin_id
  await checkPassword(call, current)
  await checkFactor(call, proof)
  const codes = await call.db.write({ global: true }, async (tx) => {
    if ((await factorKinds(tx, admin)).length === 0) throw apiError('not_found')
    await sendNotice(tx, call, admin, 'recovery_new')
    return newRecoveryCodes(tx, admin)
  })
  return { data: { status: 'OK', recovery_codes: codes } }
}

/** The reason is a separate change before the removal, so the history shows it next to the administrator's name. */
export const reset: Handler<Calls['Factor']['reset']> = async ({ admin_id: admin, reason }, call) => {
  await assertMayReset(call, admin)
  await makeChange(call.db, call.feed, ownChange(call), async (change) => {
    const { tx } = change
    await change.lock(entities.admin, [admin])
    const rows = await tx.sql<{ key: number }>('select second_factor_id as key from second_factor where admin = $1 order by 1', [
      admin,
    ])
    const keys = rows.map(({ key }) => key)
    if (keys.length === 0) throw apiError('factor_missing')
    await change.lock(entities.second_factor, keys, 'for update')
    await change.update(
      entities.second_factor,
      keys.map((key) => ({ key, set: { reset_reason: reason } })),
    )
    await removeFactors(change, admin, keys)
    await endOtherSessions(tx, admin, null)
    // The lost phone must not sign in alone.
    await forgetPhoneAndPin(tx, [admin])
    await sendNotice(tx, call, admin, 'reset')
    return null
  })
  call.sessions.forget()
  return { data: { status: 'OK' } }
}

/** As with the password of a person, whom an owner must not share with another company. */
async function assertMayReset({ db, session, company }: SessionCall, admin: number): Promise<void> {
  const { actor } = session
  if (admin === session.admin_id) throw apiError('forbidden')
  const [person] = await db.read({ global: true }, (tx) =>
    tx.sql<{ role: number; companies: number[] }>(
      `select role::int as role, (select coalesce(jsonb_agg(company), '[]') from memberships_of(admin_id)) as companies from admin where admin_id = $1`,
      [admin],
    ),
  )
  if (actor.role === 1) {
    if (!person) throw apiError('not_found')
    return
  }
  const isOwn = person !== undefined && company !== null && person.companies.includes(company)
  if (!isOwn) throw apiError('not_found')
  if (actor.company_role !== 1 || person.role === 1 || person.companies.length > 1) throw apiError('forbidden')
}
