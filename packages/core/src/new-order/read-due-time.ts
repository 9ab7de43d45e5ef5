import { addDays, companyToday, fromLocalTime } from '#rules/periods'

/** Whether a day as typed exists: February 31 does not. */
function isDay(day: string): boolean {
  const start = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day)
}

/**
 * When an order is due, as typed: `19:30` or `2026-11-21 19:30`. A time without a day that has passed today means tomorrow:
 * no order is due in the past. Undefined if it is not a time.
 */
export function readDueTime(
  text: string,
  { now, timezone }: { now: number; timezone: string },
): { time: string; isTomorrow: boolean } | undefined {
  const [, day, hour = '', minute = ''] = /^(?:(\d{4}-\d\d-\d\d)\s+)?(\d{1,2}):(\d\d)$/.exec(text) ?? []
  const today = companyToday(now, timezone)
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59 || !isDay(day ?? today)) return undefined
  const at = (date: string): string => fromLocalTime(`${date}T${hour.padStart(2, '0')}:${minute}`, timezone)
  const isTomorrow = day === undefined && Date.parse(at(today)) <= now - 60_000
  return { time: at(isTomorrow ? addDays(today, 1) : (day ?? today)), isTomorrow }
}
