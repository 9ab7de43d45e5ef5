import { createStore, type StoreApi } from 'zustand/vanilla'
import type { OrderStatus } from '@tiffin/sdk/contract'
import { countdown, hasStation, isCancelled, isColumn } from '#rules/index'
import type { Ports } from '../ports.ts'
import type { ServerClock } from '../server-clock.ts'
import type { BoardOrder } from './board-order.ts'
import type { Board } from './board.ts'
import { orderHeldUntil } from './order-held.ts'

/** Why an order needs attention (KDS-05). */
export type AttentionReason = 'new' | 'changed' | 'cancelled' | 'late'

/** A cancelled order, stored as text because its card is gone (KDS-23). */
export interface CancelledOrder {
  order_id: number
  /** The ticket number shown to users. */
  ticket: number
  /** Missing in data stored by older versions. */
  merchant?: number
  reason: string
  /** Revision of the order when it was cancelled. Missing in data stored by older versions. */
  revision?: number
  /** When this board learned of it, in ms of server time. Missing in data stored by older versions. */
  at?: number
}

export interface AttentionState {
  news: ReadonlyMap<number, Exclude<AttentionReason, 'cancelled'>>
  cancelled: readonly CancelledOrder[]
  /** Recent cancellations that were seen or made here, newest last. They can be read again. */
  seenCancelled: readonly CancelledOrder[]
}

/** Orders and cancellations that are not marked as seen on this board. */
export interface Attention {
  store: StoreApi<AttentionState>
  start(): () => void
  /** Marks these orders as seen, or all of them if none are given. Returns a function that undoes it on this board. */
  seen(orderIds?: readonly number[]): () => void
}

const MAX_KEPT = 20
/** How long a seen cancellation can be read again. */
export const READABLE_HOURS = 12
const CHECK_MS = 1000
/** If several occur at once, only the first in this list is heard. */
const loudness: readonly AttentionReason[] = ['cancelled', 'new', 'changed', 'late']

/** Watches for new, changed, cancelled and late orders. Events that arrive together ring once. */
export function createAttention(options: {
  board: Board
  ports: Ports
  serverClock: ServerClock
  company: () => number | undefined
  ring: (news: AttentionReason) => void
}): Attention {
  const { board, ports, serverClock, company, ring } = options
  const store = createStore<AttentionState>(() => ({ news: new Map(), cancelled: [], seenCancelled: [] }))
  let known: ReadonlyMap<number, BoardOrder> | undefined
  let late = new Set<number>()
  /** When the kitchen starts on each held order, also for orders that have started since and were moved before (KDS-11). */
  let held = new Map<number, number>()
  let fired = new Set<number>()
  /** Cancellations that an earlier run announced: revision by order. */
  let shownRevisions: ReadonlyMap<number, number> = new Map()
  const keyOf = (what: 'cancelled' | 'seenCancelled'): string => `board.${what}.${company() ?? 0}`

  function set(change: Partial<AttentionState>): void {
    const before = store.getState()
    const next = { ...before, ...change }
    for (const what of ['cancelled', 'seenCancelled'] as const)
      if (next[what] !== before[what])
        ports.storage.set(keyOf(what), next[what].length > 0 ? JSON.stringify(next[what]) : undefined)
    const isOther = next.cancelled !== before.cancelled || next.seenCancelled !== before.seenCancelled
    if (isOther || !isSame(next.news, before.news)) store.setState(next)
  }

  /** Drops old entries and keeps each order once. */
  const dropOutdated = (orders: readonly CancelledOrder[]): CancelledOrder[] => {
    const since = serverClock.now() - READABLE_HOURS * 3_600_000
    const latest = new Map(orders.map((order) => [order.order_id, order]))
    return orders.filter((order) => latest.get(order.order_id) === order && (order.at ?? 0) > since).slice(-MAX_KEPT)
  }

  /** `isQuiet`: the user has just chosen other orders, and knows it. */
  function check(isQuiet = false): void {
    const { phase, rows, statuses, undoable, station } = board.store.getState()
    if (phase !== 'ready') return
    const before = known
    known = rows
    const reasons = new Set<AttentionReason>()
    const news = new Map(store.getState().news)
    let { cancelled, seenCancelled } = store.getState()
    const byKey = new Map(statuses.map((status) => [status.order_status_id, status]))
    const own = new Set(undoable.map(({ order_id, to }) => `${order_id} ${to}`))
    for (const order of rows.values()) {
      const { order_id: id, order_status } = order
      const status = byKey.get(order_status)
      const previousRow = before?.get(id)
      if (!hasStation(order, station)) {
        news.delete(id)
        continue
      }
      if (status && isCancelled(status)) {
        news.delete(id)
        const fresh = previousRow !== undefined && previousRow.order_status !== order_status
        // The board starts with the last known rows, which may predate a cancellation that was already announced and
        // seen.
        if (!fresh || order.revision <= (shownRevisions.get(id) ?? -1)) continue
        const { merchant, cancel_reason, revision } = order
        const at = serverClock.now()
        const entry = { order_id: id, ticket: order.ticket || id, merchant, reason: cancel_reason ?? '', revision, at }
        if (own.has(`${id} ${order_status}`)) {
          seenCancelled = dropOutdated([...seenCancelled, entry])
          continue
        }
        reasons.add('cancelled')
        cancelled = [...cancelled.filter((other) => other.order_id !== id), entry].slice(-MAX_KEPT)
        continue
      }
      if (!status || !isColumn(status) || status.done === 1) {
        news.delete(id)
        continue
      }
      if (previousRow && previousRow.order_status !== order_status) fired.delete(id)
      const what = reasonOf(order, status, previousRow)
      if (what) {
        // A status with its own sound already rings for its new orders.
        if (what !== 'new' || status.sound === '' || fired.has(id)) reasons.add(what)
        news.set(id, what)
      } else if (news.get(id) === 'new' && ((isSeen(order, status) && !fired.has(id)) || held.has(id))) news.delete(id)
      if (becomesLate(order) && before) {
        reasons.add('late')
        if (!news.has(id)) news.set(id, 'late')
      }
      if (!late.has(id) && news.get(id) === 'late') news.delete(id)
    }
    for (const id of news.keys()) if (!rows.has(id)) news.delete(id)
    // The order was restored. The last known board may predate the cancellation.
    const isBack = ({ order_id, revision = 0 }: CancelledOrder): boolean => {
      const order = rows.get(order_id)
      const status = byKey.get(order?.order_status ?? 0)
      return order !== undefined && order.revision > revision && status !== undefined && isColumn(status)
    }
    if (cancelled.some(isBack)) cancelled = cancelled.filter((item) => !isBack(item))
    if (seenCancelled.some(isBack)) seenCancelled = seenCancelled.filter((candidate) => !isBack(candidate))
    set({ news, cancelled, seenCancelled })
    const loudest = loudness.find((what) => reasons.has(what))
    if (loudest && !isQuiet) ring(loudest)
  }

  /** A held order is not new until the kitchen starts on it, even if someone has moved it before. */
  function reasonOf(order: BoardOrder, status: OrderStatus, previousRow: BoardOrder | undefined): 'new' | 'changed' | undefined {
    const { order_id: id } = order
    const { statuses } = board.store.getState()
    const now = serverClock.now()
    const start = held.get(id)
    const until = orderHeldUntil(order, statuses, now)
    if (until === undefined) held.delete(id)
    else held.set(id, until)
    const reason = attentionReasonOf(order, status, previousRow)
    if (until !== undefined) return reason === 'changed' ? reason : undefined
    // Not if the order left the columns before Ready instead of starting.
    const isStarted = start !== undefined && start <= now && orderHeldUntil(order, statuses, start - 1) !== undefined
    if (isStarted && isSeen(order, status)) fired.add(id)
    return isStarted ? 'new' : reason
  }

  /** True only on the first check that finds the order late. */
  function becomesLate(order: BoardOrder): boolean {
    const { order_id } = order
    const isLate = countdown(order, { done: 0 }, serverClock.now()).tone === 'late'
    const wasLate = late.has(order_id)
    if (isLate) late.add(order_id)
    else late.delete(order_id)
    return isLate && !wasLate
  }

  return {
    store,
    start() {
      known = undefined
      late = new Set()
      held = new Map()
      fired = new Set()
      const cancelled = readCancelled(ports.storage.get(keyOf('cancelled')))
      const seenCancelled = dropOutdated(readCancelled(ports.storage.get(keyOf('seenCancelled'))))
      shownRevisions = new Map([...seenCancelled, ...cancelled].map(({ order_id, revision = 0 }) => [order_id, revision]))
      store.setState({ news: new Map(), cancelled, seenCancelled })
      const stop = board.store.subscribe((now, before) => {
        const isChosen = now.station !== before.station
        if (now.phase !== 'ready' || isChosen) known = undefined
        if (now.rows !== before.rows || now.phase !== before.phase || isChosen) check(isChosen)
      })
      let cancel = (): void => {}
      const tick = (): void => {
        check()
        cancel = ports.clock.after(CHECK_MS, tick)
      }
      tick()
      return () => {
        stop()
        cancel()
      }
    },
    seen(orderIds) {
      const before = store.getState()
      const isIncluded = (id: number): boolean => orderIds === undefined || orderIds.includes(id)
      const news = new Map([...before.news].filter(([id]) => !isIncluded(id)))
      for (const id of fired) if (isIncluded(id)) fired.delete(id)
      const cancelled = before.cancelled.filter(({ order_id }) => !isIncluded(order_id))
      const seen = before.cancelled.filter(({ order_id }) => isIncluded(order_id))
      const hasSeenSome = seen.length > 0
      set({ news, ...(hasSeenSome ? { cancelled, seenCancelled: dropOutdated([...before.seenCancelled, ...seen]) } : {}) })
      return () => {
        const now = store.getState()
        const isOther = ({ order_id }: CancelledOrder): boolean => !seen.some((one) => one.order_id === order_id)
        const back = { cancelled: [...seen, ...now.cancelled.filter(isOther)], seenCancelled: now.seenCancelled.filter(isOther) }
        set({
          news: new Map([...before.news].filter(([id]) => isIncluded(id)).concat([...now.news])),
          ...(hasSeenSome ? back : {}),
        })
      }
    },
  }
}

/** The order was acknowledged on some board or has moved on. */
const isSeen = (order: BoardOrder, status: Pick<OrderStatus, 'created'>): boolean =>
  order.acknowledged === 1 || status.created !== 1

function attentionReasonOf(
  order: BoardOrder,
  status: OrderStatus,
  previousRow: BoardOrder | undefined,
): 'new' | 'changed' | undefined {
  // Rows with the same revision are equal, so only rows with different revisions are compared.
  if (previousRow && previousRow.revision !== order.revision && contentOf(previousRow) !== contentOf(order)) return 'changed'
  return !previousRow && !isSeen(order, status) ? 'new' : undefined
}

const isSame = (a: AttentionState['news'], b: AttentionState['news']): boolean =>
  a.size === b.size && [...a].every(([id, what]) => b.get(id) === what)

/** The items and the destination, to detect changes. */
const contentOf = (order: BoardOrder): string =>
  JSON.stringify([order.cart, order.comment, order.destination_address, order.time_finish])

function readCancelled(text: string | undefined): readonly CancelledOrder[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isCancelledOrder) : []
  } catch {
    return []
  }
}

const isCancelledOrder = (value: unknown): value is CancelledOrder => {
  const { order_id, ticket, reason } = (value ?? {}) as Partial<CancelledOrder>
  return typeof order_id === 'number' && typeof ticket === 'number' && typeof reason === 'string'
}
