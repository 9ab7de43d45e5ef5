import { createStore } from 'zustand/vanilla'
import type { Board, BoardOptions } from './board.ts'
import { createBoardCopy } from './board-copy.ts'
import { createBoardOwner } from './board-owner.ts'
import { createBoardPeriod } from './board-period.ts'
import { type BoardState, closedBoard } from './board-state.ts'
import { createChoices } from './choices.ts'
import { createConflictDecisions } from './conflict-decisions.ts'
import { createCourierChoice } from './courier-choice.ts'
import { createEscalations } from './escalations.ts'
import { createLiveFeed } from './live-feed.ts'
import { createLoading } from './loading.ts'
import { createBulkMoves } from './bulk-moves.ts'
import { moveIntent } from './move-intent.ts'
import { createDescribeRemoteMove } from './describe-remote-move.ts'
import { createLiveUpdates } from './live-updates.ts'
import { createBoardLifecycle } from './board-lifecycle.ts'
import { createReloading } from './reloading.ts'
import { createShownOrders } from './shown-orders.ts'
import { createLineTicks } from './line-ticks.ts'
import { createUnsentChanges } from './unsent-changes.ts'

/** Assembles the board from its parts, which share only its store. */
export function createBoard(options: BoardOptions): Board {
  const { session } = options
  const store = createStore<BoardState>(() => closedBoard)
  const parts = { ...options, store }
  const owner = createBoardOwner(session)
  const period = createBoardPeriod(parts)
  const movedElsewhere = createDescribeRemoteMove(parts)
  const unsent = createUnsentChanges({ ...parts, movedElsewhere, owner: owner.key })
  const { tray, moves, edits, receipts, over } = unsent
  const escalations = createEscalations(parts)
  const copy = createBoardCopy({ ...parts, owner: owner.key, readCouriers: () => couriers.couriers() })
  const loading = createLoading({ ...parts, period, over, onLoaded })
  const news = createLiveUpdates({ store, over, onEscalation: escalations.receive, onResync: () => void loading.resync() })
  const feed = createLiveFeed({ ...parts, receive: news.receive, onOnline: unsent.send })
  const reloading = createReloading({ ...parts, loading, isConnected: feed.isConnected, onReloaded: unsent.restore })

  /** Runs after the first response: starts the live feed, the reloads and the offline copy. */
  function onLoaded(number: number): void {
    const isFirst = !feed.isConnected()
    feed.follow(number)
    if (!isFirst) return
    reloading.start()
    copy.start()
  }

  const move: Board['move'] = (orderId, to, where) => {
    const intent = moveIntent(store.getState(), orderId, to, where)
    if (intent) moves.add(intent)
  }
  async function remove(orderId: number): Promise<void> {
    // Record the deletion before the request, because the live feed may be faster than the response.
    store.setState(({ deleted }) => ({ deleted: new Set([...deleted, orderId]) }))
    try {
      await options.client.Reference.deleteData({ tables: [{ table: 'order', id: orderId }] })
    } catch (error) {
      store.setState(({ deleted }) => ({ deleted: new Set([...deleted].filter((id) => id !== orderId)) }))
      throw error
    }
    await loading.load(true)
  }
  const couriers = createCourierChoice({ ...parts, edits })
  const { tick } = createLineTicks({ ...parts, edits })
  return {
    store,
    bounds: period.bounds,
    ...createBoardLifecycle({ ...parts, owner, unsent, loading, feed, reloading, copy }),
    reload: () => loading.load(true),
    ...createChoices({ ...parts, load: loading.loadChosen }),
    move,
    remove,
    ...createBulkMoves({ ...parts, moves, movedElsewhere }),
    ...couriers,
    tick,
    ...createConflictDecisions({ store, tray, move, tick, assignCourier: couriers.assignCourier }),
    ...createShownOrders({ ...parts, receipts, over }),
    startDrag: feed.startDrag,
    endDrag: feed.endDrag,
    onChanged: news.onChanged,
    onRing: news.onRing,
  }
}
