import { chargeSteps, type Minor, parseMoney } from '@tiffin/core/rules'
import { apiError, type Company, entities, type Payment } from '@tiffin/sdk/contract'
import type { Change, WireRow } from '#engine/change-info'
import { writeOff } from './book.ts'
import { daysFrom, monthsAfter, nextDue } from './due-dates.ts'
import { cancelOpenChanges } from './payment-hook.ts'
import { readOverdueDays } from './reminder-days.ts'
import { claimTrial } from './tariff-trials.ts'
import { currentTerms, findTerms, type FullTerms, tariffFields } from './terms.ts'

/** How long a quoted bill is valid (AMB-235). */
const HELD_MS = 30 * 60_000

/**
 * Whether the quoted bill of an open payment was still valid when it was paid: for 30 minutes, but not into the next period. Money
 * reported after that period has begun stays on the balance.
 */
export function isHeld({ priced_at }: Payment, { due_date, period_start }: Company, paid: Date, now = paid): boolean {
  if (priced_at === null || paid.getTime() > Date.parse(priced_at) + HELD_MS) return false
  if (period_start !== null && period_start > priced_at && period_start <= now.toISOString()) return false
  return due_date === null || due_date <= priced_at || due_date > paid.toISOString()
}

/** Blocked for an unpaid bill, rather than disabled by the platform. */
export const isBlocked = ({ blocked_for_bill }: Company): boolean => blocked_for_bill === 1

/** Company fields that a payment resets: it ends a suspension or block for an unpaid bill at once (AMB-242). */
export const paidFields = (company: Company): WireRow => ({
  trial: 0,
  reminder: null,
  ...(company.suspended_for_bill === 1 ? { suspended: 0, suspended_for_bill: 0 } : {}),
  ...(isBlocked(company) ? { enable: 1, blocked_for_bill: 0 } : {}),
})

/** The dates of a period that begins at this moment. */
export const periodFields = ({ period }: FullTerms, begin: string, anchor: string, timezone: string): WireRow => {
  const due = nextDue(anchor, period.month, begin, timezone)
  return { period_start: begin, period_anchor: anchor, due_date: due, active: due }
}

export const termsFields = ({ tariff, period, addOns }: FullTerms): WireRow => ({
  base_tariff: tariff.tariff_id,
  tariff_period: period.subscribe_period_id,
  ...tariffFields(tariff, addOns),
})

/** Applies a change of tariff as quoted. The company must be locked, and the money on its balance. */
export async function applyTariff(change: Change, company: Company, payment: Payment, now: Date): Promise<void> {
  const at = now.toISOString()
  const terms = await findTerms(change.tx, {
    tariff: payment.tariff ?? 0,
    period: payment.tariff_period ?? 0,
    addOns: payment.option ?? [],
  })
  if (!terms) throw new Error(`The tariff of payment ${payment.payment_id} does not exist`)
  await chargeFor(change, payment, terms, at)
  await change.update(entities.company, [
    {
      key: company.company_id,
      set: {
        ...termsFields(terms),
        ...(company.order_limit_date === null ? { order_limit_date: monthsAfter(at, 1, company.timezone) } : {}),
        ...(payment.set_trial === 1
          ? await trialFields(change, company, terms, now)
          : {
              ...paidFields(company),
              paid_total: payment.total,
              ...(payment.set_period === 1 ? await periodOf(change, company, terms, at) : {}),
            }),
      },
    },
  ])
  await change.update(entities.payment, [{ key: payment.payment_id, set: { state: 'applied', date_applied: at } }])
  await cancelOpenChanges(change, payment.payment_id)
}

async function chargeFor(change: Change, payment: Payment, { tariff, period }: FullTerms, at: string): Promise<void> {
  const charge: Minor = parseMoney(payment.charge)
  await writeOff(change, {
    type: 3,
    kind: charge < 0n ? 'credit' : 'subscription',
    amount: -charge,
    reference: `change:${payment.payment_id}`,
    description: charge < 0n ? 'Unused part of the current period' : 'Subscription',
    steps: chargeSteps(payment.steps ?? []),
    tariff: tariff.tariff_id,
    tariff_period: period.subscribe_period_id,
    at,
  })
}

async function trialFields({ tx }: Change, company: Company, { tariff }: FullTerms, now: Date): Promise<WireRow> {
  // Another company of the owner may have used it since the quote.
  if (company.owner_id && !(await claimTrial(tx, { admin: company.owner_id, tariff: tariff.tariff_id })))
    throw apiError('bill_expired', { table: 'payment' })
  const ends = new Date(now.getTime() + (tariff.trial_period ?? 0) * 86_400_000).toISOString()
  return { due_date: ends, active: ends, period_start: null, period_anchor: null, paid_total: '0.00', reminder: null }
}

/**
 * The first paid period begins when the trial or the ended period ends, so that no day is lost; for a blocked company it begins
 * now. A longer period replaces the current one now (decision 025).
 */
async function periodOf({ tx }: Change, company: Company, terms: FullTerms, at: string): Promise<WireRow> {
  const { due_date: due, timezone } = company
  const current = await currentTerms(tx, company)
  const left = due === null ? 0 : daysFrom(at, due, timezone)
  const isFirst = company.trial === 1 || current === null || left <= 0
  const isLate = isBlocked(company) || left <= -(await readOverdueDays(tx)).block_after
  const begin = due !== null && isFirst && !isLate ? due : at
  return periodFields(terms, begin, begin, timezone)
}
