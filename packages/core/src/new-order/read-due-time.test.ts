import { expect, it } from 'vitest'
import { readDueTime } from './read-due-time.ts'

// 20:15 in Berlin.
const now = Date.parse('2026-11-21T19:15:30Z')
const read = (text: string) => readDueTime(text, { now, timezone: 'Europe/Berlin' })

it.each([
  ['00:30', '2026-11-21T23:30:00.000Z', true],
  ['20:14', '2026-11-22T19:14:00.000Z', true],
  ['20:15', '2026-11-21T19:15:00.000Z', false],
  ['21:00', '2026-11-21T20:00:00.000Z', false],
  ['2026-11-21 00:30', '2026-11-20T23:30:00.000Z', false],
])('a due time typed in the evening: %s is the next one, unless its day is typed', (text, time, isTomorrow) => {
  expect(read(text)).toEqual({ time, isTomorrow })
})

it('KDS-21: a due time typed after midnight in the company is of its day, not of the UTC day', () => {
  const afterMidnight = { now: Date.parse('2026-11-21T23:30:00Z'), timezone: 'Europe/Berlin' }
  expect(readDueTime('00:45', afterMidnight)).toEqual({ time: '2026-11-21T23:45:00.000Z', isTomorrow: false })
})

it.each(['24:00', '9', '12:60', '2026-02-31 12:00', 'noon'])('%s is no due time', (text) => {
  expect(read(text)).toBeUndefined()
})
