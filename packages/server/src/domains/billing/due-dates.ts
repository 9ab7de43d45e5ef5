import { addMonths, companyToday, daysBetween, fromLocalTime, toLocalTime } from '@tiffin/core/rules'

/** The same local time some months later: 31 January, 28 February, 31 March. */
export function monthsAfter(anchor: string, months: number, timezone: string): string {
  const local = toLocalTime(anchor, timezone)
  return fromLocalTime(`${addMonths(local.slice(0, 10), months)}${local.slice(10)}`, timezone)
}

/** Shorter than a month, but longer than a date can move by a change of time zone or summer time. */
const HALF_MONTH = 14 * 86_400_000

/** The end of a period that begins whole months after the anchor; approximate if the company has changed its time zone. */
export function nextDue(anchor: string, months: number, begin: string, timezone: string): string {
  const passed = Date.parse(begin) + HALF_MONTH
  let count = 0
  while (Date.parse(monthsAfter(anchor, count + 1, timezone)) <= passed) count += 1
  return monthsAfter(anchor, count + Math.max(1, months), timezone)
}

/**
 * The next monthly restart of the order count, later than `at`. A restart on the day of the month on which the company was created
 * keeps that day: 31 January, 28 February, 31 March.
 */
export function nextRestart(since: string, created: string, at: string, timezone: string): string {
  const [first, restart] = [toLocalTime(created, timezone), toLocalTime(since, timezone)]
  const isFirstDay = addMonths(first.slice(0, 10), monthsBetween(first, restart)) === restart.slice(0, 10)
  const anchor = fromLocalTime((isFirstDay ? first : restart).slice(0, 10) + restart.slice(10), timezone)
  let [next, count] = [since, 1]
  while (next <= at) {
    next = monthsAfter(anchor, count, timezone)
    count += 1
  }
  return next
}

/** Calendar months from one local time to another. */
const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

/** Calendar days from one moment to another in a zone. */
export const daysFrom = (from: string, to: string, timezone: string): number =>
  daysBetween(companyToday(Date.parse(from), timezone), companyToday(Date.parse(to), timezone))
