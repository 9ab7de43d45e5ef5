import { describe, expect, it } from 'vitest'
import { readUntil } from './availability-time.ts'
import { isAvailabilityTime, availabilityTexts } from './availability.ts'

const now = Date.parse('2026-11-21T16:20:00Z')
const time = (timestamp: string) => timestamp.slice(11, 16)

describe('a paused or busy merchant', () => {
  const merchant = { paused_until: '2026-11-21T16:50:00Z', busy_until: '2026-11-21T17:20:00Z', busy_minutes: 15 }
  it.each([
    ['2026-11-21T16:49:59Z', ['Paused until %1', 'Busy until %1: %2 min more']],
    ['2026-11-21T16:50:00Z', ['Busy until %1: %2 min more']],
    ['2026-11-21T17:20:00Z', []],
  ])('KDS-07: says when it ends, and at %s it is %j', (at, texts) => {
    expect(availabilityTexts(merchant, Date.parse(at), time).map(({ text }) => text)).toEqual(texts)
  })

  it('KDS-07: has the times and the minutes in the texts', () => {
    expect(availabilityTexts(merchant, now, time).map(({ params }) => params)).toEqual([['16:50'], ['17:20', 15]])
    expect(availabilityTexts({}, now, time)).toEqual([])
  })

  it('KDS-07: may be so for up to 24 hours', () => {
    const at = (hours: number) => isAvailabilityTime(now + hours * 3_600_000, now)
    expect([at(0), at(0.1), at(24), at(24.1), Number.isNaN(now)]).toEqual([false, true, true, false, false])
  })

  it.each([
    ['30', '2026-11-21T16:50:00.000Z'],
    ['720', '2026-11-22T04:20:00.000Z'],
    ['1830', '2026-11-21T17:30:00.000Z'],
    // Berlin: 17:20 now.
    ['18:30', '2026-11-21T17:30:00.000Z'],
    ['9:00', '2026-11-22T08:00:00.000Z'],
    ['6 pm', '2026-11-21T17:00:00.000Z'],
    ['0', undefined],
    ['2500', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('KDS-07: %j is a time: %s', (typed, timestamp) => {
    expect(readUntil(typed, { now, timezone: 'Europe/Berlin' })).toBe(timestamp)
  })

  it('KDS-21: a time of day is of the company’s day', () => {
    // 21:00 in New York.
    const evening = { now: Date.parse('2026-11-21T02:00:00Z'), timezone: 'America/New_York' }
    expect(readUntil('22:00', evening)).toBe('2026-11-21T03:00:00.000Z')
  })
})
