import { addDays, fromLocalTime, toLocalTime } from './periods.ts'

/**
 * When the quiet hours that `now` (ms) falls into end; null outside of them. They begin and end at times of day of the company, such
 * as 21:00 and 09:00; equal times are no quiet hours.
 */
export function quietEnd(now: number, timezone: string, { from, until }: { from: string; until: string }): string | null {
  const [day = '', time = ''] = toLocalTime(new Date(now).toISOString(), timezone).split('T')
  const isPastMidnight = from > until
  const isQuiet = isPastMidnight ? time >= from || time < until : time >= from && time < until
  if (!isQuiet) return null
  return fromLocalTime(`${isPastMidnight && time >= from ? addDays(day, 1) : day}T${until}`, timezone)
}
