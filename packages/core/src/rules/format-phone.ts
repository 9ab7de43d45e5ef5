/** Stored phones begin with the country code; a short number, or one that begins with 0, is dialled as it is. */
const isInternational = (digits: string): boolean => /^[1-9]\d{7,}$/.test(digits)

/** The calling code at the beginning of a number: one, two or three digits (ITU-T E.164). */
const callingCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/** Group lengths of the digits after the country code, for countries that do not group in threes. */
const defaultGroups: Readonly<Record<string, string>> = {
  7: '3322',
  20: '334',
  27: '234',
  31: '18',
  32: '3222',
  33: '12222',
  36: '234',
  41: '2322',
  44: '46',
  45: '2222',
  46: '2322',
  47: '323',
  49: '344',
  52: '244',
  54: '244',
  55: '254',
  56: '144',
  65: '44',
  66: '234',
  81: '244',
  82: '244',
  86: '344',
  90: '3322',
  91: '55',
  353: '234',
  371: '233',
  372: '44',
  373: '233',
  375: '2322',
  380: '2322',
  386: '233',
  852: '44',
  962: '144',
  965: '44',
  966: '234',
  971: '234',
  972: '234',
  974: '44',
  992: '324',
  994: '2322',
  995: '3222',
  998: '2322',
}

/** Groups digits in threes; a single leftover digit joins the last group, and two form their own. */
const groupInThrees = (digits: string): string => digits.replaceAll(/\d{3}(?=\d{2})/g, '$& ')

function splitIntoGroups(digits: string, lengths: string | undefined): string {
  const sizes = Array.from(lengths ?? '', Number)
  if (sizes.reduce((sum, size) => sum + size, 0) !== digits.length) return groupInThrees(digits)
  let at = 0
  return sizes.map((size) => digits.slice(at, (at += size))).join(' ')
}

/** A phone number for display: with `+`, and grouped as in its country (EDIT-24, AMB-065). */
export function formatPhone(phone: string): string {
  if (!isInternational(phone)) return /^\d{7,}$/.test(phone) ? groupInThrees(phone) : phone
  const [code = ''] = callingCode.exec(phone) ?? []
  return `+${code} ${splitIntoGroups(phone.slice(code.length), defaultGroups[code])}`
}

/** The link that dials a phone number. */
export const phoneLink = (phone: string): string => `tel:${isInternational(phone) ? '+' : ''}${phone}`
