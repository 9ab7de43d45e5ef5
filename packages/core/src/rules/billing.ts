import type { Company, Payment, SubscribePeriod, Tariff } from '@tiffin/sdk/contract'
import { formatMoney, max, type Minor, parseMoney, percentOf, sum, times } from './money.ts'

type Options = Readonly<Record<string, unknown>>

/** The add-ons that a tariff offers for money: enabled `allow_` options that are not free (BILL-15). */
export const addOnsOf = (tariff: Pick<Tariff, 'option'>) =>
  (tariff.option ?? []).filter(({ field, free, enable }) => field.startsWith('allow_') && enable === 1 && free !== 1)

/** A month of a tariff with add-ons, in cents, before the discount of the period (BILL-13). */
export const monthlyBill = (terms: { tariff: Pick<Tariff, 'amount' | 'option'>; addOns: readonly string[] }): Minor =>
  sum([
    parseMoney(terms.tariff.amount),
    ...addOnsOf(terms.tariff)
      .filter(({ field }) => terms.addOns.includes(field))
      .map(({ value }) => parseMoney(value)),
  ])

/** A month's bill for all months of a period, less its discount, rounded once (BILL-14, AMB-241). */
export const periodTotal = (monthly: Minor, { month, discount }: Pick<SubscribePeriod, 'month' | 'discount'>): Minor =>
  // Without toFixed, 100 - 99.99 is not 0.01.
  percentOf(times(monthly, month), (100 - discount).toFixed(6))

/**
 * Amount due in US dollars: tariff and paid add-ons for the period's months, less its discount and the balance. Never
 * below 0 (BILL-16).
 */
export function amountDue(
  company: Pick<Company, 'balance'> & Options,
  tariff: Pick<Tariff, 'amount' | 'option'>,
  period: Pick<SubscribePeriod, 'month' | 'discount'>,
): string {
  const addOns = addOnsOf(tariff).flatMap(({ field }) => (company[field] === 1 ? [field] : []))
  return formatMoney(max(0n, periodTotal(monthlyBill({ tariff, addOns }), period) - parseMoney(company.balance)))
}

/** Refundable amount of a payment in US dollars. 0 for charges and credits by the server, which moved no money. */
export const refundable = ({ type, amount }: Pick<Payment, 'type' | 'amount'>): string =>
  type === 2 || type === 3 ? '0.00' : amount

/** The subscription ends within 5 days and payment is due (BOARD-40). */
export const isExpiring = (remaining: number | null, due: string): boolean =>
  remaining !== null && remaining >= 0 && remaining < 5 && parseMoney(due) > 0n

export interface Usage {
  /** Whole percent of the limit; above 100 if exceeded. */
  percent: number
  /** Red from 80 % (BOARD-43, AMB-173). */
  tone: 'green' | 'red'
  /** Above 90 % the bar is always shown (BOARD-42). */
  forced: boolean
}

/** The share of its order limit that a company has used; null without a limit. */
export function orderUsage(company: { order_count: number; limit_order: number | null }): Usage | null {
  const { order_count: count, limit_order: limit } = company
  if (limit === null) return null
  const share = limit > 0 ? count / limit : 1
  return { percent: Math.floor(share * 100), tone: share < 0.8 ? 'green' : 'red', forced: share > 0.9 }
}

export const offersTrial = ({ trial, trial_period: days }: Pick<Tariff, 'trial' | 'trial_period'>): boolean =>
  trial === 1 && (days ?? 0) > 0

/**
 * Days of trial that a user's next company gets for a tariff; `had` lists the tariffs whose trial was already used
 * (AMB-239).
 */
export const trialDays = (
  tariff: Pick<Tariff, 'tariff_id' | 'trial' | 'trial_period'>,
  usedTariffs: readonly number[],
): number => (offersTrial(tariff) && !usedTariffs.includes(tariff.tariff_id) ? (tariff.trial_period ?? 0) : 0)
