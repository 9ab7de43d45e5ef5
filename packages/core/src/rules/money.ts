import { formatNumber } from './format-number.ts'

/** An amount in minor units (cents). A bigint: a price times a fractional quantity must stay exact. */
export type Minor = bigint

interface Decimal {
  units: bigint
  /** Digits after the point. */
  scale: number
}

const pattern = /^(-?)(\d+)(?:\.(\d+))?$/

function decimal(value: string | number): Decimal {
  // Numbers print with an exponent below 1e-6 and from 1e21 on; no price, rate or quantity has more than 12 decimals.
  const text = typeof value === 'number' && /e/.test(String(value)) ? value.toFixed(12) : String(value).trim()
  const [, sign, whole, fraction = ''] = pattern.exec(text) ?? []
  if (whole === undefined) throw new RangeError(`Not a decimal number: ${text}`)
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
}

/** Divides and rounds half up, away from zero for negative amounts (AMB-120). */
export function divide(units: bigint, by: bigint): bigint {
  const half = units < 0n ? -by / 2n : by / 2n
  return (units + half) / by
}

const scaleTo = ({ units, scale }: Decimal, to: number): bigint =>
  scale <= to ? units * 10n ** BigInt(to - scale) : divide(units, 10n ** BigInt(scale - to))

/** Parses a decimal string or number, rounding half up to cents; empty is 0. Throws RangeError for anything else. */
export const parseMoney = (value: string | number | null | undefined): Minor =>
  value === null || value === undefined || value === '' ? 0n : scaleTo(decimal(value), 2)

/** The amount in wire format: `12.50`. */
export function formatMoney(amount: Minor): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Amount times a quantity or rate, rounded half up. */
export function times(amount: Minor, factor: string | number): Minor {
  const { units, scale } = decimal(factor)
  return divide(amount * units, 10n ** BigInt(scale))
}

/** `percent` per cent of an amount, rounded half up to cents. */
export function percentOf(amount: Minor, percent: string | number): Minor {
  const { units, scale } = decimal(percent)
  return divide(amount * units, 10n ** BigInt(scale + 2))
}

export const sum = (amounts: Iterable<Minor>): Minor => {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}
export const min = (a: Minor, b: Minor): Minor => (a < b ? a : b)
export const max = (a: Minor, b: Minor): Minor => (a > b ? a : b)

/** Number of decimals that a company shows: 2, or none if price_show_decimal is 0 (PRICE-05, PRICE-06). */
export const shownDecimals = (company: { price_show_decimal?: number | null | undefined } | null | undefined): 0 | 2 =>
  company?.price_show_decimal === 0 ? 0 : 2

/** The currency's symbol: the country's symbol, else its code, else unknown (AMB-119). */
export const currencySymbol = (
  country: { currency_symbol?: string | null; currency_code?: string | null } | null | undefined,
): string | undefined => country?.currency_symbol || country?.currency_code || undefined

/** How amounts are shown: the company's decimals, and the format of a language. */
export interface AmountFormat {
  decimals?: 0 | 2 | undefined
  /** The language. If left out, as on a receipt, numbers are not grouped: `1234.50`. */
  lang?: string | undefined
}

/** An amount for display without its currency, such as `1,234.50` (PRICE-05). */
export function formatAmount(
  amount: string | number | Minor | null | undefined,
  { decimals = 2, lang }: AmountFormat = {},
): string {
  const minor = typeof amount === 'bigint' ? amount : parseMoney(amount)
  const text = decimals === 0 ? String(divide(minor, 100n)) : formatMoney(minor)
  return lang === undefined ? text : formatNumber(text, lang)
}

/** An amount for display, such as `12.50 ₽`; without a symbol, the specified fallback "%" (PRICE-05, PRICE-07). */
export const formatPrice = (
  amount: string | number | Minor | null | undefined,
  { symbol, ...format }: AmountFormat & { symbol?: string | null | undefined } = {},
): string => `${formatAmount(amount, format)} ${symbol || '%'}`
