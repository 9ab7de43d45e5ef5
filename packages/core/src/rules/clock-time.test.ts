import { describe, expect, it } from 'vitest'
import { clockTime, isOtherDay } from './clock-time.ts'

describe('time of day', () => {
  it.each<{ moment: string | number | null; lang: string; timezone: string; country?: string; shown: string }>([
    { moment: '2026-11-21T16:40:00.000Z', lang: 'en', timezone: 'Europe/Moscow', shown: '19:40' },
    { moment: '2026-11-21T21:05:00.000Z', lang: 'ru', timezone: 'Europe/Moscow', shown: '00:05' },
    { moment: '2026-11-21T16:40:00.000Z', lang: 'ar-EG', timezone: 'UTC', shown: '16:40' },
    { moment: Date.parse('2026-11-21T16:40:00.000Z'), lang: '', timezone: 'UTC', shown: '16:40' },
    { moment: '2026-11-21T16:40:00.000Z', lang: 'en', timezone: 'UTC', country: 'US', shown: '4:40 PM' },
    { moment: '2026-11-21T16:40:00.000Z', lang: 'en', timezone: 'UTC', country: 'DE', shown: '16:40' },
    { moment: null, lang: 'en', timezone: 'UTC', shown: '' },
    { moment: 'nonsense', lang: 'en', timezone: 'UTC', shown: '' },
  ])(
    'KDS-21: shows $moment in $timezone, in the country $country, as $shown',
    ({ moment: time, lang, timezone, country = '', shown }) => {
      expect(clockTime(time, { lang, timezone, country })).toBe(shown)
    },
  )

  it.each([[null], [undefined], ['']])('is empty for %j', (timestamp) => {
    expect(clockTime(timestamp, { lang: 'en', timezone: 'UTC', country: '' })).toBe('')
  })

  it('reads a number as milliseconds, including 0, and defaults to English', () => {
    expect(clockTime(0, { lang: '', timezone: 'UTC', country: '' })).toBe('00:00')
    expect(clockTime(0, { lang: '', timezone: 'UTC', country: '', now: 86_400_000 })).toBe('Jan 1, 00:00')
  })

  it("KDS-21: adds the date if it is not today in the company's time zone", () => {
    const now = Date.parse('2026-11-21T22:00:00.000Z')
    const timeMs = '2026-11-21T20:30:00.000Z'
    expect(clockTime(timeMs, { lang: 'en', timezone: 'UTC', country: '', now })).toBe('20:30')
    expect(clockTime(timeMs, { lang: 'en', timezone: 'Europe/Moscow', country: '', now })).toBe('Nov 21, 23:30')
    expect(['UTC', 'Europe/Moscow'].map((timezone) => isOtherDay(timeMs, { timezone, now }))).toEqual([false, true])
    expect(isOtherDay('', { timezone: 'UTC', now })).toBe(false)
  })
})
