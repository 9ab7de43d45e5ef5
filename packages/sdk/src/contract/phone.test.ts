import { expect, it } from 'vitest'
import { digitsOf, phoneSchema, plainDigits, storedPhone } from './phone.ts'

it.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['ab ١2۳', 'ab 123'],
])('EDIT-18: reads digits from any keyboard: %s', (text, plain) => {
  expect(plainDigits(text)).toBe(plain)
  expect(digitsOf(`+ (${text})`)).toBe(plain.replace('ab ', ''))
})

it.each([
  ['+49 (151) 123-45', '4915112345'],
  ['', ''],
  ['  ', ''],
  ['1'.repeat(20), '1'.repeat(20)],
])('stores the phone number %j as %j', (typed, stored) => {
  expect(storedPhone(typed)).toBe(stored)
  expect(phoneSchema.parse(typed)).toBe(stored)
})

it.each(['none', '-', '1'.repeat(21)])('refuses %j as a phone number', (typed) => {
  expect(storedPhone(typed)).toBeUndefined()
  expect(phoneSchema.safeParse(typed).success).toBe(false)
})

it.each([null, undefined])('reads no digits from %s', (text) => {
  expect(digitsOf(text)).toBe('')
})
