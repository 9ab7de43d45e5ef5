import { createStore, type StoreApi } from 'zustand/vanilla'
import type { OrderStatus } from '@tiffin/sdk/contract'
import { isCancelled, isColumn } from '#rules/index'
import type { Ports } from '../ports.ts'
import type { ServerClock } from '../server-clock.ts'
import type { BoardOrder } from './board-order.ts'
import type { Board } from './board-store.ts'

/** Why an order wants to be looked at (KDS-05). */
export type News = 'new' | 'changed' | 'cancelled' | 'late'

/** A cancelled order, kept in words because its card has gone (KDS-23). */
export interface CancelledOrder {
  order_id: number
  /** As people call it. */
  ticket: number
  /** Missing in what an older version has kept. */
  merchant?: number
  reason: string
  /** Of the order when it was cancelled; missing likewise. */
  revision?: number
}

export interface AttentionState {
  news: ReadonlyMap<number, Exclude<News, 'cancelled'>>
  cancelled: readonly CancelledOrder[]
}

/** What nobody at this board has looked at yet. */
export interface Attention {
  store: StoreApi<AttentionState>
  start(): () => void
  /** Somebody has seen the order; without one, all of them. */
  seen(orderId?: number): void
}

const KEPT = 20
const LOOK_MS = 1000
/** Of several that come at once, the first of these is heard. */
const loudness: readonly News[] = ['cancelled', 'new', 'changed', 'late']

/** Watches for orders that are new, changed, cancelled or late, and rings once for what comes together. */
export function createAttention(options: {
  board: Board
  ports: Ports
  serverClock: ServerClock
  company: () => number | undefined
  ring: (news: News) => void
}): Attention {
  const { board, ports, serverClock, company, ring } = options
  const store = createStore<AttentionState>(() => ({ news: new Map(), cancelled: [] }))
  let known: ReadonlyMap<number, BoardOrder> | undefined
  let late = new Set<number>()
  /** Cancellations that an earlier run has told of, by order: their revisions. */
  let told: ReadonlyMap<number, number> = new Map()
  const key = (): string => `board.cancelled.${company() ?? 0}`

  function set(next: AttentionState): void {
    const { news, cancelled } = store.getState()
    if (next.cancelled !== cancelled)
      ports.storage.set(key(), next.cancelled.length > 0 ? JSON.stringify(next.cancelled) : undefined)
    if (next.cancelled !== cancelled || !isSame(next.news, news)) store.setState(next)
  }

  function look(): void {
    const { phase, rows, statuses, made } = board.store.getState()
    if (phase !== 'ready') return
    const before = known
    known = rows
    const heard = new Set<News>()
    const news = new Map(store.getState().news)
    let { cancelled } = store.getState()
    const byKey = new Map(statuses.map((status) => [status.order_status_id, status]))
    const own = new Set(made.map(({ order_id, to }) => `${order_id} ${to}`))
    for (const order of rows.values()) {
      const { order_id: id, order_status } = order
      const status = byKey.get(order_status)
      const was = before?.get(id)
      if (status && isCancelled(status)) {
        news.delete(id)
        const fresh = was !== undefined && was.order_status !== order_status && !own.has(`${id} ${order_status}`)
        // The board begins with what it knew last, which may be from before a cancellation that was told and seen since.
        if (!fresh || order.revision <= (told.get(id) ?? -1)) continue
        heard.add('cancelled')
        const { merchant, cancel_reason, revision } = order
        const entry = { order_id: id, ticket: order.ticket || id, merchant, reason: cancel_reason ?? '', revision }
        cancelled = [...cancelled.filter((one) => one.order_id !== id), entry].slice(-KEPT)
        continue
      }
      if (!status || !isColumn(status) || status.done === 1) {
        news.delete(id)
        continue
      }
      const what = newsOf(order, status, was)
      if (what) {
        // A status with a sound of its own rings for its new orders already.
        if (what !== 'new' || status.sound === '') heard.add(what)
        news.set(id, what)
      } else if (news.get(id) === 'new' && isSeen(order, status)) news.delete(id)
      if (becomesLate(order) && before) {
        heard.add('late')
        if (!news.has(id)) news.set(id, 'late')
      }
      if (!late.has(id) && news.get(id) === 'late') news.delete(id)
    }
    for (const id of news.keys()) if (!rows.has(id)) news.delete(id)
    set({ news, cancelled })
    const loudest = loudness.find((what) => heard.has(what))
    if (loudest) ring(loudest)
  }

  /** True at the look that first finds the order late. */
  function becomesLate({ order_id, time_finish }: BoardOrder): boolean {
    const isLate = Date.parse(time_finish) <= serverClock.now()
    const was = late.has(order_id)
    if (isLate) late.add(order_id)
    else late.delete(order_id)
    return isLate && !was
  }

  return {
    store,
    start() {
      known = undefined
      late = new Set()
      const cancelled = readCancelled(ports.storage.get(key()))
      told = new Map(cancelled.map(({ order_id, revision = 0 }) => [order_id, revision]))
      store.setState({ news: new Map(), cancelled })
      const stop = board.store.subscribe((now, before) => {
        if (now.phase !== 'ready') known = undefined
        else if (now.rows !== before.rows || now.phase !== before.phase) look()
      })
      let cancel = (): void => {}
      const tick = (): void => {
        look()
        cancel = ports.clock.after(LOOK_MS, tick)
      }
      tick()
      return () => {
        stop()
        cancel()
      }
    },
    seen(orderId) {
      if (orderId === undefined) return set({ news: new Map(), cancelled: [] })
      const { news, cancelled } = store.getState()
      const left = new Map(news)
      left.delete(orderId)
      const others = cancelled.filter(({ order_id }) => order_id !== orderId)
      set({ news: left, cancelled: others.length === cancelled.length ? cancelled : others })
    },
  }
}

/** Nobody waits for it any more: somebody acknowledged it on some board, or took it further. */
const isSeen = (order: BoardOrder, status: Pick<OrderStatus, 'created'>): boolean =>
  order.acknowledged === 1 || status.created !== 1

function newsOf(order: BoardOrder, status: OrderStatus, was: BoardOrder | undefined): 'new' | 'changed' | undefined {
  // Rows of one revision say the same; only the others need be looked into.
  if (was && was.revision !== order.revision && contentOf(was) !== contentOf(order)) return 'changed'
  return !was && !isSeen(order, status) ? 'new' : undefined
}

const isSame = (a: AttentionState['news'], b: AttentionState['news']): boolean =>
  a.size === b.size && [...a].every(([id, what]) => b.get(id) === what)

/** What is to be made and where it goes, for telling whether that has changed. */
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
