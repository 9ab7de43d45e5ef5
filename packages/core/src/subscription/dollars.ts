import { isRightToLeft } from '#i18n/create-i18n'
import { formatMoney, parseMoney } from '#rules/index'
import { formatNumber } from '#rules/format-number'

/** Keeps the sign before the number in right-to-left text. */
const LEFT_TO_RIGHT = '\u200E'

/** An amount of the platform, which is always in US dollars (BILL-12): `12.5` is `$12.50`. */
export function formatDollars(amount: string, lang: string): string {
  const exact = formatMoney(parseMoney(amount))
  const sign = exact.startsWith('-') ? '-' : ''
  return `${isRightToLeft(lang) ? LEFT_TO_RIGHT : ''}${sign}$${formatNumber(exact.replace('-', ''), lang)}`
}
