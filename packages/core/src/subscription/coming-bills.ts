import type { Payment } from '@tiffin/sdk/contract'
import { addMonths, companyToday, type Day, formatMoney, monthlyBill, parseMoney, periodTotal, type Terms } from '#rules/index'
import type { CompanySubscription } from './read-subscription.ts'

export interface ComingBill {
  day: Day
  terms: Terms
  total: string
  /** Covered by today's balance. */
  fromBalance: string
  toPay: string
}

const MONTHS = 12

/** The bills of the next 12 months, if nothing but a change that already waits happens. */
export function comingBills(subscription: CompanySubscription, now: number): ComingBill[] {
  const { terms, due_date: due, timezone, balance } = subscription
  const waiting = waitingChange(subscription)
  const current = (waiting && termsOfPayment(subscription, waiting)) ?? terms
  if (current === null || due === null) return []
  const today = companyToday(now, timezone)
  const anchor = companyToday(Date.parse(due), timezone)
  const end = addMonths(today, MONTHS)
  let left = parseMoney(balance)
  const bills: ComingBill[] = []
  const step = Math.max(1, current.period.month)
  // Months are counted from the anchor, so that 31 January and 28 February are followed by 31 March (AMB-243).
  for (let months = 0; addMonths(anchor, months) < end; months += step) {
    // Of several missed days, the last one is billed.
    if (addMonths(anchor, months + step) <= today) continue
    const day = addMonths(anchor, months)
    const total = periodTotal(monthlyBill(current), current.period)
    const used = left < 0n ? left : left < total ? left : total
    left -= used
    bills.push({
      day: day < today ? today : day,
      terms: current,
      total: formatMoney(total),
      fromBalance: formatMoney(used),
      toPay: formatMoney(total - used),
    })
  }
  return bills
}

/** The change that waits for the end of the subscription (AMB-176). */
export const waitingChange = ({ pending }: CompanySubscription): Payment | undefined =>
  pending.find(({ type, state }) => type === 5 && state === 'waiting')

/** The terms that a payment asks for; undefined if the tariff or the period is no longer known. */
export function termsOfPayment({ tariffs, periods }: CompanySubscription, payment: Payment): Terms | undefined {
  const tariff = tariffs.find(({ tariff_id }) => tariff_id === payment.tariff)
  const period = periods.find(({ subscribe_period_id }) => subscribe_period_id === payment.tariff_period)
  return tariff && period ? { tariff, period, addOns: payment.option ?? [] } : undefined
}
