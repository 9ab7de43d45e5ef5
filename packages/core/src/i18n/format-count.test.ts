import { expect, it } from 'vitest'
import { formatCount, formatNumber } from './format-count.ts'

it.each([
  [{ count: 7, atLeast: false }, 'en', '7'],
  [{ count: 10_000, atLeast: true }, 'en', '10,000+'],
  [{ count: 1000, atLeast: true }, 'ru', '1\u00a0000+'],
  [{ count: 1000, atLeast: true }, 'ar', '1,000+'],
])('API-10 LIST-04: formats %o in %s as %s', (found, lang, text) => {
  expect(formatCount(found, lang)).toBe(text)
})

it.each([
  [7, 'en', '7'],
  [100_000, 'en', '100,000'],
  ['12500.50', 'en', '12,500.50'],
  ['12500.50', 'ru', '12\u00a0500,50'],
  ['-0.05', 'ar', '\u200e-0.05'],
])('LIST-24: formats %s in %s as %s', (value, lang, text) => {
  expect(formatNumber(value, lang)).toBe(text)
})
