import { digitsOf } from '@tiffin/sdk/contract'

export interface PhoneCountry {
  phone_code?: string | null
  phone_mask?: string | null
  phone_len?: number | null
}

/**
 * Digits only (EDIT-18, EDIT-22, AMB-211). A leading 8 becomes 7 only in 11-digit numbers if the country code is 7 or
 * unknown, because other codes begin with 8 too (EDIT-23, AMB-063).
 */
export function cleanPhone(input: string, country?: PhoneCountry | null): string {
  const digits = digitsOf(input)
  const code = digitsOf(country?.phone_code)
  return digits.length === 11 && digits.startsWith('8') && (code === '' || code === '7') ? `7${digits.slice(1)}` : digits
}

/** The number of digits in a mask, fixed and variable (AMB-064). */
export const maskLength = (mask: string | null | undefined): number => (mask ?? '').replace(/[^\d#_]/g, '').length

/** The number of digits of a complete phone number, including the country code; 0 if unknown (AMB-064). */
export const phoneLength = (country: PhoneCountry | null | undefined): number =>
  country?.phone_len || maskLength(country?.phone_mask)

/** True only with exactly the country's number of digits (EDIT-19). */
export function isCompletePhone(input: string, country: PhoneCountry): boolean {
  const length = phoneLength(country)
  return length > 0 && digitsOf(input).length === length
}
