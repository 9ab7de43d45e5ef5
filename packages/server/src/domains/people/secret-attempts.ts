import { apiError } from '@tiffin/sdk/contract'
import type { Database, Tx } from '#db/database'

/** A count of failed attempts at secrets; '' stands for every login or every address. */
export interface AttemptCount {
  login: string
  address: string
  /** Failures that cost nothing; from there on the delay doubles. */
  free: number
  longestSeconds: number
  /** One failure is forgotten in this time. */
  forgetSeconds: number
  /** A right secret clears the count: its owner had mistyped it. Not where people can make secrets that they know. */
  forgivenWhenRight: boolean
}

const QUARTER = 900

/** Failures of one place at one secret. */
export const ofSecret = (login: string, address: string): AttemptCount => ({
  login,
  address,
  free: 5,
  longestSeconds: QUARTER,
  forgetSeconds: QUARTER,
  forgivenWhenRight: true,
})

/** Failures of one address at all secrets: many kitchens may share it, and people mistype. */
export const ofAddress = (address: string): AttemptCount => ({
  login: '',
  address,
  free: 20,
  longestSeconds: QUARTER,
  forgetSeconds: 180,
  forgivenWhenRight: false,
})

/** Failures at one login from everywhere. Short delays: they also meet its owner on a new device. */
export const ofLogin = (login: string): AttemptCount => ({
  login,
  address: '',
  free: 50,
  longestSeconds: 60,
  forgetSeconds: 60,
  forgivenWhenRight: true,
})

/**
 * Carries out an attempt at a secret, unless too many before it have failed. It counts as failed from its beginning, so that of
 * many at once, in whichever process, no more get through. `undefined` is a wrong secret; what `attempt` throws is no failure.
 * @throws `rate_limited` with the seconds to wait
 */
export async function trySecret<T>(
  db: Database,
  counts: readonly AttemptCount[],
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  // The same order for everybody, or two attempts could wait for each other.
  const sorted = counts.toSorted((a, b) => (a.login + a.address < b.login + b.address ? -1 : 1))
  const begun = await db.write({ global: true }, (tx) => countAll(tx, sorted))
  let found: T | undefined
  let failed = false
  try {
    found = await attempt()
    failed = found === undefined
  } finally {
    if (!failed) await db.write({ global: true }, (tx) => takeBack(tx, sorted, begun, found !== undefined))
  }
  return found
}

const DELAY = `make_interval(secs => case when round(n) < $3 then 0 else least($4, 2 ^ least(round(n) - $3, 20)) end)`

/**
 * Adds an attempt to each count and returns its time. `wait_until` is compared with clock_timestamp(): a transaction that waited for
 * the row lock of another attempt may have the earlier now(), and the other's `wait_until` would seem to lie ahead of it.
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

async function takeBack(tx: Tx, counts: readonly AttemptCount[], at: string, isRight: boolean): Promise<void> {
  for (const { login, address, forgivenWhenRight } of counts) {
    if (isRight && forgivenWhenRight)
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
