import { expect, it } from 'vitest'
import { readPeriod } from './period-picker.tsx'

it.each([
  ['2026-11-21', { from: '2026-11-21', to: '2026-11-21' }],
  ['2026-11-21 2026-11-25', { from: '2026-11-21', to: '2026-11-25' }],
  ['2026-11-25, 2026-11-21', { from: '2026-11-21', to: '2026-11-25' }],
  [' yesterday ', 'Yesterday'],
  ['2026-02-30', undefined],
  ['2026-11-21 2026-11-22 2026-11-23', undefined],
  ['', undefined],
])('BOARD-06: the typed period %j is read as %j', (text, period) => {
  expect(readPeriod(text)).toEqual(period)
})
