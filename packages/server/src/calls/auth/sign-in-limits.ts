import type { CallContext } from '#server/context'
import { createFairTurns } from '#engine/in-turn'
import { hashSecret } from '#http/credentials'
import { networkOf } from '#http/network-of'

/** Failures that cost nothing; from there on the delay doubles up to a quarter of an hour. */
const FREE = 5
const LONGEST_SECONDS = 900
/** So long after the last failure all is forgotten. */
const FORGET_HOURS = 24

type Call = Pick<CallContext, 'db' | 'address'>

/** Attempts of one address that may be under way: each keeps a core busy for a while, and all sign-ins wait for it. */
const ofAddress = createFairTurns(2, 20)

/** The last attempt under way for each login and address. */
const turns = new Map<string, Promise<void>>()

/** One attempt after the other: of many at once none would have failed yet when the others are let through. */
export function inTurn<T>(call: Call, login: string, attempt: () => Promise<T>): Promise<T> {
  const key = `${networkOf(call.address)} ${login.toLowerCase()}`
  const result = (turns.get(key) ?? Promise.resolve()).then(() => ofAddress(networkOf(call.address), attempt))
  const settled = result.then(
    () => {},
    () => {},
  )
  turns.set(key, settled)
  void settled.then(() => turns.get(key) === settled && turns.delete(key))
  return result
}

/** Seconds that this address has to wait before it may try this login again. */
export async function signInWait(call: Call, login: string): Promise<number> {
  const [row] = await call.db.read({ global: true }, (tx) =>
    tx.sql<{ wait: number }>(
      `select ceil(extract(epoch from wait_until - now()))::int as wait from sign_in_attempt where login = lower($1) and address = $2`,
      [login, networkOf(call.address)],
    ),
  )
  return Math.max(0, row?.wait ?? 0)
}

export async function failedSignIn(call: Call, login: string): Promise<void> {
  await call.db.write({ global: true }, (tx) =>
    tx.sql(
      `insert into sign_in_attempt as a (login, address, failures, wait_until) values (lower($1), $2, 1, now())
       on conflict (login, address) do update set
         (failures, wait_until, last) = (select n, now() + make_interval(secs => case when n < $3 then 0 else least($4, 2 ^ least(n - $3, 20)) end), now()
           from (select case when a.last < now() - make_interval(hours => $5) then 1 else a.failures + 1 end as n) counted)`,
      [login, networkOf(call.address), FREE, LONGEST_SECONDS, FORGET_HOURS],
    ),
  )
}

export async function succeededSignIn(call: Call, login: string): Promise<void> {
  await call.db.write({ global: true }, (tx) =>
    tx.sql('delete from sign_in_attempt where login = lower($1) and address = $2', [login, networkOf(call.address)]),
  )
}

/** Whether this person has signed in from this device before; several people may share one. */
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
