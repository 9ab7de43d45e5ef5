import { formatMoney, type Minor, parseMoney } from '@tiffin/core/rules'
import { type BookingKind, type Company, entities, errors, isApiError, type Payment } from '@tiffin/sdk/contract'
import { makeChange } from '#engine/change'
import type { Change, ChangeInfo } from '#engine/change-info'
import { pageHash, type PaymentReport } from '#providers/payments/payment-provider'
import type { Context } from '#server/context'
import { applyTariff, isHeld } from './apply-tariff.ts'
import { book } from './book.ts'
import { settleCompany } from './settle-company.ts'
import { findOverLimitsOf, lockCompany } from './terms.ts'
import { lockPayment } from './tariff-up.ts'

/**
 * `booked`: the money is on the balance, and the change it paid for is applied; `repeated`: it was booked before. The others book
 * nothing; `unmatched` refers to money that has not been reported yet.
 */
export type Outcome =
  'booked' | 'repeated' | 'failed' | 'unknown_payment' | 'unmatched' | 'foreign_company' | 'wrong_currency' | 'wrong_amount'

export type BillingContext = Pick<Context, 'db' | 'feed' | 'log' | 'now'>

/** Books a provider's report, once, and applies the paid change in the same transaction (AMB-235, AMB-236). */
export async function confirmPayment(context: BillingContext, provider: string, report: PaymentReport): Promise<Outcome> {
  const found = await findPayment(context, report)
  const outcome = await confirmReport(context, report, found)
  const { reference, payment, of, amount, currency, kind } = report
  const [key, company] = [found?.payment ?? payment ?? null, found?.company ?? null]
  await context.db.write({ global: true }, (tx) =>
    tx.sql(
      `insert into payment_report (at, provider, reference, payment, company, outcome, details) values ($1, $2, $3, $4, $5, $6, $7)`,
      [context.now(), provider, reference, key, company, outcome, JSON.stringify({ kind, of, amount, currency, at: report.at })],
    ),
  )
  const details = { provider, reference, payment: key, company, amount, currency, kind, outcome }
  if (outcome === 'booked' || outcome === 'repeated') context.log.info(details, 'a payment provider reported money')
  else context.log.warn(details, 'a report of a payment provider booked no money')
  return outcome
}

interface FoundPayment {
  payment: number
  company: number
  page_key: string
}

async function findPayment({ db }: BillingContext, report: PaymentReport): Promise<FoundPayment | undefined> {
  const [found] = await db.read({ platform: true }, (tx) =>
    tx.sql<FoundPayment>(
      report.of === undefined
        ? 'select payment_id as payment, company, page_key from payment where payment_id = $1'
        : `select b.payment, b.company, p.page_key from booking b join payment p on p.payment_id = b.payment
           where b.reference = $1 limit 1`,
      [report.of ?? report.payment ?? 0],
    ),
  )
  const isOther = found && report.pageHash !== undefined && report.pageHash !== pageHash(found.page_key)
  return isOther ? undefined : found
}

async function confirmReport(context: BillingContext, report: PaymentReport, found: FoundPayment | undefined): Promise<Outcome> {
  if (!found) return report.of === undefined ? 'unknown_payment' : 'unmatched'
  if (report.company !== undefined && report.company !== found.company) return 'foreign_company'
  if (report.currency !== 'USD') return 'wrong_currency'
  if (parseMoney(report.amount) <= 0n) return 'wrong_amount'
  const info = { admin: null, company: found.company, app: 'server', device: '' }
  const now = context.now()
  return bookAndSettle(context, info, {
    receive: (change) => receive(change, found, report, now),
    async settle(change, { company, payment }) {
      if (payment && report.kind === 'paid') await completePayment(change, company, payment, report.at, now)
      await settleCompany(change, now)
    },
    answer: (_change, { outcome }) => Promise.resolve(outcome),
  })
}

interface Received {
  company: Company
  /** The payment that the money belongs to; a correction has none. */
  payment?: Payment
  outcome: Outcome
}

interface Settling<T> {
  /** Books received or refunded money. */
  receive(change: Change): Promise<Received>
  /** Applies the consequences, unless the company has been deleted. */
  settle(change: Change, received: Received): Promise<void>
  answer(change: Change, received: Received): Promise<T>
}

/**
 * Books money and settles the company in one change. If settling fails, the money is booked in any case: it has moved. The company
 * is parked with the reason, and the paid change waits for a retry (AMB-243).
 */
export async function bookAndSettle<T>(
  { db, feed, log }: Pick<BillingContext, 'db' | 'feed' | 'log'>,
  info: ChangeInfo,
  { receive, settle, answer }: Settling<T>,
): Promise<T> {
  const run = async (then: Settling<T>['settle']): Promise<T> => {
    const { value } = await makeChange(db, feed, info, async (change) => {
      const received = await receive(change)
      if (received.outcome === 'booked' && received.company.deleted === null) await then(change, received)
      return answer(change, received)
    })
    return value
  }
  let isReceived = false
  const attempt = () =>
    run((change, received) => {
      isReceived = true
      return settle(change, received)
    })
  try {
    // A passing fault, such as a lock timeout, must not park the company.
    return await attempt().catch(attempt)
  } catch (error) {
    if (!isReceived || isUnavailable(error)) throw error
    const value = await run((change, received) => park(change, received, error))
    log.error({ err: error, company: info.company }, "can't settle a company whose money is booked; it waits for a retry")
    return value
  }
}

/** The database is down or overloaded. The company is not at fault, and the caller retries. */
export const isUnavailable = (error: unknown): boolean => isApiError(error) && error.code === 'database_unavailable'

async function park(change: Change, { company, payment }: Received, error: unknown): Promise<void> {
  const { company_id: key } = company
  await change.update(entities.company, [{ key, set: { billing_problem: problemOf(error) } }])
  if (payment && isPaid(payment)) await change.update(entities.payment, [{ key: payment.payment_id, set: { state: 'paid' } }])
}

/** Text for `billing_problem` of a parked company. */
export const problemOf = (error: unknown): string =>
  (error instanceof Error && error.message ? error.message : errors.server_error).slice(0, 500)

const kinds: Record<Exclude<PaymentReport['kind'], 'failed'>, { kind: BookingKind; sign: Minor }> = {
  paid: { kind: 'payment', sign: 1n },
  refund: { kind: 'refund', sign: -1n },
  failed_refund: { kind: 'refund', sign: 1n },
  dispute: { kind: 'dispute', sign: -1n },
  reinstated: { kind: 'dispute', sign: 1n },
}

/** Books the report, once. */
async function receive(change: Change, found: FoundPayment, report: PaymentReport, now: Date): Promise<Received> {
  // Money is booked even if the company has been deleted.
  const company = await lockCompany(change, { deleted: true })
  const payment = await lockPayment(change, found.payment)
  const { payment_id } = payment
  if (report.kind === 'failed') {
    if (payment.state === 'open') await change.update(entities.payment, [{ key: payment_id, set: { state: 'failed' } }])
    return { company, payment, outcome: 'failed' }
  }
  const { kind, sign } = kinds[report.kind]
  const amount = sign * parseMoney(report.amount)
  const at = now.toISOString()
  const { reference, reason = report.kind === 'paid' ? '' : report.kind } = report
  if (!(await book(change, { kind, amount, reference, reason, payment: payment_id, at })))
    return { company, payment, outcome: 'repeated' }
  const after = await addReceived(change, payment, { amount, kind, at: report.at.toISOString() })
  return { company, payment: after, outcome: 'booked' }
}

/** Adds received or refunded money to a payment. */
export async function addReceived(
  change: Change,
  payment: Payment,
  { amount, kind, at }: { amount: Minor; kind: BookingKind; at: string },
): Promise<Payment> {
  const received = parseMoney(payment.amount) + amount
  const [after] = await change.update(entities.payment, [
    {
      key: payment.payment_id,
      set: {
        amount: formatMoney(received),
        ...(kind === 'payment' ? { date_paid: at } : {}),
        ...(kind === 'refund' && received <= 0n ? { state: 'refunded' } : {}),
        ...(kind === 'refund' && amount > 0n && payment.state === 'refunded'
          ? { state: payment.type === 1 || payment.date_applied !== null ? 'applied' : 'cancelled' }
          : {}),
      },
    },
  ])
  return (after ?? payment) as Payment
}

const hasMoney = ({ amount, bill }: Payment): boolean => parseMoney(amount) >= parseMoney(bill)

/** Whether an open payment has all its money. */
const isPaid = (payment: Payment): boolean => payment.state === 'open' && hasMoney(payment)

/** Applies an open payment that is paid in time; other money stays on the balance. */
async function completePayment(change: Change, company: Company, payment: Payment, paid: Date, now: Date): Promise<void> {
  if (isPaid(payment)) await applyPaid(change, { company, payment, paid, now })
}

/** Applies payments whose money is booked while their company was parked. */
export async function applyPaidPayments(change: Change, now: Date): Promise<void> {
  const rows = await change.tx.sql<{ payment_id: number }>(
    `select payment_id from payment where company = $1 and state = 'paid' order by payment_id`,
    [change.info.company],
  )
  for (const { payment_id } of rows) {
    const company = await lockCompany(change)
    const payment = await lockPayment(change, payment_id)
    await applyPaid(change, { company, payment, paid: new Date(payment.date_paid ?? now), now })
  }
}

interface PaidPayment {
  company: Company
  payment: Payment
  /** When it was paid: a change paid in time is applied as quoted, even if the payment is confirmed later. */
  paid: Date
  now: Date
}

async function applyPaid(change: Change, { company, payment, paid, now }: PaidPayment): Promise<void> {
  const key = payment.payment_id
  if (payment.type === 1) await change.update(entities.payment, [{ key, set: { state: 'applied' } }])
  // While it was parked, money may have been given back.
  else if (hasMoney(payment) && isHeld(payment, company, paid, now) && !(await findOverLimitsOf(change, payment)))
    await applyTariff(change, company, payment, now)
  else await change.update(entities.payment, [{ key, set: { state: 'cancelled' } }])
}
