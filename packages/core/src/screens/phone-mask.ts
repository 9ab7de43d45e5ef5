import { formatPhone, type PhoneCountry } from '#rules/phone'

const isPlace = (sign: string): boolean => sign === '#' || sign === '_'

/** Digits laid out by a country's mask as far as they go (EDIT-20); digits of the mask itself are the country's code. */
export function maskPhone(digits: string, mask: string | null | undefined): string {
  if (digits === '') return ''
  if (!mask) return formatPhone(digits)
  let rest = digits
  let out = ''
  for (const sign of mask) {
    if (rest === '') break
    if (isPlace(sign) || /\d/.test(sign)) {
      // A number of another country than the mask's stays as it is.
      if (/\d/.test(sign) && rest[0] !== sign) return formatPhone(digits)
      out += rest[0]
      rest = rest.slice(1)
    } else out += sign
  }
  return out + rest
}

/** The country whose code the number begins with; of several codes the longest. */
export function countryOfPhone<C extends PhoneCountry>(digits: string, countries: readonly C[]): C | undefined {
  const codeOf = (country: C): string => (country.phone_code ?? '').replace(/\D/g, '')
  return countries
    .filter((country) => codeOf(country) !== '' && digits.startsWith(codeOf(country)))
    .toSorted((a, b) => codeOf(b).length - codeOf(a).length)[0]
}
