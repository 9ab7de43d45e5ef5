import { chargeSteps, formatMoney, monthlyBill, parseMoney, periodSteps, periodTotal } from '@tiffin/core/rules'
import { type Company, entities, type Payment } from '@tiffin/sdk/contract'
import type { Change, WireRow } from '#engine/change-info'
import { isBlocked, paidFields, periodFields, termsFields } from './apply-tariff.ts'
import { writeOff } from './book.ts'
import { daysFrom } from './due-dates.ts'
import { readOverdueDays, reminderDays } from './reminder-days.ts'
import { currentTerms, findOverLimitsOf, findTerms, type FullTerms, lockCompany, readBalance } from './terms.ts'

/**
 * Brings the subscription of a company up to date: charges the periods that are due to its balance, with the change scheduled
 * for one; otherwise reminds, suspends and blocks it (AMB-242). Running it again changes nothing.
 */
export async function settleCompany(change: Change, now: Date): Promise<void> {
  const key = change.info.company
  let company = await lockCompany(change)
  while (company.due_date !== null && company.due_date <= now.toISOString()) {
    const next = await nextPeriod(change, company)
    if (!next || parseMoney(next.total) > parseMoney(await readBalance(change))) break
    await beginPeriod(change, company, next, now)
    company = await lockCompany(change)
  }
  const set = await overdueFields(change, company, now)
  if (Object.keys(set).length > 0) await change.update(entities.company, [{ key, set }])
}

interface NextPeriod {
  terms: FullTerms
  total: string
  /** The change scheduled for it. */
  waiting: Payment | null
}

/** The terms and the price of the coming period; null without a tariff. A change that does not fit yet waits for a later period. */
async function nextPeriod(change: Change, company: Company): Promise<NextPeriod | null> {
  const scheduled = await lockWaiting(change)
  const waiting = scheduled && !(await findOverLimitsOf(change, scheduled)) ? scheduled : null
  const terms = waiting
    ? await findTerms(change.tx, {
        tariff: waiting.tariff ?? 0,
        period: waiting.tariff_period ?? 0,
        addOns: waiting.option ?? [],
      })
    : await currentTerms(change.tx, company)
  // The price of a change is the quoted one (AMB-235).
  return terms && { terms, waiting, total: waiting?.total ?? formatMoney(periodTotal(monthlyBill(terms), terms.period)) }
}

/** The latest change scheduled for the end of the subscription (AMB-176). */
async function lockWaiting(change: Change): Promise<Payment | null> {
  const [row] = await change.tx.sql<{ payment_id: number }>(
    `select payment_id from payment where company = $1 and type = 5 and state = 'waiting' order by payment_id desc limit 1`,
    [change.info.company],
  )
  return row ? ((await change.lock(entities.payment, [row.payment_id])).get(row.payment_id) as Payment) : null
}

async function beginPeriod(change: Change, company: Company, next: NextPeriod, now: Date): Promise<void> {
  const { terms, waiting, total } = next
  const at = now.toISOString()
  // Days on which it was blocked are not charged.
  const begin = isBlocked(company) ? at : (company.due_date ?? at)
  const continues = waiting === null && company.trial === 0 && !isBlocked(company) && company.period_anchor !== null
  const anchor = continues ? (company.period_anchor ?? begin) : begin
  await writeOff(change, {
    type: 3,
    kind: 'subscription',
    amount: -parseMoney(total),
    reference: waiting ? `change:${waiting.payment_id}` : `period:${begin}`,
    description: 'Subscription',
    steps: waiting ? chargeSteps(waiting.steps ?? []) : periodSteps(terms),
    tariff: terms.tariff.tariff_id,
    tariff_period: terms.period.subscribe_period_id,
    at,
  })
  await change.update(entities.company, [
    {
      key: company.company_id,
      set: {
        ...(waiting ? termsFields(terms) : {}),
        ...paidFields(company),
        ...periodFields(terms, begin, anchor, company.timezone),
        paid_total: total,
      },
    },
  ])
  if (waiting)
    await change.update(entities.payment, [
      { key: waiting.payment_id, set: { state: 'applied', date_applied: at, date_paid: at } },
    ])
}

/** Fields to change in a company whose payment is due soon or overdue. */
async function overdueFields(change: Change, company: Company, now: Date): Promise<WireRow> {
  if (company.due_date === null || !company.base_tariff) return {}
  const days = daysFrom(company.due_date, now.toISOString(), company.timezone)
  const isCovered = async (): Promise<boolean> => {
    const next = await nextPeriod(change, company)
    return !next || parseMoney(next.total) <= parseMoney(await readBalance(change))
  }
  const reached = (await reminderDays(change.tx)).findLast((one) => one <= days) ?? null
  const { suspend_after, block_after } = await readOverdueDays(change.tx)
  const blocks = days >= block_after && (company.enable === 1 || isBlocked(company))
  const reminder = blocks ? block_after : reached === null || (days <= 0 && (await isCovered())) ? null : reached
  const isLate = days >= suspend_after
  return {
    ...(reminder === company.reminder ? {} : { reminder }),
    ...(isLate && company.suspended !== 1 ? { suspended: 1, suspended_for_bill: 1 } : {}),
    ...(blocks && company.enable === 1 ? { enable: 0, blocked_for_bill: 1 } : {}),
    ...(isLate && company.trial === 1 ? { trial: 0 } : {}),
  }
}
