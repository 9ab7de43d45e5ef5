import type { SessionCompany } from '@tiffin/sdk/contract'
import { formatDay } from '#i18n/format-moment'
import { clockTime, currencySymbol, type Decision, formatPrice, type OrderFormat, shownDecimals } from '#rules/index'

/** Amounts, times and days of a company's new order; a time on another day than `now` has its date. */
export function orderFormat(company: SessionCompany, { lang, now }: { lang: string; now: number }): OrderFormat {
  const { timezone, country } = company
  const shown = { decimals: shownDecimals(company), symbol: currencySymbol(country), lang }
  return {
    // An invalid amount is shown as typed.
    price: (amount) => (Number.isFinite(Number(amount)) ? formatPrice(amount, shown) : amount),
    time: (time) => clockTime(time, { lang, timezone, country: country.alpha2, now }),
    day: (day) => formatDay(day, lang),
  }
}

/** The parameters of an error, as they are shown. */
export const errorParams = (refusal: Extract<Decision, { allowed: false }>, { day }: OrderFormat): (string | number)[] =>
  (refusal.params ?? []).map((param) => (/^\d{4}-\d\d-\d\d$/.test(String(param)) ? day(String(param)) : param))
