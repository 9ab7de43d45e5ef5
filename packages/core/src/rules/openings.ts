import type { WorkDay } from '@tiffin/sdk/contract'
import { addDays, companyToday, fromLocalTime } from './periods.ts'

const DAY_MS = 86_400_000

/** A time of opening, in ms. */
export interface Opening {
  start: number
  end: number
}

/**
 * The times of opening that touch the period between two moments (ms), earliest first; those that meet are joined. A period that
 * ends at or before its start ends on the next day (AMB-154); a working day without periods is open all day.
 */
export function openingsBetween(hours: readonly WorkDay[], from: number, to: number, timezone: string): Opening[] {
  const at = (day: string, clock: string): number => Date.parse(fromLocalTime(`${day}T${clock}`, timezone))
  // From the day before, whose last period may end after midnight.
  const first = addDays(companyToday(from, timezone), -1)
  const days = Array.from({ length: Math.ceil((to - from) / DAY_MS) + 3 }, (_, ago) => addDays(first, ago))
  const all = days.flatMap((day) => {
    const entry = hours.find((item) => item.day === new Date(day).getUTCDay())
    if (entry?.work !== 1) return []
    const next = addDays(day, 1)
    if (entry.periods.length === 0) return [{ start: at(day, '00:00'), end: at(next, '00:00') }]
    return entry.periods.map(({ start, end }) => ({ start: at(day, start), end: at(end <= start ? next : day, end) }))
  })
  const joined: Opening[] = []
  for (const opening of all.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && opening.start <= last.end) last.end = Math.max(last.end, opening.end)
    else joined.push({ ...opening })
  }
  return joined.filter(({ start, end }) => end > from && start < to)
}

/** Whether it is open at a moment (ms), when that ends, and when it opens next within a week. Without hours nothing is known. */
export function openingAt(
  hours: readonly WorkDay[] | null,
  now: number,
  timezone: string,
): { open: boolean | null; closes: number | null; opens: number | null } {
  if (!hours || hours.length === 0) return { open: null, closes: null, opens: null }
  const openings = openingsBetween(hours, now, now + 8 * DAY_MS, timezone)
  const current = openings.find(({ start }) => start <= now)
  const next = openings.find(({ start }) => start > now)
  return { open: current !== undefined, closes: current?.end ?? null, opens: next?.start ?? null }
}

/** A usual reply time rounded for display, in minutes: 1 for less than one, steps of 5, whole hours, a day; null above that. */
export function roundReplyTime(seconds: number): number | null {
  const minutes = seconds / 60
  if (minutes < 1) return 1
  const steps = Math.max(5, Math.round(minutes / 5) * 5)
  if (steps < 60) return steps
  const hours = Math.max(1, Math.round(minutes / 60))
  if (hours <= 12) return hours * 60
  return minutes <= 1440 ? 1440 : null
}
