import { expect, it } from 'vitest'
import { firstDayOfWeek } from './region.ts'

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
