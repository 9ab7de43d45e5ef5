import { readClock } from './clock-text.ts'
import { isAvailabilityTime } from './availability.ts'
import { addDays, companyToday, fromLocalTime } from './periods.ts'

const MINUTE = 60_000

/** A time as typed: minutes from now, such as `30`, or a time of day, such as `18:30`; undefined if it is not within a day. */
export function readUntil(typed: string, { now, timezone }: { now: number; timezone: string }): string | undefined {
  const text = typed.trim()
  const minutes = /^\d{1,3}$/.test(text) ? Number(text) : undefined
  const clock = minutes === undefined ? readClock(text) : undefined
  const today = companyToday(now, timezone)
  const times =
    minutes !== undefined
      ? [new Date(now + minutes * MINUTE).toISOString()]
      : clock === undefined
        ? []
        : [today, addDays(today, 1)].map((day) => fromLocalTime(`${day}T${clock}`, timezone))
  return times.find((time) => isAvailabilityTime(Date.parse(time), now))
}
