import { apiError, type Calls, entities } from '@tiffin/sdk/contract'
import { makeChange } from '#engine/change'
import { changeInfo } from '#engine/change-of-call'
import type { Handler } from '#server/context'
import { restartOrderCount } from './charge-orders.ts'
import { applyPaidPayments, type BillingContext, isUnavailable, problemOf } from './confirm-payment.ts'
import { readOverdueDays, reminderDays } from './reminder-days.ts'
import { settleCompany } from './settle-company.ts'
import { lockCompany } from './terms.ts'

/** Companies that a process bills at a time; calls need connections too. */
const AT_ONCE = 4

/**
 * The billing run: charges due bills, reminds, suspends and blocks, and restarts order counters. Each company has its own
 * transaction, so that an interrupted run continues with the next company. A company that fails is parked with the reason.
 */
export async function billCompanies(context: BillingContext, stopping?: AbortSignal): Promise<void> {
  const now = context.now()
  const due = await context.db.read({ platform: true }, async (tx) => {
    // The first reminder may come before the due date; a day more for time zones.
    const daysAhead = 1 + Math.max(0, -((await reminderDays(tx))[0] ?? 0))
    const { suspend_after, block_after } = await readOverdueDays(tx)
    return tx.sql<{ company: number }>(
      `select company_id as company from company
       where deleted is null and billing_problem = '' and (order_limit_date <= $1::timestamptz
         or company_id in (select company from payment where state = 'paid')
         or base_tariff is not null and due_date <= $1::timestamptz + make_interval(days => $2)
           and (due_date > $1::timestamptz - make_interval(days => $3) or enable = 1 or suspended = 0))
       order by company_id`,
      [now, daysAhead, 1 + Math.max(suspend_after, block_after)],
    )
  })
  const left = due.values()
  const unavailable: unknown[] = []
  const work = async (): Promise<void> => {
    for (const { company } of left) {
      if (stopping?.aborted) return
      await billCompany(context, company, now).catch((error: unknown) => void unavailable.push(error))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (unavailable.length > 0) throw unavailable[0]
}

/**
 * @returns why it failed; undefined if the company is billed
 * @throws `database_unavailable`: the next run bills the company
 */
async function billCompany(context: BillingContext, company: number, now: Date): Promise<string | undefined> {
  const { db, feed, log } = context
  const info = { admin: null, company, app: 'server', device: '' }
  try {
    await makeChange(db, feed, info, async (change) => {
      await restartOrderCount(change, now)
      await applyPaidPayments(change, now)
      await settleCompany(change, now)
      return null
    })
    return undefined
  } catch (error) {
    if (isUnavailable(error)) throw error
    log.error({ err: error, company }, "can't bill a company; it is left out until someone retries")
    const problem = problemOf(error)
    await makeChange(db, feed, info, async (change) => {
      await change.update(entities.company, [{ key: company, set: { billing_problem: problem } }])
      return null
    })
    return problem
  }
}

/** Bills a parked company again (AMB-243). */
export const retryBilling: Handler<Calls['Company']['retryBilling']> = async (_input, call) => {
  if (call.session.actor.role !== 1) throw apiError('forbidden')
  const info = { ...changeInfo(call), idempotency: undefined }
  await makeChange(call.db, call.feed, info, async (change) => {
    await lockCompany(change)
    await change.update(entities.company, [{ key: call.company, set: { billing_problem: '' } }])
    return null
  })
  const problem = await billCompany(call, call.company, call.now())
  return { data: problem === undefined ? { status: 'OK' } : { status: 'FAIL', error: problem } }
}
