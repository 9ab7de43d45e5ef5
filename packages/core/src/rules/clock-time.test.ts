import { describe, expect, it } from 'vitest'
import { clockTime } from './clock-time.ts'

describe('time of day', () => {
  it.each([
    { moment: '2026-11-21T16:40:00.000Z', lang: 'en', timezone: 'Europe/Moscow', shown: '19:40' },
    { moment: '2026-11-21T21:05:00.000Z', lang: 'ru', timezone: 'Europe/Moscow', shown: '00:05' },
    { moment: '2026-11-21T16:40:00.000Z', lang: 'ar-EG', timezone: 'UTC', shown: '16:40' },
    { moment: Date.parse('2026-11-21T16:40:00.000Z'), lang: '', timezone: 'UTC', shown: '16:40' },
    { moment: null, lang: 'en', timezone: 'UTC', shown: '' },
    { moment: 'nonsense', lang: 'en', timezone: 'UTC', shown: '' },
  ])('KDS-21: $moment in $timezone reads $shown', ({ moment, lang, timezone, shown }) => {
    expect(clockTime(moment, { lang, timezone })).toBe(shown)
  })

  it('KDS-21: names the day when it is not today, as the company counts days', () => {
    const now = Date.parse('2026-11-21T22:00:00.000Z')
    const moment = '2026-11-21T20:30:00.000Z'
    expect(clockTime(moment, { lang: 'en', timezone: 'UTC', now })).toBe('20:30')
    expect(clockTime(moment, { lang: 'en', timezone: 'Europe/Moscow', now })).toBe('Nov 21, 23:30')
  })
})
