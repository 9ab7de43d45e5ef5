import { normalizeLogin } from '@tiffin/core/rules'
import { keyedLimiter } from '#limits/concurrency-limit'
import { type AttemptCount, addressAttempts, loginAttempts, secretAttempts } from './secret-attempts.ts'
import { hashSecret } from '#sessions/credentials'
import { networkOf } from '#sessions/network-of'
import type { CallContext } from '#server/context'

type Call = Pick<CallContext, 'db' | 'address'>

/** Simultaneous attempts from one address: each keeps a core busy for a while, and delays all sign-ins. */
const addressLimiter = keyedLimiter(2, 20)

/** The last attempt in progress for each login and address. */
const attemptQueues = new Map<string, Promise<void>>()

/**
 * Runs one attempt at a time for each login and address, so that parallel sign-ins with the right password don't count as
 * failures.
 */
export function serializeAttempts<T>(call: Call, login: string, attempt: () => Promise<T>): Promise<T> {
  const key = `${networkOf(call.address)} ${normalizeLogin(login)}`
  const result = (attemptQueues.get(key) ?? Promise.resolve()).then(() => addressLimiter(networkOf(call.address), attempt))
  const settled = result.then(
    () => {},
    () => {},
  )
  attemptQueues.set(key, settled)
  void settled.then(() => attemptQueues.get(key) === settled && attemptQueues.delete(key))
  return result
}

/**
 * The counters of a sign-in. A device that the user has used before has its own counter: failures from elsewhere don't lock
 * it out, and a mistyped password on it delays no one else at the same address.
 */
export function signInCounts(call: Call, login: string, knownDevice: string | undefined): AttemptCount[] {
  // '' means all logins.
  const name = normalizeLogin(login) || ' '
  if (knownDevice !== undefined) return [secretAttempts(name, `device ${hashSecret(knownDevice).toString('hex')}`)]
  const address = networkOf(call.address)
  return [secretAttempts(name, address), addressAttempts(address), loginAttempts(name)]
}

/** Whether this user has signed in on this device before; several users may share one. */
export async function isKnownDevice(call: Call, admin: number, device: string): Promise<boolean> {
  const rows = await call.db.read({ global: true }, (tx) =>
    tx.sql('select from known_device where admin = $1 and device_hash = $2', [admin, hashSecret(device)]),
  )
  return rows.length > 0
}

export async function rememberDevice(call: Call, admin: number, device: string): Promise<void> {
  await call.db.write({ global: true }, (tx) =>
    tx.sql(
      `insert into known_device (admin, device_hash) values ($1, $2) on conflict (admin, device_hash) do update set last = now()`,
      [admin, hashSecret(device)],
    ),
  )
}
