import type { Random } from './random.ts'

/** Share of a day's orders by hour of local time: a lunch, a longer dinner, little at night. */
const shareByHour = [
  0.8, 0.4, 0.2, 0.1, 0.1, 0.2, 0.5, 1.2, 2.2, 2.6, 3.6, 6.6, 10.6, 9.2, 5.2, 3.9, 4.2, 6.4, 12.2, 16.2, 8.6, 3.2, 1.4, 0.6,
]
const totalShare = shareByHour.reduce((sum, share) => sum + share, 0)

/** Orders by weekday relative to the average day, Sunday first. */
const weekdays = [1.04, 0.86, 0.88, 0.93, 0.98, 1.13, 1.18]

/** Maximum orders in a minute, unless an hour has more than all its minutes can hold. */
const MAX_A_MINUTE = 6

/** Orders in an hour of the day, when a usual day has `perDay`. */
export const hourlyRate = (hour: number, perDay: number): number => ((shareByHour[hour] ?? 0) / totalShare) * perDay

/** Order times in minutes of the day, ascending, with fractions; `day` is the company's date. */
export function arrivals(random: Random, day: string, perDay: number): number[] {
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 1
  const total = perDay * weekday * random.between(0.96, 1.04)
  const minutes: number[] = []
  shareByHour.forEach((_share, hour) => {
    const exact = hourlyRate(hour, total) * random.between(0.94, 1.06)
    const count = Math.floor(exact) + (random.chance(exact % 1) ? 1 : 0)
    const byMinute = new Map<number, number>()
    const max = Math.max(MAX_A_MINUTE, Math.ceil(count / 40))
    for (let made = 0; made < count; made += 1) {
      let minute = random.int(0, 59)
      while ((byMinute.get(minute) ?? 0) >= max) minute = random.int(0, 59)
      byMinute.set(minute, (byMinute.get(minute) ?? 0) + 1)
      minutes.push(hour * 60 + minute + random.next())
    }
  })
  return minutes.toSorted((a, b) => a - b)
}
