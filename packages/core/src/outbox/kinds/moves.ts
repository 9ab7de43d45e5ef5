import { type ApiError, isApiError, type MoveIntent, moveIntentSchema, type MoveResult } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import type { NamedOrder } from '#board/board-order'
import { conflictKey, conflictOfMove } from '../conflicts.ts'
import { storedEntries } from '../disk.ts'
import { createOutbox, type Outbox, type OutboxPorts, refusalOf } from '../outbox.ts'
import type { Tray } from '../tray.ts'

/** Moves of orders. */
export function createMoveOutbox(options: {
  client: Client
  ports: OutboxPorts
  owner: () => string
  tray: Tray
  /** Server time in ms. */
  now: () => number
  /** Names an order, even one that has left the board. */
  named: (orderId: number) => NamedOrder
  changed: () => void
  notSaved: () => void
  /** Applies the server's current state of an order, while the move is still pending. */
  settle: (result: MoveResult) => void
  failed: (error: ApiError) => void
  answered: (intent: MoveIntent, result: MoveResult, how: { late: boolean; awaited: boolean }) => void
}): Outbox<MoveIntent, MoveResult> {
  const { client, ports, owner, tray, changed, notSaved } = options
  return createOutbox<MoveIntent, MoveResult>(
    {
      disk: storedEntries({ ports, name: 'move', owner, read: (value) => moveIntentSchema.safeParse(value).data }),
      batch: (intents) => intents,
      async send(intents) {
        try {
          const { data } = await client.Order.move({ intents: [...intents] })
          for (const result of data.results) options.settle(result)
          return data.results
        } catch (error) {
          if (isApiError(error)) options.failed(error)
          throw error
        }
      },
      refused: refusalOf,
      answered(intent, result, how) {
        // An order that has left the board is named by its move, which the board is about to forget.
        const order = options.named(intent.order_id)
        options.answered(intent, result, how)
        if (result.status === 'FAIL' && !how.late) return
        const conflict = result.status === 'FAIL' ? conflictOfMove(intent, result, { ...order, at: options.now() }) : undefined
        if (conflict) tray.put(conflict)
        else tray.drop(conflictKey({ kind: 'move', order_id: intent.order_id }))
      },
      changed,
      notSaved,
    },
    ports,
  )
}
