import { expect, it } from 'vitest'
import { quietEnd } from './quiet-hours.ts'

const NIGHT = { from: '21:00', until: '09:00' }
it.each([
  ['before the evening', '2026-11-21T19:59:00Z', NIGHT, null],
  ['at its beginning', '2026-11-21T20:00:00Z', NIGHT, '2026-11-22T08:00:00.000Z'],
  ['after midnight', '2026-11-22T00:30:00Z', NIGHT, '2026-11-22T08:00:00.000Z'],
  ['at its end', '2026-11-22T08:00:00Z', NIGHT, null],
  ['in a quiet noon', '2026-11-22T11:30:00Z', { from: '12:00', until: '14:00' }, '2026-11-22T13:00:00.000Z'],
  ['outside a quiet noon', '2026-11-22T14:30:00Z', { from: '12:00', until: '14:00' }, null],
  ['without quiet hours', '2026-11-22T00:30:00Z', { from: '09:00', until: '09:00' }, null],
  ['in the night of summer time', '2026-03-28T22:00:00Z', NIGHT, '2026-03-29T07:00:00.000Z'],
])('quiet hours in Berlin %s', (_when, now, hours, end) => {
  expect(quietEnd(Date.parse(now), 'Europe/Berlin', hours)).toBe(end)
})
