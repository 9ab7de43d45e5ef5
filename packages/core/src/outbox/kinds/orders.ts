import type { Client } from '@tiffin/sdk/client'
import type { ApiError } from '@tiffin/sdk/contract'
import type { Message } from '#i18n/text-key'
import { storedEntries } from '../disk.ts'
import { createOutbox, type Outbox, type OutboxPorts } from '../outbox.ts'

/** A new order to be sent. Its key is the idempotency key, so that it is created once, even if it is sent several times. */
export interface QueuedOrder {
  intent_id: string
  row: Readonly<Record<string, unknown>>
  /** The order as typed, to return it if it is refused. */
  typed: Readonly<Record<string, unknown>>
  /** When it was first sent, by the device's clock. */
  at: number
}

export type QueuedOrderResult = { intent_id: string } & (
  | { status: 'OK'; order_id: number; ticket: number }
  /** `warned` lists warnings that the server asks to be confirmed. */
  | { status: 'FAIL'; refusal: Message; warned?: readonly string[] }
)

/** The server remembers keys for a day. An order sent later might be created twice. */
const KNOWN_MS = 23 * 3_600_000
const TOO_OLD: Message = { message: 'Not sent for a day. Check the board before you create it again.' }

function readQueued(value: unknown): QueuedOrder | undefined {
  const { intent_id, row, typed, at } = { ...(value as object | null) } as Partial<QueuedOrder>
  const isWhole = typeof intent_id === 'string' && typeof row === 'object' && typeof typed === 'object'
  return isWhole && typeof at === 'number' ? (value as QueuedOrder) : undefined
}

/** New orders. They are sent one by one, each with its own idempotency key. */
export function createNewOrderOutbox(options: {
  client: Client
  ports: OutboxPorts
  owner: () => string
  answered: (order: QueuedOrder, result: QueuedOrderResult) => void
  /** An attempt to send failed. The outbox decides whether the order waits, with those after it, or is refused. */
  failed: (error: unknown) => void
  changed: () => void
  notSaved: () => void
}): Outbox<QueuedOrder, QueuedOrderResult> {
  const { client, ports, owner, changed, notSaved } = options
  const refuse = ({ intent_id }: QueuedOrder, { message, params }: Message): QueuedOrderResult => ({
    intent_id,
    status: 'FAIL',
    refusal: { message, params },
  })
  return createOutbox<QueuedOrder, QueuedOrderResult>(
    {
      disk: storedEntries({ ports, name: 'order', owner, read: readQueued }),
      batch: (orders) => orders.slice(0, 1),
      async send(orders) {
        const [order] = orders
        if (!order) return []
        if (ports.clock.now() - order.at > KNOWN_MS) return [refuse(order, TOO_OLD)]
        const { intent_id, row } = order
        try {
          const tables = [{ table: 'order', row: { ...row } }]
          const { data } = await client.Reference.saveData({ tables }, { idempotencyKey: intent_id })
          const saved = data['order']?.data
          return [{ intent_id, status: 'OK', order_id: Number(saved?.['order_id']), ticket: Number(saved?.['ticket'] ?? 0) }]
        } catch (error) {
          options.failed(error)
          throw error
        }
      },
      refused: (order, error: ApiError) => ({
        ...refuse(order, error),
        ...(error.code === 'warned' ? { warned: String(error.params?.[0]).split(', ') } : {}),
      }),
      answered: options.answered,
      changed,
      notSaved,
    },
    ports,
  )
}
