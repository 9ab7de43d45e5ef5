import type { Client } from '@tiffin/sdk/client'
import { storedEntries } from '../disk.ts'
import { createOutbox, type Outbox, type OutboxPorts } from '../outbox.ts'

/** Orders that this console has shown or acknowledged (MOON-02). */
export interface Receipt {
  intent_id: string
  shown: readonly number[]
  acknowledged: readonly number[]
  /** Time by the device's clock; missing in entries of older versions. */
  at?: number
  /** How far the device's clock was behind the server's; missing if the server had not responded yet. */
  offset?: number
}

/** Maximum number of orders per call. */
export const MAX_PER_CALL = 1000

/** Parses a stored receipt; undefined if it is invalid. */
function readReceipt(value: unknown): Receipt | undefined {
  const receipt = { ...(value as object | null) } as Partial<Receipt>
  const isValid = typeof receipt.intent_id === 'string'
  const isTimed = [receipt.at ?? 0, receipt.offset ?? 0].every((ms) => Number.isFinite(ms))
  return isValid && isTimed && Array.isArray(receipt.shown) && Array.isArray(receipt.acknowledged)
    ? (receipt as Receipt)
    : undefined
}

/** The outbox for shown and acknowledged orders. */
export function createReceiptOutbox(options: {
  client: Client
  ports: OutboxPorts
  owner: () => string
  /** How far the device's clock is behind the server's; undefined if not known yet. */
  offset: () => number | undefined
  notSaved: (receipts: readonly Receipt[]) => void
}): Outbox<Receipt, { intent_id: string }> {
  const { client, ports, owner, notSaved } = options

  /** The time by the server's clock; null if unknown, which the server treats as now. */
  function timeOf({ at, offset = options.offset() }: Receipt): string | null {
    return at === undefined || offset === undefined ? null : new Date(at + offset).toISOString()
  }

  return createOutbox<Receipt, { intent_id: string }>(
    {
      disk: storedEntries({ ports, name: 'receipt', owner, read: readReceipt }),
      batch(receipts) {
        let orders = 0
        const end = receipts.findIndex(({ shown, acknowledged }) => (orders += shown.length + acknowledged.length) > MAX_PER_CALL)
        return end < 0 ? receipts : receipts.slice(0, Math.max(1, end))
      },
      async send(receipts) {
        await client.Order.shown({
          shown: receipts.flatMap(({ shown }) => shown),
          shown_at: receipts.flatMap((receipt) => receipt.shown.map(() => timeOf(receipt))),
          acknowledged: receipts.flatMap(({ acknowledged }) => acknowledged),
          acknowledged_at: receipts.flatMap((receipt) => receipt.acknowledged.map(() => timeOf(receipt))),
        })
        return receipts
      },
      // Refused receipts are not sent again.
      refused: (receipt, { code }) => (code === 'server_error' ? undefined : receipt),
      answered() {},
      notSaved,
    },
    ports,
  )
}
