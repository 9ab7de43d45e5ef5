import { managesCompany } from '@tiffin/core/rules'
import { apiError, type Calls } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'

/** The stored document, which is the same whenever it is printed (decision 027). */
export const readInvoice: Handler<Calls['Company']['invoice']> = async ({ invoice_id }, call) => {
  if (!managesCompany(call.session.actor)) throw apiError('forbidden')
  const [invoice] = await call.db.read({ company: call.company }, (tx) =>
    tx.sql<{ number: number; document: string }>('select number, document from invoice where company = $1 and invoice_id = $2', [
      call.company,
      invoice_id,
    ]),
  )
  if (!invoice) throw apiError('not_found', { table: 'invoice' })
  return { data: invoice }
}
