import { expect, it } from 'vitest'
import { shortDay } from './short-day.ts'

it.each([
  ['en', 'Pacific/Kiritimati', 'Nov 21'],
  ['en', 'Pacific/Honolulu', 'Nov 20'],
  ['ru', 'Pacific/Honolulu', '20 нояб.'],
])('BOARD-13: formats an earlier day in %s as a clock in %s has it', (lang, timezone, day) => {
  expect(shortDay('2026-11-20T23:30:00.000Z', { lang, timezone })).toBe(day)
})
