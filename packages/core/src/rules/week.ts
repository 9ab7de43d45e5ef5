import { addDays, addMonths, type Day } from './periods.ts'

/** The weeks of a month as a calendar shows them: whole weeks, days of its neighbours included. */
export function monthWeeks(day: Day, firstDay: number): Day[][] {
  const first: Day = `${day.slice(0, 8)}01`
  const last = addDays(addMonths(first, 1), -1)
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() - firstDay + 7) % 7
  const weeks: Day[][] = []
  for (let start = addDays(first, -before); start <= last; start = addDays(start, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(start, index)))
  }
  return weeks
}
