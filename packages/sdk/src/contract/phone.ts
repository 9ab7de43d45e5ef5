import * as z from 'zod'

const ZEROS = ['٠', '۰'].map((zero) => zero.charCodeAt(0))

/** The text with Arabic and Persian digits replaced by 0 to 9. */
export const normalizeDigits = (text: string): string =>
  text.replaceAll(/[٠-٩۰-۹]/g, (digit) => {
    const zero = ZEROS.findLast((first) => digit.charCodeAt(0) >= first) ?? 0
    return String(digit.charCodeAt(0) - zero)
  })

/** Only the digits of a text. */
export const digitsOf = (text: string | null | undefined): string => normalizeDigits(text ?? '').replaceAll(/\D/g, '')

/** E.164 allows 15 digits; some networks use a few more. */
const MAX_DIGITS = 20
/** Characters that users type between the digits. */
const ALLOWED = /^[\d\s+()./\-‐‑–—]*$/
/** The 0 for calls within the country, written after the country code: `+49 (0) 151`. */
const TRUNK_ZERO = /(?<=\d)\s*\(0\)/

/**
 * A phone number as stored: digits only, empty for blank text; undefined if it is not a phone number. Whether a leading 8
 * means 7 depends on the country (AMB-063, AMB-211).
 */
export function normalizePhone(text: string): string | undefined {
  const plain = normalizeDigits(text.normalize('NFKC')).replace(TRUNK_ZERO, '')
  const digits = digitsOf(plain)
  // Text without digits must not clear a stored number, and dropping letters would give a different number.
  const isInvalid = (digits === '' && text.trim() !== '') || digits.length > MAX_DIGITS || !ALLOWED.test(plain)
  return isInvalid ? undefined : digits
}

/** A typed number, converted to digits; `+` stays in front, because +1 512 … is not 151 2… of the country. */
export const typedPhoneSchema = z
  .string()
  .min(5)
  .max(40)
  .overwrite((text) => {
    const digits = normalizePhone(text)
    if (digits === undefined) return text
    return /^[\s(]*\+/.test(text.normalize('NFKC')) ? `+${digits}` : digits
  })
  .refine((text) => /^\+?\d{5,}$/.test(text), 'Enter a valid phone number')

/** Texts that phone systems send for a caller who hides the number. */
const HIDDEN = /^(?:anonymous|private|restricted|unavailable|unknown|withheld)?$/i

/** A caller's number as phone systems send it, converted to digits; empty if it is hidden. */
export const callerSchema = z
  .string()
  .max(40)
  .overwrite((text) => (HIDDEN.test(text.trim()) ? '' : (normalizePhone(text) ?? text)))
  .refine((text) => normalizePhone(text) === text, 'Enter a valid phone number')

/** A phone number as typed, converted to digits (EDIT-22). */
export const phoneSchema = z
  .string()
  .max(40)
  .overwrite((text) => normalizePhone(text) ?? text)
  .refine((text) => normalizePhone(text) === text, 'Enter a valid phone number')
