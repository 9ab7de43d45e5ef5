import { randomUUID } from 'node:crypto'
import { formatMoney, parseMoney } from '@tiffin/core/rules'
import { apiError, type Calls } from '@tiffin/sdk/contract'
import { changeInfo } from '#engine/change-of-call'
import type { Handler } from '#server/context'
import { book } from './book.ts'
import { bookAndSettle } from './confirm-payment.ts'
import { settleCompany } from './settle-company.ts'
import { lockCompany, readBalance } from './terms.ts'

/** Books a correction of a balance; the history shows who booked it and why (AMB-237). */
export const correctBalance: Handler<Calls['Company']['correct']> = async ({ amount, reason }, call) => {
  const { session } = call
  if (session.actor.role !== 1) throw apiError('forbidden')
  const now = call.now()
  const balance = await bookAndSettle(call, changeInfo(call), {
    async receive(change) {
      const company = await lockCompany(change)
      await book(change, {
        kind: 'correction',
        amount: parseMoney(amount),
        reference: `correction:${randomUUID()}`,
        reason,
        user: session.admin_id,
        at: now.toISOString(),
      })
      return { company, outcome: 'booked' }
    },
    settle: (change) => settleCompany(change, now),
    answer: async (change) => formatMoney(parseMoney(await readBalance(change))),
  })
  return { data: { status: 'OK', balance } }
}
