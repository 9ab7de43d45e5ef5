import type { AllTableRules } from '#engine/table-rules'
import { issueInvoices } from './issue-invoices.ts'
import { paymentHook } from './payment-hook.ts'

export const tables: AllTableRules = {
  booking: { undo: { isNotUndoable: true }, finish: (_tx, _company, touched, change) => issueInvoices(change, touched) },
  invoice: { undo: { isNotUndoable: true } },
  payment: { save: paymentHook, undo: { isNotUndoable: true } },
}
