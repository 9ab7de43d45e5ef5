import { apiError } from '@tiffin/sdk/contract'
import type { Database, Tx } from '#db/database'

/** A counter of failed attempts at secrets; '' means all logins or all addresses. */
export interface AttemptCount {
  login: string
  address: string
  /** Failures without a delay; after these, the delay doubles. */
  free: number
  longestSeconds: number
  /** Time after which one failure is forgotten. */
  forgetSeconds: number
  /**
   * Whether the right secret resets the counter, because its owner had mistyped it. False if users can create such
   * secrets themselves.
   */
  resetOnSuccess: boolean
}

const QUARTER_HOUR_SECONDS = 900

/** Failures from one address with one secret. */
export const secretAttempts = (login: string, address: string): AttemptCount => ({
  login,
  address,
  free: 5,
  longestSeconds: QUARTER_HOUR_SECONDS,
  forgetSeconds: QUARTER_HOUR_SECONDS,
  resetOnSuccess: true,
})

/** Failures from one address with any secret: many kitchens may share it, and users mistype. */
export const addressAttempts = (address: string): AttemptCount => ({
  login: '',
  address,
  free: 20,
  longestSeconds: QUARTER_HOUR_SECONDS,
  forgetSeconds: 180,
  resetOnSuccess: false,
})

/** Failures with one login from all addresses. The delays are short, because they also affect its owner on a new device. */
export const loginAttempts = (login: string): AttemptCount => ({
  login,
  address: '',
  free: 50,
  longestSeconds: 60,
  forgetSeconds: 60,
  resetOnSuccess: true,
})

/**
 * Runs an attempt at a secret, unless too many earlier ones failed. It counts as failed from the start, so that simultaneous
 * attempts in any process are limited too. `undefined` means a wrong secret; an error thrown by `attempt` is not a failure.
 * @throws `rate_limited` with the seconds to wait
 */
export async function trySecret<T>(
  db: Database,
  counts: readonly AttemptCount[],
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  // A fixed order prevents deadlocks between attempts.
  const sorted = counts.toSorted((a, b) => (a.login + a.address < b.login + b.address ? -1 : 1))
  const begun = await db.write({ global: true }, (tx) => countAll(tx, sorted))
  let found: T | undefined
  let failed = false
  try {
    found = await attempt()
    failed = found === undefined
  } finally {
    if (!failed) await db.write({ global: true }, (tx) => undoCounts(tx, sorted, begun, found !== undefined))
  }
  return found
}

const DELAY = `make_interval(secs => case when round(n) < $3 then 0 else least($4, 2 ^ least(round(n) - $3, 20)) end)`

/**
 * Adds an attempt to each counter and returns its time. Compares `wait_until` with clock_timestamp(): a transaction that waited
 * for the row lock of another attempt may have the earlier now(), and the other's `wait_until` would seem to be in the future.
 */
async function countAll(tx: Tx, counts: readonly AttemptCount[]): Promise<string> {
  let at = ''
  for (const { login, address, free, longestSeconds, forgetSeconds } of counts) {
    const [row] = await tx.sql<{ at: string }>(
      `insert into sign_in_attempt as a (login, address, failures, wait_until) values ($1, $2, 1, now())
       on conflict (login, address) do update set (failures, wait_until, last) = (select n, now() + ${DELAY}, now()
         from (select greatest(0, a.failures - extract(epoch from now() - a.last) / $5) + 1 as n) counted)
       where a.wait_until <= clock_timestamp()
       returning last::text as at`,
      [login, address, free, longestSeconds, forgetSeconds],
    )
    if (!row) throw apiError('rate_limited', { params: [await secondsLeft(tx, login, address)] })
    at = row.at
  }
  return at
}

async function secondsLeft(tx: Tx, login: string, address: string): Promise<number> {
  const [row] = await tx.sql<{ wait: number }>(
    'select ceil(extract(epoch from wait_until - now()))::int as wait from sign_in_attempt where login = $1 and address = $2',
    [login, address],
  )
  return Math.max(1, row?.wait ?? 1)
}

async function undoCounts(tx: Tx, counts: readonly AttemptCount[], at: string, isCorrect: boolean): Promise<void> {
  for (const { login, address, resetOnSuccess } of counts) {
    if (isCorrect && resetOnSuccess)
      await tx.sql('delete from sign_in_attempt where login = $1 and address = $2', [login, address])
    else
      await tx.sql(
        `update sign_in_attempt set failures = greatest(0, failures - 1),
           wait_until = case when last = $3::timestamptz then now() else wait_until end
         where login = $1 and address = $2`,
        [login, address, at],
      )
  }
}
