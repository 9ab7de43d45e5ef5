import type { Client } from '@tiffin/sdk/client'
import { isApiError } from '@tiffin/sdk/contract'
import type { Ports } from '../ports.ts'
import type { BoardOrder } from './board-order.ts'
import { isPassing } from '../passing-failure.ts'

/** Tells the server which orders this console has shown and which were acknowledged here (MOON-02). */
export interface Receipts {
  /** The orders that stand on the board now; each is reported once. */
  see(orderIds: Iterable<number>): void
  acknowledge(orderId: number): void
  /** Rows with what was acknowledged here and is still on its way. */
  over(rows: ReadonlyMap<number, BoardOrder>): ReadonlyMap<number, BoardOrder>
  stop(): void
}

/** New cards of this time travel together. */
const GATHER_MS = 1000
const AGAIN_MS = 5000
const MOST = 1000

export function createReceipts(options: { client: Client; ports: Ports; console: () => string }): Receipts {
  const { client, ports } = options
  /** Every order that was told, or is to be. */
  let known = new Set<number>()
  let shown = new Set<number>()
  let acknowledged = new Set<number>()
  let cancel: (() => void) | undefined
  let sending = false

  const take = (ids: Set<number>): number[] => [...ids].slice(0, MOST)

  function sendIn(ms: number): void {
    cancel ??= ports.clock.after(ms, () => {
      cancel = undefined
      send()
    })
  }

  function send(): void {
    if (sending || shown.size + acknowledged.size === 0) return
    // What a hidden tab draws, nobody sees.
    const visible = ports.isVisible?.() ?? true
    const batch = { shown: visible ? take(shown) : [], acknowledged: take(acknowledged) }
    if (batch.shown.length + batch.acknowledged.length === 0) return sendIn(AGAIN_MS)
    sending = true
    client.Order.shown({ console: options.console(), ...batch })
      .catch((error: unknown) => {
        ports.log('the server could not be told what was shown', error)
        return isApiError(error) && !isPassing(error) ? 'refused' : 'later'
      })
      .then((outcome) => {
        sending = false
        if (outcome !== 'later') {
          for (const id of batch.shown) shown.delete(id)
          for (const id of batch.acknowledged) acknowledged.delete(id)
        }
        if (shown.size + acknowledged.size > 0) sendIn(outcome === 'later' ? AGAIN_MS : GATHER_MS)
      })
      .catch((error: unknown) => ports.log('what was shown could not be told', error))
  }

  return {
    see(orderIds) {
      for (const id of orderIds) {
        if (known.has(id)) continue
        known.add(id)
        shown.add(id)
      }
      if (shown.size > 0) sendIn(GATHER_MS)
    },
    acknowledge(orderId) {
      acknowledged.add(orderId)
      send()
    },
    over(rows) {
      const fresh = [...acknowledged].filter((id) => rows.get(id)?.acknowledged === 0)
      if (fresh.length === 0) return rows
      const view = new Map(rows)
      for (const id of fresh) view.set(id, { ...(rows.get(id) as BoardOrder), acknowledged: 1, escalated: 0 })
      return view
    },
    stop() {
      cancel?.()
      cancel = undefined
      known = new Set()
      shown = new Set()
      acknowledged = new Set()
    },
  }
}
