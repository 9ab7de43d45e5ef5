import type { StoreApi } from 'zustand/vanilla'
import type { Client } from '@tiffin/sdk/client'
import type { Notices } from '#notices/notices'
import { isColumn } from '#rules/index'
import type { SessionStore } from '#session/session-store'
import type { Ports } from '../ports.ts'
import type { ServerClock } from '../server-clock.ts'
import type { BoardOrder } from './board-order.ts'
import type { BoardPeriod } from './board-period.ts'
import type { BoardState } from './board-state.ts'
import { failureSentence } from './failure-sentence.ts'
import { boardOrdersQuery, readFrame, readOrders, readOrdersById } from './read-board.ts'

export interface Loading {
  /** Starts a new epoch when a board is opened or closed: responses to earlier requests are ignored. */
  renew(): void
  /** Returns a function that checks whether the same board is still open. */
  current(): () => boolean
  /** Loads the orders of the choice; with `frame` also statuses and merchants. Rejects with an ApiError. */
  load(frame: boolean): Promise<void>
  /** Loads the orders just chosen. On failure, shows that the board is incomplete and offers a retry. */
  loadChosen(): Promise<void>
  /** Reloads everything, including the user. */
  resync(): Promise<void>
}

/** Unfinished orders that the server no longer returns. The update about their moves may have been missed. */
function missingUnfinished(fresh: BoardState['rows'], { rows, statuses }: BoardState, chosen: BoardState['chosen']): number[] {
  const open = new Set(statuses.filter((status) => isColumn(status) && status.done !== 1).map((item) => item.order_status_id))
  const isWaitedFor = ({ order_id, order_status, merchant }: BoardOrder) =>
    open.has(order_status) && !fresh.has(order_id) && (chosen === 'all' || chosen.includes(merchant))
  return [...rows.values()].filter(isWaitedFor).map(({ order_id }) => order_id)
}

/** Loads the board from the server. */
export function createLoading(options: {
  client: Client
  session: SessionStore
  notices: Notices
  ports: Ports
  serverClock: ServerClock
  store: StoreApi<BoardState>
  period: BoardPeriod
  /** Server rows with pending local changes applied. */
  over: (rows: BoardState['rows']) => BoardState['rows']
  /** Called when the rows are loaded; updates follow from `feed` on. */
  onLoaded: (feed: number) => void
}): Loading {
  const { client, session, notices, ports, serverClock, store, period, over } = options
  const { getState: get, setState: set } = store
  let openings = 0
  function current(): () => boolean {
    const mine = openings
    return () => mine === openings
  }

  async function load(frame: boolean): Promise<void> {
    const isCurrent = current()
    const before = get()
    const { statuses, merchants } = before
    const built = frame || statuses.length === 0 ? await readFrame(client) : { statuses, merchants }
    const query = boardOrdersQuery(period.bounds(before.period), [...built.statuses], before.chosen)
    const { orders, count, feed } = await readOrders(client, query, period.isLong(before.period))
    const rows = new Map(orders.map((order) => [order.order_id, order]))
    const left = await readOrdersById(client, missingUnfinished(rows, get(), before.chosen))
    if (!isCurrent()) return
    if (get().dragging !== null) return
    // The choice has changed since, and the new one loads by itself.
    if (isOther(before)) return set(built)
    for (const order of left) rows.set(order.order_id, order)
    // A move may have been confirmed since they were read.
    for (const known of get().rows.values())
      if (known.revision > (rows.get(known.order_id)?.revision ?? Infinity)) rows.set(known.order_id, known)
    set({ ...built, rows: over(rows), count, phase: 'ready', isStale: false, heardAt: serverClock.now() })
    options.onLoaded(feed)
  }

  const isOther = ({ chosen, period: days }: BoardState): boolean => get().chosen !== chosen || get().period !== days

  async function loadChosen(): Promise<void> {
    const isCurrent = current()
    const before = get()
    try {
      await load(false)
    } catch (error) {
      ports.log("can't load the board", error)
      if (!isCurrent() || isOther(before)) return
      notices.showSentence('negative', failureSentence(error, get()), {
        action: { label: 'Retry', run: () => void loadChosen() },
      })
    }
  }

  return {
    renew: () => void (openings += 1),
    current,
    load,
    loadChosen,
    async resync() {
      const isCurrent = current()
      try {
        await session.refresh()
        if (isCurrent()) await load(true)
      } catch (error) {
        ports.log("can't reload the board", error)
      }
    },
  }
}
