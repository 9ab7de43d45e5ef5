/** A day as `YYYY-MM-DD`. */
export type Day = string
/** Whole days, both included. */
export interface DayPeriod {
  from: Day
  to: Day
}
/** First and last timestamp, both included, in UTC: `2026-11-21T00:00:00.000Z`. */
export type Bounds = readonly [first: string, last: string]

const HOUR = 3_600_000
const DAY = 24 * HOUR

// Creating a formatter is a hundred times slower than using it.
const formatters = new Map<string, Intl.DateTimeFormat>()
function formatter(timezone: string): Intl.DateTimeFormat {
  let found = formatters.get(timezone)
  if (!found) {
    found = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(timezone, found)
  }
  return found
}

/** The local time in a zone at a timestamp (ms), expressed as if it were UTC milliseconds. */
export function wallTime(time: number, timezone: string): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of formatter(timezone).formatToParts(time)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((time % 1000) + 1000) % 1000)
}

const dayOf = (wall: number): Day => new Date(wall).toISOString().slice(0, 10)
const wallTimeOf = (day: Day): number => {
  const wall = Date.parse(`${day}T00:00:00.000Z`)
  if (Number.isNaN(wall)) throw new RangeError(`Not a day: ${day}`)
  return wall
}

/** True for the IANA zone names that this machine knows. */
export function isTimezone(timezone: string): boolean {
  try {
    formatter(timezone)
    return true
  } catch {
    return false
  }
}

/** The company's date at `now` (ms) (KDS-21). Throws RangeError for an unknown zone. */
export const companyToday = (now: number, timezone: string): Day => dayOf(wallTime(now, timezone))

/** Start of a day in a zone, in ms. If daylight saving time begins at midnight, that is 01:00 local time. */
function startOfDay(day: Day, timezone: string): number {
  const wall = wallTimeOf(day)
  const guess = wall - (wallTime(wall, timezone) - wall)
  if (wallTime(guess, timezone) === wall && wallTime(guess - 1, timezone) === wall - 1) return guess
  let before = wall - 2 * DAY
  let after = wall + 2 * DAY
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wallTime(middle, timezone) >= wall) after = middle
    else before = middle
  }
  return after
}

/**
 * Start and end of a day in the company's zone (00:00:00.000 to 23:59:59.999) as UTC. Days on which daylight saving
 * time changes have 23 or 25 hours; adjacent days neither overlap nor leave a gap.
 */
export const dayBounds = (day: Day, timezone: string): Bounds => periodBounds({ from: day, to: day }, timezone)

/** Start and end of whole days in the company's zone, as UTC (BOARD-14, REPORT-10). */
export const periodBounds = ({ from, to }: DayPeriod, timezone: string): Bounds => [
  new Date(startOfDay(from, timezone)).toISOString(),
  new Date(startOfDay(addDays(to, 1), timezone) - 1).toISOString(),
]

/** The company's local time at a timestamp: `2026-11-21T18:30` (EDIT-15, EDIT-16). */
export const toLocalTime = (time: string, timezone: string): string =>
  new Date(wallTime(Date.parse(time), timezone)).toISOString().slice(0, 16)

/**
 * The timestamp of a local time of the company. If the local time occurs twice, the first; if it is skipped, one hour
 * later.
 */
export function fromLocalTime(local: string, timezone: string): string {
  const wall = Date.parse(`${local.slice(0, 16)}:00.000Z`)
  const offsets = [wall - DAY, wall + DAY].map((near) => wallTime(near, timezone) - near)
  const found = offsets.map((offset) => wall - offset).filter((time) => wallTime(time, timezone) === wall)
  return new Date(found.length > 0 ? Math.min(...found) : wall - (offsets[0] ?? 0)).toISOString()
}

export const addDays = (day: Day, days: number): Day => dayOf(wallTimeOf(day) + days * DAY)

/** The same day of another month, clamped to that month's last day (AMB-070). */
export function addMonths(day: Day, months: number): Day {
  const date = new Date(wallTimeOf(day))
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  const next = new Date(first)
  const last = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  return dayOf(first + (Math.min(date.getUTCDate(), last) - 1) * DAY)
}

const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`
const firstOfYear = (day: Day): Day => `${day.slice(0, 5)}01-01`
const wholeMonth = (day: Day): DayPeriod => ({ from: firstOfMonth(day), to: addDays(addMonths(firstOfMonth(day), 1), -1) })
const wholeYear = (day: Day): DayPeriod => ({ from: firstOfYear(day), to: `${day.slice(0, 5)}12-31` })
const lastMonths = (today: Day, months: number): DayPeriod => ({ from: addMonths(today, -months), to: today })

const quick = {
  Today: (today) => ({ from: today, to: today }),
  Yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  'Day before yesterday': (today) => ({ from: addDays(today, -2), to: addDays(today, -2) }),
  Month: wholeMonth,
  Year: wholeYear,
  'Last month': (today) => wholeMonth(addMonths(today, -1)),
  'Last year': (today) => wholeYear(addMonths(today, -12)),
  'Two month': (today) => lastMonths(today, 2),
  'Three months': (today) => lastMonths(today, 3),
  'Half a year': (today) => lastMonths(today, 6),
  'Month to date': (today) => ({ from: firstOfMonth(today), to: today }),
  'Year to date': (today) => ({ from: firstOfYear(today), to: today }),
} satisfies Record<string, (today: Day) => DayPeriod>

export type QuickPeriod = keyof typeof quick
/** The quick options of date filters, in the specified order and spelling (LIST-20, LIST-21). */
export const quickPeriods = Object.keys(quick) as QuickPeriod[]

/**
 * The days of a quick option. Month and Year are whole; the "to date" ones, "Two month" and similar options end today.
 */
export const quickPeriod = (option: QuickPeriod, today: Day): DayPeriod => quick[option](today)

/** A chosen period: fixed days, or a quick option, whose days move with the calendar. */
export type ChosenPeriod = DayPeriod | QuickPeriod

export const daysOfPeriod = (period: ChosenPeriod, today: Day): DayPeriod =>
  typeof period === 'string' ? quickPeriod(period, today) : period

/** The board's default period: today to the seventh day ahead (BOARD-13). */
export const boardPeriod = (today: Day): DayPeriod => ({ from: today, to: addDays(today, 7) })

/**
 * The state of something with a first and a last day, such as a promo code: over or not started yet, as a dictionary
 * key.
 */
export function periodState(
  { date_start, date_finish }: { date_start?: Day | null; date_finish?: Day | null },
  today: Day,
): 'Expired' | 'Not started' | null {
  if (date_finish && date_finish < today) return 'Expired'
  return date_start && date_start > today ? 'Not started' : null
}

/** Number of days from one day to another. */
export const daysBetween = (from: Day, to: Day): number => Math.round((wallTimeOf(to) - wallTimeOf(from)) / DAY)
