import { type CompanyLimit, isApiError, type SubscribePeriod, type Tariff } from '@tiffin/sdk/contract'
import type { Message } from '#i18n/text-key'
import { addOnsOf, type Bill, billOf, formatMoney, monthlyBill, periodTotal, type Terms } from '#rules/index'
import { countedLimits, type CompanySubscription, type CountedLimit } from './read-subscription.ts'

/** Action of a card's button. */
export type CardAction = 'contact' | 'trial' | 'switch' | 'change' | 'pay'

/** A tariff as offered for a period, with the chosen add-ons. */
export interface TariffCard {
  tariff: Tariff
  terms: Terms
  /** The company's own (BILL-18). */
  isSelected: boolean
  /** No longer offered: a company that leaves it can't return (BILL-22). */
  isArchived: boolean
  /** A month, before the discount of the period. */
  monthly: string
  /** The whole period, after its discount. */
  total: string
  /** Null if nothing would change. */
  bill: Bill | null
  action: CardAction | null
}

/** The periods that can be chosen (BILL-06). */
export const offeredPeriods = ({ periods }: CompanySubscription): SubscribePeriod[] =>
  periods.filter(({ status }) => status === 1)

/** The period shown first: the company's, the default, or the shortest one. */
export function initialPeriod(subscription: CompanySubscription): SubscribePeriod | undefined {
  const offered = offeredPeriods(subscription)
  const own = offered.find(({ subscribe_period_id }) => subscribe_period_id === subscription.company.tariff_period)
  return own ?? offered.find((period) => period.default === 1) ?? offered[0]
}

/** The add-ons that a tariff sells and the company has now: a change of tariff keeps them. */
export const keptAddOns = ({ company }: CompanySubscription, tariff: Tariff): string[] =>
  addOnsOf(tariff).flatMap(({ field }) => ((company as Record<string, unknown>)[field] === 1 ? [field] : []))

export function tariffCard(
  subscription: CompanySubscription,
  { tariff, period, addOns }: Terms & { tariff: Tariff },
  now: number,
): TariffCard {
  const terms = { tariff, period, addOns }
  const isSelected = tariff.tariff_id === subscription.company.base_tariff
  const bill = billOf(subscription, terms, now)
  const monthly = monthlyBill(terms)
  return {
    tariff,
    terms,
    isSelected,
    isArchived: tariff.status !== 1,
    monthly: formatMoney(monthly),
    total: formatMoney(periodTotal(monthly, period)),
    bill,
    action: actionOf(subscription, { tariff, bill, isSelected, terms }),
  }
}

function actionOf(
  subscription: CompanySubscription,
  { tariff, bill, isSelected, terms }: Pick<TariffCard, 'tariff' | 'bill' | 'isSelected' | 'terms'>,
): CardAction | null {
  // BILL-21
  if (tariff.subscription !== 1) return isSelected ? null : 'contact'
  if (bill === null) return null
  // BILL-19: offered exactly when the bill has it (AMB-166).
  if (bill.set_trial === 1) return 'trial'
  if (!isSelected) return 'switch'
  const own = subscription.terms
  const isSame =
    own?.period.subscribe_period_id === terms.period.subscribe_period_id &&
    keptAddOns(subscription, tariff).toSorted().join() === [...terms.addOns].toSorted().join()
  return isSame ? 'pay' : 'change'
}

/** The limit that a tariff sets; null without one. */
export function limitOf(tariff: Pick<Tariff, 'option'>, limit: CompanyLimit): number | null {
  const value = tariff.option?.find(({ field, enable }) => field === limit && enable === 1)?.value ?? ''
  return value === '' ? null : Math.floor(Number(value))
}

export interface OverLimit {
  limit: CountedLimit
  count: number
  max: number
}

/** Limits of a tariff that the company exceeds. */
export const overLimits = ({ counts }: CompanySubscription, tariff: Pick<Tariff, 'option'>): OverLimit[] =>
  (Object.keys(countedLimits) as CountedLimit[]).flatMap((limit) => {
    const max = limitOf(tariff, limit)
    const count = counts[limit]
    return max !== null && count > max ? { limit, count, max } : []
  })

/** The limits that the server found exceeded when it refused a change (`over_tariff_limits`). */
export function exceededLimits(error: Message): OverLimit[] {
  if (!isApiError(error) || error.code !== 'over_tariff_limits') return []
  const limits = (error.because?.['limits'] ?? {}) as Partial<Record<CountedLimit, { count: number; max: number }>>
  return (Object.keys(countedLimits) as CountedLimit[]).flatMap((limit) => {
    const exceeded = limits[limit]
    return exceeded ? { limit, ...exceeded } : []
  })
}
