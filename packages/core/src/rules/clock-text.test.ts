import { expect, it } from 'vitest'
import { clockText, readClock } from './clock-text.ts'

it.each([
  ['18:00', 'DE', '18:00'],
  ['18:00', 'US', '6:00 PM'],
  ['00:30', 'US', '12:30 AM'],
  ['12:05', 'US', '12:05 PM'],
  ['18:00', '', '18:00'],
  ['', 'US', ''],
])('%s in %s is shown as %s, whatever the browser prefers', (clock, country, text) => {
  expect(clockText(clock, country)).toBe(text)
  if (clock !== '') expect(readClock(text)).toBe(clock)
})

it.each([
  ['9', '09:00'],
  ['1800', '18:00'],
  ['18.30', '18:30'],
  [' 6 pm ', '18:00'],
  ['12 a.m.', '00:00'],
  ['١٨:٠٠', '18:00'],
  ['24:00', undefined],
  ['13 pm', undefined],
  ['18:60', undefined],
  ['noon', undefined],
  ['', undefined],
])('typed %j is read as %s', (text, clock) => {
  expect(readClock(text)).toBe(clock)
})
