import type { StoreApi } from 'zustand/vanilla'
import type { Client } from '@tiffin/sdk/client'
import type { I18n } from '#i18n/create-i18n'
import type { Notices } from '#notices/notices'
import { conflictsText } from '#outbox/conflicts'
import { createTray, type Tray } from '#outbox/tray'
import { statusName } from '#rules/index'
import type { Ports } from '../ports.ts'
import type { ServerClock } from '../server-clock.ts'
import { type BoardMoves, createBoardMoves } from './board-moves.ts'
import type { BoardState } from './board-state.ts'
import { courierOnCard } from './couriers.ts'
import type { DescribeRemoteMove } from './describe-remote-move.ts'
import { createOrderEdits, type OrderEdits } from './order-edits.ts'
import { orderNameById } from './order-name.ts'
import { applyMoveResult, cardBefore, applyPendingMoves } from './pending-moves.ts'
import { createReceipts, type Receipts } from './receipts.ts'

type Rows = BoardState['rows']

/** Changes made on this board that the server has not confirmed. */
export interface UnsentChanges {
  tray: Tray
  moves: BoardMoves
  edits: OrderEdits
  receipts: Receipts
  /** Server rows with pending local changes applied, except moves. */
  over(rows: Rows): Rows
  /** Sends changes that are waiting for a connection. */
  send(): void
  /** Takes over unsent changes of an earlier run or a closed tab. */
  restore(): void
  /** Discards waiting changes in memory; those on disk stay. */
  close(): void
}

export function createUnsentChanges(options: {
  client: Client
  notices: Notices
  i18n: I18n
  ports: Ports
  serverClock: ServerClock
  store: StoreApi<BoardState>
  movedElsewhere: DescribeRemoteMove
  /** Owner of the open board. */
  owner: () => string
}): UnsentChanges {
  const { notices, i18n, serverClock, store } = options
  const { getState: get, setState: set } = store
  const tray = createTray({
    ...options,
    get: () => get().tray,
    set: (conflicts) => set({ tray: conflicts }),
    // An open board shows conflicts itself.
    onPut(conflicts) {
      if (get().phase !== 'closed') return
      notices.show('warning', conflictsText(conflicts), { params: [conflicts.length], ms: Number.POSITIVE_INFINITY })
    },
  })
  const shared = { ...options, tray, now: serverClock.now }
  const moves = createBoardMoves({
    ...shared,
    setPending: (pending) => set({ pending }),
    onRefused: (refused) => set({ refused }),
    undoable: () => get().undoable,
    setUndoable: (undoable) => set({ undoable }),
    settle(result) {
      const row = applyMoveResult(get().rows.get(result.order?.order_id ?? 0), result)
      if (row) set({ rows: new Map(get().rows).set(row.order_id, row) })
    },
    order: (orderId) => get().rows.get(orderId),
    names: ({ order_id, to }) => [orderNameById(get(), order_id, i18n.lang()), statusName(get().statuses, to, i18n.lang())],
    translate: i18n.t,
    behind: (orderId, pending) => cardBefore(applyPendingMoves(get().rows, pending), orderId),
  })
  const onNotSaved = (): void =>
    void notices.show('warning', "Can't save changes on this device. Keep it on until they are sent.")
  const receipts = createReceipts({ ...options, onNotSaved })
  const edits = createOrderEdits({
    ...shared,
    named(order_id) {
      const { ticket, merchant } = get().rows.get(order_id) ?? {}
      return { order_id, ticket, merchant }
    },
    courier: (id) => courierOnCard(get().couriers, id),
    onNotSaved,
    onChange: () => set({ rows: over(get().rows), editing: edits.count() }),
    settle(orderId, change) {
      const row = get().rows.get(orderId)
      if (row) set({ rows: new Map(get().rows).set(orderId, change(row)) })
    },
  })
  const over = (rows: Rows): Rows => receipts.over(edits.over(rows))

  return {
    tray,
    moves,
    edits,
    receipts,
    over,
    send() {
      moves.send()
      edits.send()
    },
    restore() {
      tray.restore()
      moves.restore()
      edits.restore()
      receipts.restore()
      set({ rows: over(get().rows) })
    },
    close() {
      moves.close()
      edits.close()
      receipts.stop()
    },
  }
}
