import { type Client, randomUuid } from '@tiffin/sdk/client'
import { createReceiptOutbox, MAX_PER_CALL, type Receipt } from '#outbox/kinds/receipts'
import type { Ports } from '../ports.ts'
import type { ServerClock } from '../server-clock.ts'
import type { BoardOrder } from './board-order.ts'

/** Reports to the server which orders this console has shown and which were acknowledged here (MOON-02). */
export interface Receipts {
  /** Reports the orders now on the board, each one once. */
  see(orderIds: Iterable<number>): void
  acknowledge(orderId: number): void
  /** Takes over unsent receipts of an earlier run. */
  restore(): void
  /** Rows with unsent acknowledgements applied. */
  over(rows: ReadonlyMap<number, BoardOrder>): ReadonlyMap<number, BoardOrder>
  /** Discards unsent receipts in memory; those on disk stay. */
  stop(): void
}

/** Orders seen within this time are reported together. */
const BATCH_MS = 1000
const HIDDEN_CHECK_MS = 5000

export function createReceipts(options: {
  client: Client
  ports: Ports
  serverClock: Pick<ServerClock, 'offset' | 'isMeasured'>
  owner: () => string
  /** Called if an acknowledgement can't be stored and would be lost when the program ends. */
  onNotSaved: () => void
}): Receipts {
  const { client, ports, serverClock, owner } = options
  const offset = (): number | undefined => (serverClock.isMeasured() ? serverClock.offset() : undefined)
  const outbox = createReceiptOutbox({
    client,
    ports,
    owner,
    offset,
    notSaved: (receipts) => receipts.some(({ acknowledged }) => acknowledged.length > 0) && options.onNotSaved(),
  })
  /** Every order that was reported or is queued. */
  let known = new Set<number>()
  /** Seen but not stored yet. */
  let fresh = new Set<number>()
  let cancel: (() => void) | undefined

  function receiptOf(orders: Pick<Receipt, 'shown' | 'acknowledged'>): Receipt {
    const measured = offset()
    return { intent_id: randomUuid(), ...orders, at: ports.clock.now(), ...(measured === undefined ? {} : { offset: measured }) }
  }

  function sendAfter(ms: number): void {
    cancel ??= ports.clock.after(ms, () => {
      cancel = undefined
      note([])
    })
  }

  /** Stores acknowledgements and the orders shown since the last time. */
  function note(acknowledged: readonly number[]): void {
    // Orders drawn in a hidden tab are not seen.
    const isVisible = ports.isVisible?.() ?? true
    const shown = isVisible ? [...fresh].slice(0, MAX_PER_CALL) : []
    for (const id of shown) fresh.delete(id)
    const receipts = [
      { shown: [], acknowledged },
      { shown, acknowledged: [] },
    ].filter((orders) => orders.shown.length + orders.acknowledged.length > 0)
    outbox.add(receipts.map(receiptOf))
    if (fresh.size > 0) sendAfter(isVisible ? BATCH_MS : HIDDEN_CHECK_MS)
  }

  return {
    see(orderIds) {
      for (const id of orderIds) {
        if (known.has(id)) continue
        known.add(id)
        fresh.add(id)
      }
      if (fresh.size > 0) sendAfter(BATCH_MS)
    },
    acknowledge: (orderId) => note([orderId]),
    restore() {
      outbox.restore()
      for (const { shown } of outbox.entries()) for (const id of shown) known.add(id)
    },
    over(rows) {
      const waiting = outbox.entries().flatMap(({ acknowledged }) => acknowledged.flatMap((id) => rows.get(id) ?? []))
      const seen = waiting.filter(({ acknowledged }) => acknowledged === 0)
      if (seen.length === 0) return rows
      const view = new Map(rows)
      for (const row of seen) view.set(row.order_id, { ...row, acknowledged: 1, escalated: 0 })
      return view
    },
    stop() {
      cancel?.()
      cancel = undefined
      known = new Set()
      fresh = new Set()
      outbox.close()
    },
  }
}
