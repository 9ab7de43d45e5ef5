import { describe, expect, it } from 'vitest'
import { firstDayOfWeek } from './region.ts'
import { monthWeeks } from './week.ts'

describe('the weeks of a calendar', () => {
  it.each([
    ['ru', 'RU', 1],
    ['ru', 'US', 1],
    ['en', 'US', 0],
    ['en', 'GB', 1],
    ['de', 'DE', 1],
    ['ar', 'EG', 6],
    ['en', '', 1],
  ])('LIST-22: in %s, in the country %s, a week begins on day %i', (lang, country, day) => {
    expect(firstDayOfWeek({ lang, country })).toBe(day)
  })

  it.each([
    ['2026-11-21', 1, '2026-10-26', '2026-12-06', 6],
    ['2026-11-21', 0, '2026-11-01', '2026-12-05', 5],
    ['2027-02-10', 1, '2027-02-01', '2027-02-28', 4],
  ])('the month of %s with weeks from day %i goes from %s to %s', (day, first, from, to, count) => {
    const weeks = monthWeeks(day, first)
    expect([weeks[0]?.[0], weeks.at(-1)?.at(-1), weeks.length]).toEqual([from, to, count])
    expect(weeks.every((week) => week.length === 7)).toBe(true)
  })
})
