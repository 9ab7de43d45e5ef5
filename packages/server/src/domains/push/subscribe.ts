import { ECDH } from 'node:crypto'
import { apiError, type Calls, type PushTarget } from '@tiffin/sdk/contract'
import type { Context, Handler } from '#server/context'
import { isReachable } from '#providers/post-webhook'
import { parseNetworks } from '#providers/public-address'
import { addTarget, removeTarget } from './targets.ts'

const LOOKUP_MS = 5000

/** @throws `invalid_value` for keys that can't be used, and for an address inside a network */
export async function assertUsable({ config }: Pick<Context, 'config'>, target: PushTarget): Promise<void> {
  if (!('subscription' in target)) return
  const { endpoint, keys } = target.subscription
  if (!isPoint(Buffer.from(keys.p256dh, 'base64url')) || Buffer.from(keys.auth, 'base64url').length !== 16)
    throw apiError('invalid_value', { field: 'keys', params: ['keys'] })
  const allowed = parseNetworks(config.TIFFIN_PUSH_NETWORKS)
  if (!(await isReachable(endpoint, allowed, AbortSignal.timeout(LOOKUP_MS))))
    throw apiError('invalid_value', { field: 'endpoint', params: ['endpoint'] })
}

/** An uncompressed point of P-256 (RFC 8291, 3.1). Nothing could be encrypted for one beside the curve. */
function isPoint(point: Buffer): boolean {
  if (point.length !== 65 || point[0] !== 4) return false
  try {
    ECDH.convertKey(point, 'prime256v1')
    return true
  } catch {
    return false
  }
}

export const key: Handler<Calls['Push']['key'] | Calls['Customer']['pushKey']> = async (_input, call) => ({
  data: { status: 'OK', key: (await call.keys.vapid()).publicKey },
})

export const subscribe: Handler<Calls['Push']['subscribe']> = async (target, call) => {
  await assertUsable(call, target)
  await addTarget(call.db, { admin: call.session.admin_id }, target, call.app.device ?? call.app.name)
  return { data: { status: 'OK' } }
}

export const unsubscribe: Handler<Calls['Push']['unsubscribe']> = async (target, call) => {
  await removeTarget(call.db, { admin: call.session.admin_id }, 'fcm' in target ? target.fcm : target.endpoint)
  return { data: { status: 'OK' } }
}
