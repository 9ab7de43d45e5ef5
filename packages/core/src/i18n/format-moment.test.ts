import { expect, it, vi } from 'vitest'
import { formatDay, formatMoment } from './format-moment.ts'

const evening = '2026-03-01T22:30:00Z'

it.each([
  ['en', 'UTC', 'US', 'Mar 1, 2026, 10:30 PM'],
  ['en', 'UTC', 'DE', 'Mar 1, 2026, 22:30'],
  ['en', 'Asia/Tbilisi', 'GE', 'Mar 2, 2026, 02:30'],
  ['ru', 'Asia/Tbilisi', 'GE', '2 мар. 2026 г., 02:30'],
])('LIST-24: formats a time in %s for the zone %s and country %s as %s', (lang, timezone, country, text) => {
  expect(formatMoment(evening, { lang, timezone, country })).toBe(text)
})

it('LIST-24: formats a day as the same day everywhere', () => {
  expect([formatDay('2026-03-01', 'en'), formatDay('2026-03-01', 'ru')]).toEqual(['Mar 1, 2026', '1 мар. 2026 г.'])
})

it('creates one format for all cells of a list', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  for (const minute of [10, 11, 12])
    formatMoment(`2026-03-01T22:${minute}:00Z`, { lang: 'en', timezone: 'Asia/Yerevan', country: 'AM' })
  expect(made).toHaveBeenCalledTimes(1)
  made.mockRestore()
})
