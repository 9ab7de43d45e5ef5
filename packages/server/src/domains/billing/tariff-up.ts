import { managesCompany, parseMoney } from '@tiffin/core/rules'
import { apiError, type Calls, entities, type Payment } from '@tiffin/sdk/contract'
import { makeChange } from '#engine/change'
import { changeInfo } from '#engine/change-of-call'
import type { Change } from '#engine/change-info'
import type { CompanyCall, Handler } from '#server/context'
import { applyTariff, isHeld } from './apply-tariff.ts'
import { payPage, payPageKey } from './pay-page.ts'
import { findOverLimitsOf, lockCompany, readBalance } from './terms.ts'

/** Applies a payment whose bill is 0 or paid; returns the payment page for one that is not paid yet (API-33, AMB-002). */
export const tariffUp: Handler<Calls['Company']['TariffUp']> = async ({ order_id }, call) => {
  if (!managesCompany(call.session.actor)) throw apiError('forbidden')
  const { value } = await makeChange(
    call.db,
    call.feed,
    withoutIdempotency(call),
    async (change): Promise<string | null | typeof UNPAYABLE> => {
      const company = await lockCompany(change)
      const payment = await lockPayment(change, order_id)
      if (payment.state === 'applied' || payment.state === 'waiting') return null
      const isDue = parseMoney(payment.bill) > 0n
      if (isDue && call.payments.name === 'none') {
        if (payment.state === 'open') await cancel(change, order_id)
        return UNPAYABLE
      }
      if (payment.state !== 'open') throw apiError('payment_closed', { table: 'payment' })
      const now = call.now()
      if (payment.type !== 1 && !isHeld(payment, company, now)) throw apiError('bill_expired', { table: 'payment' })
      const over = await findOverLimitsOf(change, payment)
      if (over) throw apiError('over_tariff_limits', { table: 'payment', ...over })
      if (isDue) return readPageKey(change, order_id)
      await assertBalance(change, payment)
      await applyTariff(change, company, payment, now)
      return null
    },
  )
  if (value === UNPAYABLE) throw apiError('service_not_configured')
  const page =
    value === null
      ? {}
      : { page: payPage(call.config, { payment: order_id, key: await payPageKey(call, value), lang: call.lang }) }
  return { data: { status: 'OK', ...page } }
}

/** Without a payment provider, the payment is cancelled before the call is refused, so that it isn't offered again. */
const UNPAYABLE = Symbol('unpayable')

const cancel = (change: Change, payment: number) =>
  change.update(entities.payment, [{ key: payment, set: { state: 'cancelled' } }])

/** Each attempt must see the current state: a retry finds that the tariff was applied. */
const withoutIdempotency = (call: CompanyCall) => ({ ...changeInfo(call), idempotency: undefined })

/** @throws `not_found` */
export async function lockPayment(change: Change, key: number): Promise<Payment> {
  const payment = (await change.lock(entities.payment, [key])).get(key) as Payment | undefined
  if (!payment) throw apiError('not_found', { table: 'payment' })
  return payment
}

/** The balance in the bill may have been spent since. */
async function assertBalance(change: Change, payment: Payment): Promise<void> {
  if (payment.set_trial === 1) return
  const charge = parseMoney(payment.charge)
  if (charge > parseMoney(await readBalance(change))) throw apiError('bill_expired', { table: 'payment' })
}

async function readPageKey({ tx, info }: Change, payment: number): Promise<string> {
  const [row] = await tx.sql<{ page_key: string }>('select page_key from payment where company = $1 and payment_id = $2', [
    info.company,
    payment,
  ])
  return row?.page_key ?? ''
}

/** Withdraws an open payment or a scheduled change; money that arrives later stays on the balance (AMB-240). */
export const cancelPayment: Handler<Calls['Company']['cancelPayment']> = async ({ payment_id }, call) => {
  if (!managesCompany(call.session.actor)) throw apiError('forbidden')
  await makeChange(call.db, call.feed, withoutIdempotency(call), async (change) => {
    await lockCompany(change)
    const { state } = await lockPayment(change, payment_id)
    if (state === 'cancelled') return null
    if (state !== 'open' && state !== 'waiting') throw apiError('payment_closed', { table: 'payment' })
    await cancel(change, payment_id)
    return null
  })
  return { data: { status: 'OK' } }
}
