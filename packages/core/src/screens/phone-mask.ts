import { digitsOf, formatPhone, type PhoneCountry } from '#rules/index'

const isPlace = (sign: string): boolean => sign === '#' || sign === '_'

/** Formats digits by a mask; undefined if the number does not match the mask's country. */
function layOut(digits: string, mask: string): string | undefined {
  let rest = digits
  let out = ''
  for (const sign of mask) {
    if (rest === '') break
    if (isPlace(sign) || /\d/.test(sign)) {
      if (/\d/.test(sign) && rest[0] !== sign) return undefined
      out += rest[0]
      rest = rest.slice(1)
    } else out += sign
  }
  return out + rest
}

/** Formats digits with a country's mask as far as it applies (EDIT-20); digits in the mask are the country code. */
export const maskPhone = (digits: string, mask?: string | null): string =>
  (mask && digits !== '' ? layOut(digits, mask) : undefined) ?? formatPhone(digits)

/** Text being typed into a phone field. */
export interface TypedPhone {
  text: string
  /** Whether the last change appended text. */
  appended: boolean
}

/**
 * The text of a phone field. While typing, the mask is applied only to appended text, since a change in the middle
 * would move the caret. Typed text stays as long as it has the same digits.
 */
export function phoneText(digits: string, typed: TypedPhone | null, mask?: string | null): string {
  if (typed === null || digitsOf(typed.text) !== digits) return maskPhone(digits, mask)
  return (typed.appended && mask && digits !== '' ? layOut(digits, mask) : undefined) ?? typed.text
}

/** The country whose code the number begins with; if several match, the longest code. */
export function countryOfPhone<C extends PhoneCountry>(digits: string, countries: readonly C[]): C | undefined {
  const codeOf = (country: C): string => (country.phone_code ?? '').replace(/\D/g, '')
  return countries
    .filter((country) => codeOf(country) !== '' && digits.startsWith(codeOf(country)))
    .toSorted((a, b) => codeOf(b).length - codeOf(a).length)[0]
}
