import type { Client } from '@tiffin/sdk/client'
import { createEditOutbox, type OrderEdit } from '#outbox/kinds/edits'
import type { Tray } from '#outbox/tray'
import type { Ports } from '../ports.ts'
import type { BoardOrder, NamedOrder } from './board-order.ts'
import { type BulkResult, bulkResultOf } from './bulk.ts'
import { afterEdit, withEdits } from './edited-rows.ts'

/** Couriers and ticks: shown at once, kept until the server has answered them. */
export interface OrderEdits {
  /** The answers tell how each ended. */
  add(edits: readonly OrderEdit[]): Promise<readonly BulkResult[]>
  send(): void
  restore(): void
  close(): void
  /** The server's rows with the edits on top that it has not answered yet. */
  over(rows: ReadonlyMap<number, BoardOrder>): ReadonlyMap<number, BoardOrder>
  /** How many the server has not answered. */
  count(): number
}

export function createOrderEdits(options: {
  client: Client
  ports: Ports
  tray: Tray
  owner: () => string
  /** Server time in ms. */
  now: () => number
  /** An order of the board with what names it. */
  named: (orderId: number) => NamedOrder
  /** A courier as cards name them, of those who were read last. */
  courier: (id: number) => BoardOrder['courier_obj'] | undefined
  onUnkept: () => void
  /** What is shown has to be put together again. */
  onChange: () => void
  /** Changes a row, where the board has it. */
  settle: (orderId: number, change: (order: BoardOrder) => BoardOrder) => void
}): OrderEdits {
  const { onChange } = options
  const outbox = createEditOutbox({
    ...options,
    changed: onChange,
    unkept: options.onUnkept,
    answered(edit, result) {
      options.settle(edit.order_id, (row) => afterEdit(row, edit, result, options.courier))
      onChange()
    },
  })
  return {
    ...outbox,
    async add(given) {
      const edits = given.map((edit) => ({ ...edit, ...options.named(edit.order_id) }))
      const endings = await outbox.addAwaited(edits)
      return endings.map((ending, index) => {
        const result = bulkResultOf(edits[index]?.order_id ?? 0, ending)
        const isLate = ending !== 'cancelled' && ending.late
        return { ...result, in_tray: isLate && result.status === 'FAIL' }
      })
    },
    over: (rows) => withEdits(rows, outbox.entries()),
    count: () => outbox.entries().length,
  }
}
