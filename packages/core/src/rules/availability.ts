import type { Sentence } from '#i18n/text-key'

/** Whether a merchant's kitchen is paused or busy (KDS-07). */
export interface Availability {
  paused_until?: string | null | undefined
  busy_until?: string | null | undefined
  busy_minutes?: number | null | undefined
}

const MINUTE = 60_000
const FURTHEST = 24 * 60 * MINUTE

/** The minutes offered for a pause, and for being busy. */
export const availabilityDurations = [15, 30, 60] as const
/** The extra minutes offered per order. */
export const busyMinutes = [10, 15, 20, 30] as const

const isAfter = (time: string | null | undefined, now: number): time is string =>
  typeof time === 'string' && Date.parse(time) > now

/** Whether a merchant may be paused or busy until this time (ms). */
export const isAvailabilityTime = (until: number, now: number): boolean => until > now && until <= now + FURTHEST

/** When the pause of a merchant ends; undefined if it takes orders. */
export const pausedUntil = ({ paused_until }: Availability, now: number): string | undefined =>
  isAfter(paused_until, now) ? paused_until : undefined

/** When a busy merchant is no longer busy, and the extra minutes for orders until then; undefined if it is not busy. */
export const busyUntil = (
  { busy_until, busy_minutes }: Availability,
  now: number,
): { until: string; minutes: number } | undefined =>
  isAfter(busy_until, now) && busy_minutes ? { until: busy_until, minutes: busy_minutes } : undefined

/** The merchant's state for boards, with the time at which it ends; empty if orders are taken as usual. */
export function availabilityTexts(merchant: Availability, now: number, time: (timestamp: string) => string): Sentence[] {
  const paused = pausedUntil(merchant, now)
  const busy = busyUntil(merchant, now)
  return [
    ...(paused === undefined ? [] : [{ text: 'Paused until %1' as const, params: [time(paused)] as const }]),
    ...(busy === undefined
      ? []
      : [{ text: 'Busy until %1: %2 min more' as const, params: [time(busy.until), busy.minutes] as const }]),
  ]
}
