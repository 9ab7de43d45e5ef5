import { describe, expect, it } from 'vitest'
import { weekdays, type WorkDay } from '@tiffin/sdk/contract'
import { openingAt, openingsBetween, roundReplyTime } from './openings.ts'

const week = (periods: WorkDay['periods'], closed: readonly number[] = []): WorkDay[] =>
  weekdays.map((name, day) => ({ name, day, work: closed.includes(day) ? 0 : 1, periods }))
const at = (time: string): number => Date.parse(time)
const text = (time: number | null) => time && new Date(time).toISOString().slice(0, 16)

describe('opening hours', () => {
  // 2026-11-20 is a Friday; Berlin is an hour ahead of UTC.
  const day = [{ start: '09:00', end: '18:00' }]
  it.each<[string, WorkDay[] | null, string, boolean | null, string | null, string | null]>([
    ['in the hours', week(day), '2026-11-20T08:00Z', true, '2026-11-20T17:00', '2026-11-21T08:00'],
    ['just before them', week(day), '2026-11-20T07:59Z', false, null, '2026-11-20T08:00'],
    ['at their end', week(day), '2026-11-20T17:00Z', false, null, '2026-11-21T08:00'],
    ['before a free weekend', week(day, [0, 6]), '2026-11-20T18:00Z', false, null, '2026-11-23T08:00'],
    [
      'after midnight',
      week([{ start: '18:00', end: '02:00' }]),
      '2026-11-20T00:30Z',
      true,
      '2026-11-20T01:00',
      '2026-11-20T17:00',
    ],
    [
      'in periods that meet',
      week([...day, { start: '18:00', end: '20:00' }]),
      '2026-11-20T10:00Z',
      true,
      '2026-11-20T19:00',
      '2026-11-21T08:00',
    ],
    ['never', week(day, [0, 1, 2, 3, 4, 5, 6]), '2026-11-20T10:00Z', false, null, null],
    ['without hours', null, '2026-11-20T03:00Z', null, null, null],
    ['with no days', [], '2026-11-20T03:00Z', null, null, null],
    // The clocks go back on 25 October.
    ['on the day of another offset', week(day), '2026-10-25T07:59Z', false, null, '2026-10-25T08:00'],
  ])('%s', (_title, hours, now, open, closes, opens) => {
    const found = openingAt(hours, at(now), 'Europe/Berlin')
    expect([found.open, text(found.closes), text(found.opens)]).toEqual([open, closes, opens])
  })

  it('lists the openings of a period, joined where they meet', () => {
    const allDay = openingsBetween(week([]), at('2026-11-13T12:00Z'), at('2026-11-20T12:00Z'), 'UTC')
    expect(allDay).toHaveLength(1)
    expect(openingsBetween(week(day), at('2026-11-13T12:00Z'), at('2026-11-20T12:00Z'), 'UTC')).toHaveLength(8)
  })
})

it.each([
  [0, 1],
  [59, 1],
  [60, 5],
  [440, 5],
  [460, 10],
  [57 * 60, 55],
  [58 * 60, 60],
  [80 * 60, 60],
  [100 * 60, 120],
  [12 * 3600, 720],
  [13 * 3600, 1440],
  [24 * 3600, 1440],
  [24 * 3600 + 1, null],
])('a reply time of %i s is told as %s minutes', (seconds, minutes) => {
  expect(roundReplyTime(seconds)).toBe(minutes)
})
