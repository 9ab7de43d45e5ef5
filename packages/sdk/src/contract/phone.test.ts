import { expect, it } from 'vitest'
import { callerSchema, digitsOf, phoneSchema, normalizeDigits, normalizePhone } from './phone.ts'

it.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['ab ١2۳', 'ab 123'],
])('EDIT-18: reads digits from any keyboard: %s', (text, plain) => {
  expect(normalizeDigits(text)).toBe(plain)
  expect(digitsOf(`+ (${text})`)).toBe(plain.replace('ab ', ''))
})

it.each([
  ['+49 (151) 123-45', '4915112345'],
  ['+49 (0)172 8880001', '491728880001'],
  ['0049 (0) 172 888', '0049172888'],
  ['(0172) 888', '0172888'],
  ['+49 172/888.0001', '491728880001'],
  ['＋４９１７２', '49172'],
  ['', ''],
  ['  ', ''],
  ['1'.repeat(20), '1'.repeat(20)],
])('stores the phone number %j as %j', (typed, stored) => {
  expect(normalizePhone(typed)).toBe(stored)
  expect(phoneSchema.parse(typed)).toBe(stored)
})

it.each(['none', '-', '1'.repeat(21), '+4917O555', '+49 170 5550 ext 5'])('refuses %j as a phone number', (typed) => {
  expect(normalizePhone(typed)).toBeUndefined()
  expect(phoneSchema.safeParse(typed).success).toBe(false)
})

it.each([null, undefined])('reads no digits from %s', (text) => {
  expect(digitsOf(text)).toBe('')
})

it.each([
  ['+49 151 1234567', '491511234567'],
  ['0049151 1234567', '00491511234567'],
  ['', ''],
  [' ', ''],
  ['anonymous', ''],
  ['Unavailable', ''],
])('reads the caller %j as %j', (sent, phone) => {
  expect(callerSchema.parse(sent)).toBe(phone)
})

it.each(['Anna', 'sip:anonymous@example.com', '1'.repeat(21), ' '.repeat(41), '-', 'anonymous2'])(
  'refuses the caller %j',
  (sent) => {
    expect(callerSchema.safeParse(sent).success).toBe(false)
  },
)
