import { expect, it } from 'vitest'
import { formatNumber } from './format-number.ts'

it.each([
  [7, 'en', '7'],
  [100_000, 'en', '100,000'],
  ['12500.50', 'en', '12,500.50'],
  ['12500.50', 'ru', '12\u00a0500,50'],
  ['-0.05', 'ar', '\u200e-0.05'],
])('LIST-24: formats %s in %s as %s', (value, lang, text) => {
  expect(formatNumber(value, lang)).toBe(text)
})
