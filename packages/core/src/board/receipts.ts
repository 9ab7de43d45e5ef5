import { type Client, newKey } from '@tiffin/sdk/client'
import { isApiError } from '@tiffin/sdk/contract'
import type { Ports } from '../ports.ts'
import type { ServerClock } from '../server-clock.ts'
import type { BoardOrder } from './board-order.ts'
import { isOfSession, isPassing } from '../passing-failure.ts'
import { createKeptIntents } from './kept-intents.ts'

/** Tells the server which orders this console has shown and which were acknowledged here (MOON-02). */
export interface Receipts {
  /** The orders that stand on the board now; each is reported once. */
  see(orderIds: Iterable<number>): void
  acknowledge(orderId: number): void
  /** Takes up what another run of the program could not tell. */
  restore(): void
  /** Rows with what was acknowledged here and is still on its way. */
  over(rows: ReadonlyMap<number, BoardOrder>): ReadonlyMap<number, BoardOrder>
  /** Forgets what was not told; what is on disk stays there. */
  stop(): void
}

/** What is told together. */
interface Receipt {
  intent_id: string
  shown: readonly number[]
  acknowledged: readonly number[]
  /** When, by the device's clock; missing in what an older version has kept. */
  at?: number
  /** How far that clock was behind the server's; missing where the server had not answered yet. */
  offset?: number
}

/** New cards of this time travel together. */
const GATHER_MS = 1000
const AGAIN_MS = 5000
const MOST = 1000

/** A receipt as it was kept; whatever is not one counts as none. */
function readReceipt(value: unknown): Receipt | undefined {
  const receipt = { ...(value as object | null) } as Partial<Receipt>
  const isWhole = typeof receipt.intent_id === 'string'
  const isTimed = [receipt.at ?? 0, receipt.offset ?? 0].every((ms) => Number.isFinite(ms))
  return isWhole && isTimed && Array.isArray(receipt.shown) && Array.isArray(receipt.acknowledged)
    ? (receipt as Receipt)
    : undefined
}

interface ReceiptsOptions {
  client: Client
  ports: Ports
  serverClock: Pick<ServerClock, 'offset' | 'isMeasured'>
  owner: () => string
  /** Somebody has said that they saw an order, and that would not outlive the program. */
  onUnkept: () => void
}

export function createReceipts(options: ReceiptsOptions): Receipts {
  const { client, ports, serverClock } = options
  const measured = (): { offset?: number } => (serverClock.isMeasured() ? { offset: serverClock.offset() } : {})
  const kept = createKeptIntents({ ports, kind: 'receipt', owner: options.owner, read: readReceipt })
  /** Every order that was told, or is to be. */
  let known = new Set<number>()
  /** Seen and not yet noted down. */
  let fresh = new Set<number>()
  let waiting: readonly Receipt[] = []
  let cancel: (() => void) | undefined
  let sending = false

  function note(shown: readonly number[], acknowledged: readonly number[]): void {
    const receipt = { intent_id: newKey(), shown, acknowledged, at: ports.clock.now(), ...measured() }
    waiting = [...waiting, receipt]
    if (!kept.add(receipt) && acknowledged.length > 0) options.onUnkept()
  }

  /** When it was, by the server's clock; null where nobody can know, which the server takes for now. */
  function momentOf({ at, offset = measured().offset }: Receipt): string | null {
    return at === undefined || offset === undefined ? null : new Date(at + offset).toISOString()
  }

  function sendIn(ms: number): void {
    cancel ??= ports.clock.after(ms, () => {
      cancel = undefined
      send()
    })
  }

  /** As many receipts as one call takes. */
  function nextBatch(): readonly Receipt[] {
    const batch: Receipt[] = []
    for (const receipt of waiting) {
      const orders = [...batch, receipt].flatMap(({ shown, acknowledged }) => [...shown, ...acknowledged])
      if (orders.length > MOST) break
      batch.push(receipt)
    }
    return batch
  }

  function send(): void {
    // What a hidden tab draws, nobody sees.
    if (fresh.size > 0 && (ports.isVisible?.() ?? true)) {
      const shown = [...fresh].slice(0, MOST)
      for (const id of shown) fresh.delete(id)
      note(shown, [])
    }
    if (sending) return
    const batch = nextBatch()
    if (batch.length === 0) return fresh.size > 0 ? sendIn(AGAIN_MS) : undefined
    sending = true
    client.Order.shown({
      shown: batch.flatMap((receipt) => receipt.shown),
      shown_at: batch.flatMap((receipt) => receipt.shown.map(() => momentOf(receipt))),
      acknowledged: batch.flatMap((receipt) => receipt.acknowledged),
      acknowledged_at: batch.flatMap((receipt) => receipt.acknowledged.map(() => momentOf(receipt))),
    })
      .catch((error: unknown) => {
        ports.log('the server could not be told what was shown', error)
        return isApiError(error) && !isPassing(error) && !isOfSession(error) ? 'refused' : 'later'
      })
      .then((outcome) => {
        sending = false
        if (outcome !== 'later') {
          for (const { intent_id } of batch) kept.remove(intent_id)
          waiting = waiting.filter((receipt) => !batch.includes(receipt))
        }
        if (waiting.length + fresh.size > 0) sendIn(outcome === 'later' ? AGAIN_MS : GATHER_MS)
      })
      .catch((error: unknown) => ports.log('what was shown could not be told', error))
  }

  return {
    see(orderIds) {
      for (const id of orderIds) {
        if (known.has(id)) continue
        known.add(id)
        fresh.add(id)
      }
      if (fresh.size > 0) sendIn(GATHER_MS)
    },
    acknowledge(orderId) {
      note([], [orderId])
      send()
    },
    restore() {
      const told = new Set(waiting.map(({ intent_id }) => intent_id))
      const left = kept.all().filter(({ intent_id }) => !told.has(intent_id))
      waiting = [...left, ...waiting]
      for (const { shown } of left) for (const id of shown) known.add(id)
      send()
    },
    over(rows) {
      const seen = waiting.flatMap(({ acknowledged }) => acknowledged).filter((id) => rows.get(id)?.acknowledged === 0)
      if (seen.length === 0) return rows
      const view = new Map(rows)
      for (const id of seen) view.set(id, { ...(rows.get(id) as BoardOrder), acknowledged: 1, escalated: 0 })
      return view
    },
    stop() {
      cancel?.()
      cancel = undefined
      known = new Set()
      fresh = new Set()
      waiting = []
    },
  }
}
