import type { Company, SubscribePeriod, Tariff } from '@tiffin/sdk/contract'
import { formatMoney, max, parseMoney, percentOf, sum, times } from './money.ts'

type Options = Readonly<Record<string, unknown>>

/**
 * Amount due in US dollars: tariff and paid add-ons for the period's months, less its discount and the balance. Never
 * below 0 (BILL-16).
 */
export function amountDue(
  company: Pick<Company, 'balance'> & Options,
  tariff: Pick<Tariff, 'amount' | 'option'>,
  period: Pick<SubscribePeriod, 'month' | 'discount'>,
): string {
  const addOns = (tariff.option ?? []).filter(
    ({ field, free, enable }) => field.startsWith('allow_') && enable === 1 && free !== 1 && company[field] === 1,
  )
  const bill = sum([parseMoney(tariff.amount), ...addOns.map(({ value }) => parseMoney(value))])
  const whole = times(bill, period.month)
  // Rounded once (AMB-241): subtracting a rounded discount is sometimes a cent off.
  const total = percentOf(whole, 100 - period.discount)
  return formatMoney(max(0n, total - parseMoney(company.balance)))
}

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
