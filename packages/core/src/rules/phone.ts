import { digitsOf, normalizePhone } from '@tiffin/sdk/limits'

export interface PhoneCountry {
  phone_code?: string | null
  phone_mask?: string | null
  phone_len?: number | null
}

/** Numbers of Italy, San Marino and the Vatican keep the 0 of their area codes in international form. */
const codesBeforeZero: ReadonlySet<string> = new Set(['39', '378', '379'])

/**
 * Digits only (EDIT-18, EDIT-22, AMB-211), in international form if it can be derived: `00` and the 0 for calls within
 * the country are prefixes of the network, not of the number. A leading 8 becomes 7 only in 11-digit numbers if the country
 * code is 7 or unknown, because other codes begin with 8 too (EDIT-23, AMB-063).
 */
export function cleanPhone(input: string, country?: PhoneCountry | null): string {
  const typed = normalizePhone(input) ?? digitsOf(input)
  const digits = typed.replace(/^00/, '')
  const code = digitsOf(country?.phone_code)
  if (digits.length === 11 && digits.startsWith('8') && (code === '' || code === '7')) return `7${digits.slice(1)}`
  const length = phoneLength(country)
  // +49 0151 …: the 0 for calls within the country after the code makes a known length one too long.
  const isTooLong = digits.length === length + 1 && !codesBeforeZero.has(code)
  if (code !== '' && isTooLong && digits.startsWith(`${code}0`)) return code + digits.slice(code.length + 1)
  if (code === '' || !digits.startsWith('0')) return digits
  const keepsZero = codesBeforeZero.has(code) || code.length + digits.length === length
  return code + (keepsZero ? digits : digits.slice(1))
}

/**
 * The digits to search for, so that all spellings of a phone, also incomplete ones, find it: without the country's own code
 * and the prefixes for calls abroad and within the country, which may not be stored.
 */
export function phonePart(text: string, country?: PhoneCountry | null): string {
  const code = digitsOf(country?.phone_code)
  const typed = normalizePhone(text) ?? digitsOf(text)
  const isInternational = /^[\s(]*\+/.test(text.normalize('NFKC')) || typed.startsWith('00')
  const digits = typed.replace(/^0+/, '')
  if (isInternational) return (code !== '' && digits.startsWith(code) ? digits.slice(code.length) : digits).replace(/^0+/, '')
  return typed.startsWith('8') && code === '7' ? typed.slice(1) : digits
}

/** The number that a message to a typed phone goes to: a complete number of the country gets its code (AMB-250). */
export function messagePhone(input: string, country?: PhoneCountry | null): string {
  const phone = cleanPhone(input, country)
  const code = digitsOf(country?.phone_code)
  const isComplete = code.length + phone.length === phoneLength(country) && !phone.startsWith(code)
  return isComplete && !/^(\+|00)/.test(input) ? code + phone : phone
}

/** The ways in which a cleaned phone may be stored: with and without the country's code. */
export function phoneSpellings(phone: string, country?: PhoneCountry | null): string[] {
  const code = digitsOf(country?.phone_code)
  if (phone === '' || code === '') return [phone]
  return phone.startsWith(code) ? [phone, phone.slice(code.length)] : [phone, code + phone]
}

/** The number of digits in a mask, fixed and variable (AMB-064). */
export const maskLength = (mask: string | null | undefined): number => (mask ?? '').replace(/[^\d#_]/g, '').length

/** The number of digits of a complete phone number, including the country code; 0 if unknown (AMB-064). */
export const phoneLength = (country: PhoneCountry | null | undefined): number =>
  country?.phone_len || maskLength(country?.phone_mask)

/** Whether a number has exactly the country's number of digits (EDIT-19). */
export function isCompletePhone(input: string, country: PhoneCountry): boolean {
  const length = phoneLength(country)
  return length > 0 && digitsOf(input).length === length
}
