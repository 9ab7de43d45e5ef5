import type { PaymentProvider, PaymentReport } from '#providers/payments/payment-provider'
import { type BillingContext, confirmPayment } from './confirm-payment.ts'

/** Longer than an outage of 72 hours. */
const DAYS_BACK = 5

/** Books reports of the provider whose callbacks never arrived. Running it twice books nothing twice. */
export async function reconcilePayments(context: BillingContext, provider: PaymentProvider): Promise<void> {
  const since = new Date(context.now().getTime() - DAYS_BACK * 86_400_000)
  const reports = await provider.reportsSince(since)
  const known = await readKnown(context, reports)
  // Reports of the same second come in any order, so those that refer to another one are read last.
  for (const report of reports.toSorted((a, b) => depthOf(a) - depthOf(b))) {
    const { kind, of, payment = 0, reference } = report
    const isNew = kind === 'failed' ? known.open.has(payment) : !known.booked.has(reference)
    // A refund of money that was never booked belongs to other sales of the same account.
    if (!isNew || (of !== undefined && !known.booked.has(of))) continue
    try {
      if ((await confirmPayment(context, provider.name, report)) === 'booked') known.booked.add(reference)
    } catch (error) {
      context.log.error({ err: error, provider: provider.name, reference }, 'a report of a payment provider failed')
    }
  }
}

const depthOf = ({ kind, of }: PaymentReport): number => (of === undefined ? 0 : kind === 'failed_refund' ? 2 : 1)

/** References that are booked, and payments that are open. */
async function readKnown({ db }: BillingContext, reports: readonly PaymentReport[]) {
  const references = reports.flatMap(({ reference, of }) => (of === undefined ? [reference] : [reference, of]))
  const payments = reports.flatMap(({ payment }) => (payment === undefined ? [] : [payment]))
  return db.read({ platform: true }, async (tx) => {
    const booked = await tx.sql<{ reference: string }>('select reference from booking where reference = any($1)', [references])
    const open = await tx.sql<{ payment_id: number }>(
      `select payment_id from payment where payment_id = any($1) and state = 'open'`,
      [payments],
    )
    return {
      booked: new Set(booked.map(({ reference }) => reference)),
      open: new Set(open.map(({ payment_id }) => payment_id)),
    }
  })
}
