import * as z from 'zod'

const ZEROS = ['٠', '۰'].map((zero) => zero.charCodeAt(0))

/** A text with the digits of Arabic and Persian keyboards as 0 to 9. */
export const plainDigits = (text: string): string =>
  text.replaceAll(/[٠-٩۰-۹]/g, (digit) => {
    const zero = ZEROS.findLast((first) => digit.charCodeAt(0) >= first) ?? 0
    return String(digit.charCodeAt(0) - zero)
  })

/** The digits of a text alone. */
export const digitsOf = (text: string | null | undefined): string => plainDigits(text ?? '').replaceAll(/\D/g, '')

/** E.164 knows 15 digits; some networks take a few more. */
const LONGEST = 20

/**
 * A phone as it is stored: its digits, none where the text is blank; undefined where it is no phone. Whether an 8 at its beginning
 * means a 7 is known only where its country is (AMB-063, AMB-211).
 */
export function storedPhone(text: string): string | undefined {
  const digits = digitsOf(text)
  // Letters alone must not take a number away.
  return (digits === '' && text.trim() !== '') || digits.length > LONGEST ? undefined : digits
}

/** A phone as it is typed, which becomes its digits (EDIT-22). */
export const phoneSchema = z
  .string()
  .max(40)
  .overwrite((text) => storedPhone(text) ?? text)
  .refine((text) => storedPhone(text) === text, 'Enter a valid phone number')
