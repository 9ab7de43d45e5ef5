import type { Client } from '@tiffin/sdk/client'
import { createEditOutbox, type OrderEdit } from '#outbox/kinds/edits'
import type { Tray } from '#outbox/tray'
import type { Ports } from '../ports.ts'
import type { BoardOrder, NamedOrder } from './board-order.ts'
import { type BulkResult, toBulkResult } from './bulk.ts'
import { applyEditResult, applyPendingEdits } from './pending-edits.ts'

/** Courier changes and ticks: shown at once, stored until the server responds. */
export interface OrderEdits {
  /** Resolves to the result of each edit. */
  add(edits: readonly OrderEdit[]): Promise<readonly BulkResult[]>
  send(): void
  restore(): void
  close(): void
  /** The server's rows with pending edits applied. */
  over(rows: ReadonlyMap<number, BoardOrder>): ReadonlyMap<number, BoardOrder>
  /** Number of edits that the server has not confirmed. */
  count(): number
}

export function createOrderEdits(options: {
  client: Client
  ports: Ports
  tray: Tray
  owner: () => string
  /** Server time in ms. */
  now: () => number
  /** Returns the fields that name an order of the board. */
  named: (orderId: number) => NamedOrder
  /** A courier as shown on cards, from the couriers last loaded. */
  courier: (id: number) => BoardOrder['courier_obj'] | undefined
  onNotSaved: () => void
  /** Called when the shown rows must be rebuilt. */
  onChange: () => void
  /** Changes a row if the board has it. */
  settle: (orderId: number, change: (order: BoardOrder) => BoardOrder) => void
}): OrderEdits {
  const { onChange } = options
  const outbox = createEditOutbox({
    ...options,
    changed: onChange,
    notSaved: options.onNotSaved,
    answered(edit, result) {
      options.settle(edit.order_id, (row) => applyEditResult(row, edit, result, options.courier))
      onChange()
    },
  })
  return {
    ...outbox,
    async add(given) {
      const edits = given.map((edit) => ({ ...edit, ...options.named(edit.order_id) }))
      const endings = await outbox.addWithResults(edits)
      return endings.map((ending, index) => {
        const result = toBulkResult(edits[index]?.order_id ?? 0, ending)
        const isLate = ending !== 'cancelled' && ending.late
        return { ...result, in_tray: isLate && result.status === 'FAIL' }
      })
    },
    over: (rows) => applyPendingEdits(rows, outbox.entries()),
    count: () => outbox.entries().length,
  }
}
