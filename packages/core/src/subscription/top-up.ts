import type { PlainKey } from '#i18n/text-key'
import { amount, formatMoney, parseMoney } from '#rules/index'

/** In US dollars (BILL-09). */
export const MIN_TOP_UP = '15.00'

/** A price less the balance, but at least the minimum (BILL-11, AMB-172). */
export function suggestedTopUp(price: string, balance: string): string {
  const missing = parseMoney(price) - parseMoney(balance)
  const least = parseMoney(MIN_TOP_UP)
  return formatMoney(missing > least ? missing : least)
}

/** Why a typed amount can't be paid; undefined if it can (BILL-10). */
export function topUpProblem(typed: string): PlainKey | undefined {
  const read = amount(typed)
  if (read === undefined) return 'Enter an amount, such as 25.00'
  return parseMoney(read) < parseMoney(MIN_TOP_UP) ? 'Minimum payment amount is $15' : undefined
}
