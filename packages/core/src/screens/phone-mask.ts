import { digitsOf, formatPhone, type PhoneCountry } from '#rules/index'

const isPlace = (sign: string): boolean => sign === '#' || sign === '_'

/** Undefined for a number of another country than the mask's. */
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

/** Digits laid out by a country's mask as far as they go (EDIT-20); digits of the mask itself are the country's code. */
export const maskPhone = (digits: string, mask?: string | null): string =>
  (mask && digits !== '' ? layOut(digits, mask) : undefined) ?? formatPhone(digits)

/** What somebody is typing into a phone field. */
export interface TypedPhone {
  text: string
  /** The last change added something at the end. */
  appended: boolean
}

/**
 * The text of a phone field. While somebody types it takes on the mask at its end only: a change in the middle would move the caret.
 * What was typed holds as long as it says the same number.
 */
export function phoneText(digits: string, typed: TypedPhone | null, mask?: string | null): string {
  if (typed === null || digitsOf(typed.text) !== digits) return maskPhone(digits, mask)
  return (typed.appended && mask && digits !== '' ? layOut(digits, mask) : undefined) ?? typed.text
}

/** The country whose code the number begins with; of several codes the longest. */
export function countryOfPhone<C extends PhoneCountry>(digits: string, countries: readonly C[]): C | undefined {
  const codeOf = (country: C): string => (country.phone_code ?? '').replace(/\D/g, '')
  return countries
    .filter((country) => codeOf(country) !== '' && digits.startsWith(codeOf(country)))
    .toSorted((a, b) => codeOf(b).length - codeOf(a).length)[0]
}
