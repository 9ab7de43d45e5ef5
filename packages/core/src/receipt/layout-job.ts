import { layoutKitchenTicket } from './layout-kitchen-ticket.ts'
import { layoutReceipt } from './layout-receipt.ts'
import type { TicketLine } from './ticket-line.ts'
import type { TicketOptions, TicketOrder } from './ticket-order.ts'

/** All copies of a print job: the layout of its purpose, each copy numbered and cut (PRINT-02). */
export function layoutJob(order: TicketOrder, options: TicketOptions): TicketLine[] {
  const layout = options.purpose === 'receipt' ? layoutReceipt : layoutKitchenTicket
  const copies = Math.max(1, Math.trunc(options.copies ?? 1))
  return Array.from({ length: copies }, (_, index) => layout(order, { ...options, copies, copyNumber: index + 1 })).flat()
}
