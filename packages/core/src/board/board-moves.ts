import type { MoveIntent, MoveResult } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import type { Translate } from '#i18n/create-i18n'
import type { Notices } from '#notices/notices'
import { createMoveOutbox } from '#outbox/kinds/moves'
import type { Tray } from '#outbox/tray'
import type { Ports } from '../ports.ts'
import type { BoardOrder, NamedOrder } from './board-order.ts'
import { type BulkResult, toBulkResult } from './bulk.ts'
import { createUndoableMoves, isUndoable, type UndoableMove, type UndoableMoves } from './undoable-moves.ts'
import type { DescribeRemoteMove } from './describe-remote-move.ts'
import { createMoveNotices, type MoveNames } from './move-notices.ts'

/** Moves made on this board: shown at once, stored until the server responds, and undoable for a while. */
export interface BoardMoves extends Pick<UndoableMoves, 'inverse' | 'offered' | 'latest'> {
  add(intent: MoveIntent): void
  /** Adds several moves at once; the caller reports the result of each (KDS-16). */
  addMany(intents: readonly MoveIntent[]): Promise<readonly BulkResult[]>
  send(): void
  restore(): void
  close(): void
  /** Undoes the latest move, or the given one. */
  undo(intentId?: string): void
}

/** Shown if a move is too old or was already undone. */
export const CANNOT_UNDO = 'This move can no longer be undone'

export function createBoardMoves(options: {
  client: Client
  notices: Notices
  ports: Ports
  tray: Tray
  owner: () => string
  setPending: (intents: readonly MoveIntent[]) => void
  onRefused: (intent: MoveIntent) => void
  undoable: () => readonly UndoableMove[]
  setUndoable: (undoable: readonly UndoableMove[]) => void
  /** Applies the server's current state of an order. */
  settle: (result: MoveResult) => void
  order: (orderId: number) => Pick<BoardOrder, 'ticket' | 'merchant'> | undefined
  names: (intent: Pick<MoveIntent, 'order_id' | 'to'>) => MoveNames
  translate: Translate
  movedElsewhere: DescribeRemoteMove
  /**
   * The card before an order in its column after these moves, in the form of an intent's `after`. Undefined if the
   * order is not on the board.
   */
  behind: (orderId: number, pending: readonly MoveIntent[]) => number | null | undefined
  now: () => number
}): BoardMoves {
  const { notices, names } = options
  const undoable = createUndoableMoves(options)
  const moveNotices = createMoveNotices({ ...options, offerOf: (intentId) => undoable.find(intentId)?.notice })
  const outbox = createMoveOutbox({
    ...options,
    named,
    changed: () => options.setPending(outbox.entries()),
    // Shown last, because a terminal shows only the latest message.
    notSaved: () => void notices.show('warning', "Can't save moves on this device. Keep it on until they are sent."),
    failed: (error) => moveNotices.failed(error, outbox.entries()),
    answered(intent, result, how) {
      // First: an order that has left the board is named by its undoable move.
      moveNotices.answered(intent, result, how)
      if (result.status === 'OK') return
      options.onRefused(intent)
      undoable.forget(intent.intent_id)
    },
  })

  /** Also knows the name of an order that has left the board since it was moved. */
  function named(order_id: number): NamedOrder {
    const { ticket, merchant } =
      options.order(order_id) ?? options.undoable().findLast((move) => move.order_id === order_id) ?? {}
    return { order_id, ticket, merchant }
  }

  /** Records the moves that can be undone. Each is based on the board after the moves before it. */
  function note(intents: readonly MoveIntent[], offer: Pick<UndoableMove, 'notice' | 'together'>): void {
    const pending = [...outbox.entries()]
    for (const intent of intents) {
      const { intent_id, order_id, from, to } = intent
      const behind = options.behind(order_id, pending)
      pending.push(intent)
      if (isUndoable(intent)) undoable.note({ ...named(order_id), intent_id, from, to, behind, ...offer })
    }
  }

  function add(intent: MoveIntent): void {
    note([intent], { notice: isUndoable(intent) ? moveNotices.made(intent, () => undo(intent.intent_id)) : undefined })
    moveNotices.added([intent], false)
    outbox.add([intent])
  }

  function undo(intentId = undoable.latest()[0]?.intent_id): void {
    const move = undoable.find(intentId)
    // Get the names before the move is forgotten: an order that has left the board is known only by its move.
    const named = move && names({ order_id: move.order_id, to: move.from })
    const intent = intentId === undefined ? undefined : undoable.inverse(intentId)
    if (intent && named) {
      moveNotices.undone(intent.intent_id, named)
      add(intent)
    } else notices.show('info', intentId === undefined ? 'Nothing to undo' : CANNOT_UNDO)
  }

  return {
    send: outbox.send,
    restore() {
      undoable.restore()
      outbox.restore()
    },
    inverse: undoable.inverse,
    offered: undoable.offered,
    latest: undoable.latest,
    add,
    async addMany(intents) {
      note(intents, { together: intents[0]?.intent_id })
      moveNotices.added(intents, true)
      const endings = await outbox.addWithResults(intents)
      return endings.map((ending, index) => toBulkResult(intents[index]?.order_id ?? 0, ending))
    },
    undo,
    close() {
      moveNotices.close()
      outbox.close()
    },
  }
}
