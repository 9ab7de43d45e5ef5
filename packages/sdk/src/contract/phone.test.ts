import { expect, it } from 'vitest'
import { digitsOf, plainDigits } from './phone.ts'

it.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['ab ١2۳', 'ab 123'],
])('EDIT-18: reads digits from any keyboard: %s', (text, plain) => {
  expect(plainDigits(text)).toBe(plain)
  expect(digitsOf(`+ (${text})`)).toBe(plain.replace('ab ', ''))
})
