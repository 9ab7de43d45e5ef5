import { randomUUID } from 'node:crypto'
import { formatMoney, parseMoney, refundable } from '@tiffin/core/rules'
import { apiError, type Calls, type Payment } from '@tiffin/sdk/contract'
import { wasApplied } from '#engine/change'
import { changeInfo } from '#engine/change-of-call'
import type { CompanyCall, Handler } from '#server/context'
import { book } from './book.ts'
import { addReceived, bookAndSettle } from './confirm-payment.ts'
import { settleCompany } from './settle-company.ts'
import { lockPayment } from './tariff-up.ts'
import { lockCompany, readBalance } from './terms.ts'

/**
 * Refunds a payment, and books the refund with a reason. Stripe is called; with other providers the refund is made by hand. If
 * the server stops in between, the provider's callback books it.
 */
export const refundPayment: Handler<Calls['Company']['refund']> = async ({ payment_id, amount, reason }, call) => {
  const { session } = call
  if (session.actor.role !== 1) throw apiError('forbidden')
  const refund = parseMoney(amount)
  const key = call.idempotencyKey ?? randomUUID()
  const info = changeInfo(call)
  // A repeated request is answered as the first one.
  const isRepeated = await wasApplied(call.db, info)
  const atProvider = isRepeated ? undefined : await refundAtProvider(call, { payment: payment_id, amount, key })
  const now = call.now()
  const data = await bookAndSettle(call, info, {
    async receive(change) {
      const company = await lockCompany(change, { deleted: true })
      const payment = await lockPayment(change, payment_id)
      // A refund that the provider has already made is always booked.
      if (atProvider === undefined) assertRefundable(payment, amount)
      const money = { kind: 'refund', amount: -refund, at: now.toISOString() } as const
      const reference = atProvider ?? `refund:${key}`
      const isBooked = await book(change, { ...money, reference, reason, payment: payment_id, user: session.admin_id })
      if (!isBooked) return { company, payment, outcome: 'repeated' }
      return { company, payment: await addReceived(change, payment, money), outcome: 'booked' }
    },
    settle: (change) => settleCompany(change, now),
    answer: async (change) => ({
      status: 'OK' as const,
      balance: formatMoney(parseMoney(await readBalance(change))),
      returned: atProvider !== undefined,
    }),
  })
  return { data }
}

/** @throws `refund_too_large` */
function assertRefundable(payment: Pick<Payment, 'type' | 'amount'>, amount: string): void {
  const received = refundable(payment)
  if (parseMoney(amount) > parseMoney(received)) throw apiError('refund_too_large', { field: 'amount', params: [received] })
}

/** @returns the provider's reference; undefined if it took no part of this payment, or can't give money back by itself */
async function refundAtProvider(
  { db, payments, company }: CompanyCall,
  { payment, amount, key }: { payment: number; amount: string; key: string },
): Promise<string | undefined> {
  const [paid] = await db.read({ company }, (tx) =>
    tx.sql<Pick<Payment, 'type' | 'amount'> & { of: string | null }>(
      `select p.type::int as type, p.amount::text as amount, (select reference from booking b where b.payment = p.payment_id and b.kind = 'payment'
           and b.amount >= $3 and starts_with(b.reference, $4) order by booking_id desc limit 1) as of
       from payment p where p.company = $1 and p.payment_id = $2`,
      [company, payment, amount, `${payments.name}:`],
    ),
  )
  if (!paid) throw apiError('not_found', { table: 'payment' })
  assertRefundable(paid, amount)
  return paid.of === null ? undefined : payments.refund?.({ of: paid.of, amount, key })
}
