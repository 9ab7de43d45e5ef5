import { type Calls, isApiError } from '@tiffin/sdk/contract'
import type { CallContext, Handler } from '#server/context'
import { hashSecret } from '#sessions/credentials'
import { presentUser } from '#domains/people/session-user'
import { showCode } from './pairing-code.ts'
import { startCode } from './start-code.ts'

const endedCodes: ReadonlySet<string> = new Set(['session_required', 'session_expired'])

interface Waiting {
  code: string
  confirmed: boolean
  expires_in: number
}

/** A device asks for a code, or for the state of its code (KDS-25). Its secret is stored hashed and becomes its token. */
export const pair: Handler<Calls['Device']['pair']> = async ({ name, secret }, call) => {
  if (secret === undefined)
    return { data: { status: 'OK', state: 'waiting', ...(await startCode(call, 'device_pairing', name ?? call.app.name)) } }
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
