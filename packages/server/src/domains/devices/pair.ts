import { apiError, type Calls, isApiError } from '@tiffin/sdk/contract'
import type { CallContext, Handler } from '#server/context'
import { hashSecret, newSecret } from '#sessions/credentials'
import { networkOf } from '#sessions/network-of'
import { presentUser } from '#domains/people/session-user'
import { newCode, showCode } from './pairing-code.ts'

const MINUTES = 10
/** Maximum pending codes of one network; even a building full of kitchens needs fewer. */
const MAX_WAITING = 20

const endedCodes: ReadonlySet<string> = new Set(['session_required', 'session_expired'])

interface Waiting {
  code: string
  confirmed: boolean
  expires_in: number
}

/** A device asks for a code, or for the state of its code (KDS-25). Its secret is stored hashed and becomes its token. */
export const pair: Handler<Calls['Device']['pair']> = async ({ name, secret }, call) => {
  if (secret === undefined) return startPairing(call, name ?? call.app.name)
  const waiting = await call.db.read({ global: true }, async (tx) => {
    const [row] = await tx.sql<Waiting>(
      `select code, confirmed, ceil(extract(epoch from expires - now()))::int as expires_in
       from device_pairing where secret_hash = $1 and expires > now()`,
      [hashSecret(secret)],
    )
    return row
  })
  if (waiting && !waiting.confirmed)
    return { data: { status: 'OK', state: 'waiting', code: showCode(waiting.code), expires_in: waiting.expires_in } }
  return asDevice(call, secret)
}

async function startPairing(call: CallContext, name: string) {
  const secret = newSecret()
  const code = newCode()
  const network = networkOf(call.address)
  await call.db.write({ global: true }, async (tx) => {
    await tx.sql('delete from device_pairing where expires < now()')
    // Requests from one network run one at a time; otherwise simultaneous ones would all see the same count.
    await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 25))', [network])
    const [open] = await tx.sql<{ count: number }>('select count(*)::int as count from device_pairing where address = $1', [
      network,
    ])
    if ((open?.count ?? 0) >= MAX_WAITING) throw apiError('rate_limited', { params: [MINUTES * 60] })
    await tx.sql(
      `insert into device_pairing (secret_hash, code, name, address, expires) values ($1, $2, $3, $4, now() + make_interval(mins => $5))`,
      [hashSecret(secret), code, name, network, MINUTES],
    )
  })
  return { data: { status: 'OK' as const, state: 'waiting' as const, secret, code: showCode(code), expires_in: MINUTES * 60 } }
}

/** A confirmed secret opens a session. For any other secret, no one entered the code in time. */
async function asDevice(call: CallContext, secret: string) {
  try {
    const { session } = await call.sessions.find(secret, undefined)
    if (session.device !== null) {
      const user = await presentUser(call, session, secret)
      return { data: { status: 'OK' as const, state: 'confirmed' as const }, auth: { status: 'OK' as const, user } }
    }
  } catch (error) {
    if (!isApiError(error) || !endedCodes.has(error.code)) throw error
  }
  return { data: { status: 'OK' as const, state: 'expired' as const } }
}
