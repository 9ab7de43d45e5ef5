import type { Company, SubscribePeriod, Tariff, WhyStep } from '@tiffin/sdk/contract'
import type { TextKey } from '#i18n/text-key'
import { addOnsOf, monthlyBill, offersTrial, periodTotal } from './billing.ts'
import { divide, formatMoney, max, type Minor, parseMoney } from './money.ts'
import { companyToday, type Day } from './periods.ts'

/** Terms of a subscription. */
export interface Terms {
  tariff: Pick<Tariff, 'tariff_id' | 'amount' | 'option' | 'trial' | 'trial_period'>
  period: Pick<SubscribePeriod, 'subscribe_period_id' | 'month' | 'discount'>
  /** Names of `allow_` options. Those that the tariff has no add-on for cost nothing. */
  addOns: readonly string[]
}

/** The state of a subscription that the bill of a change depends on. */
export interface Subscription extends Pick<Company, 'trial' | 'balance' | 'timezone' | 'due_date'> {
  /** Null before the first tariff. */
  terms: Terms | null
  /** When the current period began. */
  period_start: string | null
  /** Price of the current period, before the balance was deducted. */
  paid_total: string
  /** Tariffs with an applied payment of type 4 (AMB-174, AMB-239). */
  usedTariffs: readonly number[]
}

/** The bill of a change of terms, in US dollars, with its steps (decision 025). */
export interface Bill {
  /** 4 now, 5 when the subscription ends (BILL-23). */
  type: 4 | 5
  set_trial: 0 | 1
  /** A new period begins. */
  set_period: 0 | 1
  /** A month of the new terms, before the discount of the period (BILL-13). */
  monthly: string
  /** The whole new period (BILL-14). */
  total: string
  remainingDays: number
  periodDays: number
  /** Due before the balance is used; negative if the unused part of the current period is worth more. */
  beforeBalance: string
  /** To pay now (BILL-28). */
  bill: string
  steps: WhyStep[]
}

const totalOf = (terms: Terms): Minor => periodTotal(monthlyBill(terms), terms.period)

/** The part of a period that is left. */
interface Share {
  days: bigint
  of: bigint
}

const DAY = 86_400_000
const daysBetween = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / DAY

const chosenAddOns = ({ tariff, addOns }: Terms): string[] =>
  addOnsOf(tariff).flatMap(({ field }) => (addOns.includes(field) ? [field] : []))

const isSameTerms = (a: Terms, b: Terms): boolean =>
  a.tariff.tariff_id === b.tariff.tariff_id &&
  a.period.subscribe_period_id === b.period.subscribe_period_id &&
  chosenAddOns(a).toSorted().join() === chosenAddOns(b).toSorted().join()

/**
 * The bill of a change to new terms (AMB-164 to 166, 238, 241; decision 025).
 * @param now of the quote, in ms
 * @returns null if nothing would change
 */
export function billOf(company: Subscription, choice: Terms, now: number): Bill | null {
  const day = (moment: string): Day => companyToday(Date.parse(moment), company.timezone)
  const today = companyToday(now, company.timezone)
  const due = company.due_date === null ? null : day(company.due_date)
  const start = company.period_start === null ? null : day(company.period_start)
  // A period that was bought during a trial begins later, and no day of it has passed.
  const from = start !== null && start > today ? start : today
  const remainingDays = due === null ? 0 : Math.max(0, daysBetween(from, due))
  const periodDays = due === null || start === null ? 0 : Math.max(0, daysBetween(start, due))
  const total = totalOf(choice)
  const { terms } = company

  const result = (change: Pick<Bill, 'type' | 'set_trial' | 'set_period'>, { before = 0n, why = [] as WhyStep[] } = {}): Bill => {
    const balance = parseMoney(company.balance)
    const bill = change.type === 4 && change.set_trial === 0 ? max(0n, before - balance) : 0n
    return {
      ...change,
      monthly: formatMoney(monthlyBill(choice)),
      total: formatMoney(total),
      remainingDays,
      periodDays,
      beforeBalance: formatMoney(before),
      bill: formatMoney(bill),
      steps: [
        ...totalSteps(choice, total),
        ...why,
        ...(before > bill ? [step('From the balance', formatMoney(bill - before))] : []),
        ...(bill > before ? [step('Debt on the balance', formatMoney(bill - before))] : []),
        step('To pay now', formatMoney(bill)),
      ],
    }
  }

  const isTrial = company.trial === 1
  const hasTrial = offersTrial(choice.tariff) && !company.usedTariffs.includes(choice.tariff.tariff_id)
  if (isTrial && hasTrial && (due === null || remainingDays > 0))
    return result({ type: 4, set_trial: 1, set_period: 0 }, { why: [days('Free trial', choice.tariff.trial_period ?? 0)] })
  if (isTrial || terms === null || remainingDays === 0) {
    const why = isTrial && remainingDays > 0 ? [days('Begins when the trial ends', remainingDays)] : []
    return result({ type: 4, set_trial: 0, set_period: 1 }, { before: total, why })
  }
  if (isSameTerms(terms, choice)) return null

  const isNotLower = monthlyBill(choice) >= monthlyBill(terms)
  const share = { days: BigInt(remainingDays), of: BigInt(Math.max(periodDays, remainingDays)) }
  if (isNotLower && choice.period.month > terms.period.month) {
    // Rounded as a whole, half away from zero.
    const before = divide(total * share.of - parseMoney(company.paid_total) * share.days, share.of)
    const why = [daysLeft('Unused part of the current period', before - total, share)]
    return result({ type: 4, set_trial: 0, set_period: 1 }, { before, why })
  }
  if (isNotLower && choice.period.month === terms.period.month) {
    const before = divide((total - totalOf(terms)) * share.days, share.of)
    const why = [daysLeft('Already paid, and days that have passed', before - total, share)]
    return result({ type: 4, set_trial: 0, set_period: 0 }, { before, why })
  }
  return result(
    { type: 5, set_trial: 0, set_period: 1 },
    { why: [step('Charged when the current subscription ends', formatMoney(-total))] },
  )
}

const step = (label: TextKey, amount: string): WhyStep => ({ label, amount })

/** Steps after the charge itself: how it is paid. */
const settlement: ReadonlySet<string> = new Set([
  'From the balance',
  'Debt on the balance',
  'To pay now',
  'Charged when the current subscription ends',
] satisfies TextKey[])

/** Steps of a bill that add up to the charge, before the balance is deducted. */
export const chargeSteps = (steps: readonly WhyStep[]): WhyStep[] =>
  steps.filter(({ label, amount }) => amount !== undefined && !settlement.has(label))

/** The price of a whole period, step by step. */
export const periodSteps = (terms: Terms): WhyStep[] => totalSteps(terms, totalOf(terms))

const days = (label: TextKey, count: number): WhyStep => ({ label, why: 'Days: %1' satisfies TextKey, params: [count] })

const daysLeft = (label: TextKey, amount: Minor, { days: left, of }: Share): WhyStep => ({
  label,
  amount: formatMoney(amount),
  why: 'Days left: %1 of %2' satisfies TextKey,
  params: [Number(left), Number(of)],
})

function totalSteps(terms: Terms, total: Minor): WhyStep[] {
  const { tariff, period } = terms
  const base = parseMoney(tariff.amount)
  const monthly = monthlyBill(terms)
  const whole = monthly * BigInt(period.month)
  const addOns = chosenAddOns(terms).length
  return [
    step('Tariff', formatMoney(base)),
    ...(addOns > 0
      ? [{ ...step('Add-ons', formatMoney(monthly - base)), why: 'Chosen: %1' satisfies TextKey, params: [addOns] }]
      : []),
    ...(period.month > 1
      ? [{ ...step('Further months', formatMoney(whole - monthly)), why: 'Months: %1' satisfies TextKey, params: [period.month] }]
      : []),
    ...(period.discount > 0
      ? [{ ...step('Discount', formatMoney(total - whole)), why: 'Percent: %1' satisfies TextKey, params: [period.discount] }]
      : []),
  ]
}
