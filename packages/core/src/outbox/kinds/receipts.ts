import type { Client } from '@tiffin/sdk/client'
import { countedEntries } from '../disk.ts'
import { createOutbox, type Outbox, type OutboxPorts } from '../outbox.ts'

/** Orders that this console has shown, or that were acknowledged here (MOON-02). */
export interface Receipt {
  intent_id: string
  shown: readonly number[]
  acknowledged: readonly number[]
  /** When, by the device's clock; missing in what an older version has kept. */
  at?: number
  /** How far that clock was behind the server's; missing where the server had not answered yet. */
  offset?: number
}

/** Orders that one call takes. */
export const MOST_TOLD = 1000

/** A receipt as it was kept; whatever is not one counts as none. */
function readReceipt(value: unknown): Receipt | undefined {
  const receipt = { ...(value as object | null) } as Partial<Receipt>
  const isWhole = typeof receipt.intent_id === 'string'
  const isTimed = [receipt.at ?? 0, receipt.offset ?? 0].every((ms) => Number.isFinite(ms))
  return isWhole && isTimed && Array.isArray(receipt.shown) && Array.isArray(receipt.acknowledged)
    ? (receipt as Receipt)
    : undefined
}

/** What was shown and acknowledged. */
export function createReceiptOutbox(options: {
  client: Client
  ports: OutboxPorts
  owner: () => string
  /** How far the device's clock is behind the server's; undefined while nobody knows. */
  offset: () => number | undefined
  unkept: (receipts: readonly Receipt[]) => void
}): Outbox<Receipt, { intent_id: string }> {
  const { client, ports, owner, unkept } = options

  /** When it was, by the server's clock; null where nobody can know, which the server takes for now. */
  function momentOf({ at, offset = options.offset() }: Receipt): string | null {
    return at === undefined || offset === undefined ? null : new Date(at + offset).toISOString()
  }

  return createOutbox<Receipt, { intent_id: string }>(
    {
      disk: countedEntries({ ports, name: 'receipt', owner, read: readReceipt }),
      batch(receipts) {
        let orders = 0
        const end = receipts.findIndex(({ shown, acknowledged }) => (orders += shown.length + acknowledged.length) > MOST_TOLD)
        return end < 0 ? receipts : receipts.slice(0, Math.max(1, end))
      },
      async send(receipts) {
        await client.Order.shown({
          shown: receipts.flatMap(({ shown }) => shown),
          shown_at: receipts.flatMap((receipt) => receipt.shown.map(() => momentOf(receipt))),
          acknowledged: receipts.flatMap(({ acknowledged }) => acknowledged),
          acknowledged_at: receipts.flatMap((receipt) => receipt.acknowledged.map(() => momentOf(receipt))),
        })
        return receipts
      },
      // What the server does not want to know is not told again.
      refused: (receipt, { code }) => (code === 'server_error' ? undefined : receipt),
      answered() {},
      unkept,
    },
    ports,
  )
}
