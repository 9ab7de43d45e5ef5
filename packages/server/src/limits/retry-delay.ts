const MINUTE = 60
const HOUR = 3600

/** Seconds after each failed attempt; ten attempts take about 75 hours (AMB-233). */
export const RETRY_DELAYS: readonly number[] = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
/** Receivers that fail at the same time should not all be retried at the same time. */
const JITTER = 0.2
const MAX_WAIT = 24 * HOUR

/**
 * Seconds until the next attempt after `attempts` of them; null if that was the last. A receiver may ask for a later one.
 * @param random from 0 to 1
 */
export function retryDelay(
  attempts: number,
  {
    retryAfter,
    now,
    random,
    delays = RETRY_DELAYS,
  }: { retryAfter: string | undefined; now: Date; random: number; delays?: readonly number[] },
): number | null {
  const delay = delays[attempts - 1]
  if (delay === undefined) return null
  return Math.max(delay * (1 - JITTER + 2 * JITTER * random), Math.min(secondsOf(retryAfter, now), MAX_WAIT))
}

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter)
  const until = Date.parse(retryAfter)
  return Number.isNaN(until) ? 0 : Math.max(0, (until - now.getTime()) / 1000)
}
