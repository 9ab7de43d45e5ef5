import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { withExamples } from '../help.ts'

/** `where`: finds a caller's orders. */
export function addWhere(program: Command, app: App): void {
  withExamples(program.command('where <text>').description("find a customer's orders by phone, name or ticket"), [
    ['tiffin where "0151 2345678"', 'by phone number, in any format'],
    ['tiffin where anna', "by the customer's name"],
    ['tiffin where "#42"', 'by ticket or order ID'],
  ]).action(
    action(app, async (call) => {
      const { findCustomerOrders } = await import('../services/find-customer-orders.ts')
      const result = await findCustomerOrders(await call.connect(), call.args[0] ?? '', call.lang)
      return { ...result, remarks: result.rows.length === 0 ? [call.t('No results')] : [] }
    }),
  )
}
