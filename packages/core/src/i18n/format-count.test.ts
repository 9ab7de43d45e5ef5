import { expect, it } from 'vitest'
import { formatCount } from './format-count.ts'

it.each([
  [{ count: 7, atLeast: false }, 'en', '7'],
  [{ count: 10_000, atLeast: true }, 'en', '10,000+'],
  [{ count: 1000, atLeast: true }, 'ru', '1\u00a0000+'],
  [{ count: 1000, atLeast: true }, 'ar', '1,000+'],
])('API-10 LIST-04: formats %o in %s as %s', (found, lang, text) => {
  expect(formatCount(found, lang)).toBe(text)
})
