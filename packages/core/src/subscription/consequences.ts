import type { Multilang, WhyStep } from '@tiffin/sdk/contract'
import type { Translate } from '#i18n/create-i18n'
import { formatDay } from '#i18n/format-moment'
import {
  addDays,
  addMonths,
  type Bill,
  companyToday,
  daysBetween,
  formatMoney,
  localized,
  parseMoney,
  type Terms,
} from '#rules/index'
import { stepLine } from '../explain/explain.ts'
import { formatDollars } from './dollars.ts'
import type { CompanySubscription } from './read-subscription.ts'

interface Reader {
  t: Translate
  lang: string
}

interface Change {
  terms: Terms & { tariff: { name: Multilang } }
  bill: Bill
}

/** Sentences that describe the effects of a change today and later. */
export function consequences(
  subscription: CompanySubscription,
  { terms, bill }: Change,
  { t, lang, now }: Reader & { now: number },
): string[] {
  const { company, timezone, due_date: due, trial, blockAfter } = subscription
  const name = localized(terms.tariff.name, lang)
  const dollars = (amount: string): string => formatDollars(amount, lang)
  const today = companyToday(now, timezone)
  const dueDay = due === null ? today : companyToday(Date.parse(due), timezone)
  const shown = (day: string): string => formatDay(day, lang)
  if (bill.set_trial === 1) {
    const end = addDays(today, terms.tariff.trial_period ?? 0)
    return [t('Today the free trial of %1 begins. It lasts until %2. Nothing is charged.', [name, shown(end)])]
  }
  if (bill.type === 5) return laterSentences(subscription, { name, bill, day: shown(dueDay) }, { t, lang })
  const first =
    bill.bill === '0.00'
      ? t('%1 applies today. There is nothing to pay.', [name])
      : t('You pay %1 now. %2 applies as soon as the payment arrives.', [dollars(bill.bill), name])
  const fromBalance = parseMoney(bill.beforeBalance) - parseMoney(bill.bill)
  const money =
    parseMoney(bill.beforeBalance) < 0n
      ? [t('%1 of the current period is returned to your balance.', [dollars(formatMoney(-parseMoney(bill.beforeBalance)))])]
      : fromBalance > 0n
        ? [t('%1 is taken from your balance.', [dollars(formatMoney(fromBalance))])]
        : []
  if (bill.set_period === 0) return [first, ...money, t('The current period still ends on %1.', [shown(dueDay)])]
  // A trial's days are kept, and an overdue period begins when the last one ended, unless that is long ago (decision 025).
  const isLate = company.blocked_for_bill === 1 || daysBetween(dueDay, today) >= blockAfter
  const start = (bill.remainingDays === 0 || trial === 1) && !isLate ? dueDay : today
  const end = addMonths(start, terms.period.month)
  return [first, ...money, t('The new period runs from %1 to %2.', [shown(start), shown(end)])]
}

function laterSentences(
  { balance }: CompanySubscription,
  { name, bill, day }: { name: string; bill: Bill; day: string },
  { t, lang }: Reader,
): string[] {
  const missing = parseMoney(bill.total) - parseMoney(balance)
  return [
    t('Nothing changes and nothing is charged today.'),
    t('On %1, when the current subscription ends, %2 begins and %3 is charged to your balance.', [
      day,
      name,
      formatDollars(bill.total, lang),
    ]),
    ...(missing > 0n ? [t('Your balance is %1 short. Top up before then.', [formatDollars(formatMoney(missing), lang)])] : []),
  ]
}

/** The steps of a bill, in dollars. */
export const billLines = (steps: readonly WhyStep[], { t, lang }: Reader): string[] => {
  const dollars = (amount: string): string => formatDollars(amount, lang)
  const format = { price: dollars, time: String, day: (day: string) => formatDay(day, lang) }
  return steps.map((step) => stepLine(step, ['day'], { t, format }))
}
