import { errors, type Handoff } from '@tiffin/sdk/contract'
import type { Notices } from '#notices/notices'
import { type Decision, isCancelled, refuse } from '#rules/index'
import type { Alarm } from './alarm.ts'
import type { Attention } from './attention.ts'
import type { Board } from './board.ts'
import type { BulkMove } from './bulk-moves.ts'
import { bulkTargets, type MoveTarget } from './bulk-targets.ts'
import { type Marks, marksSince } from './marks.ts'
import type { OrderMoves } from './order-moves.ts'

/** A question that must be answered first. The front-end asks it and passes the answer on, or repeats the command. */
export type Question =
  | { ask: 'reason'; orderIds: readonly number[]; answer: (reason: string) => Outcome }
  /** Asks for the customer's code of each order, or a reason to hand over without (KDS-13). */
  | { ask: 'handoff'; orderIds: readonly number[]; answer: (handoffs: Handoffs) => Outcome }
  /** Asks to confirm a command for this many orders. */
  | { ask: 'sure'; orders: number }

/** Hand-offs by order; those that are missing are not moved. */
export type Handoffs = ReadonlyMap<number, Handoff>

/** Result of a command. The reason for an error has already been shown. */
export type Outcome = 'done' | 'refused' | Question

/** Board commands for keys, menus and command lines. Front-ends only ask and draw. */
export interface BoardCommands {
  /** Whether orders may be opened; shows a message if not (BOARD-39). */
  mayOpen(): boolean
  /**
   * Marks these orders as seen: they no longer flash or ring on any board. Returns a function that restores the marks
   * here.
   */
  seen(orderIds: readonly number[]): () => void
  /** Like `seen`, but tells a user who may only view these orders that no one else is notified. */
  markSeen(orderIds: readonly number[]): void
  /** Marks only cancelled orders as seen. New ones still wait to be accepted (KDS-23). */
  cancelledSeen(): void
  /** Marks all orders as seen. Asks first if there are several, because accepting new orders can't be undone. */
  allSeen(isConfirmed?: boolean): Outcome
  /** Hides all marks on this board, with undo. New orders still wait to be accepted. */
  hideMarks(): void
  /** Moves each order to its next status, all together (KDS-01, KDS-16). */
  bump(orderIds: readonly number[], marks?: Marks): Outcome
  /** Moves an order to a place in a column; `after` as in the contract. */
  drop(orderId: number, to: number, after: number | null): Outcome
  /** Every status that at least one of the orders is not in, with the number of orders that may move there. */
  targets(orderIds: readonly number[]): MoveTarget[]
  /** Reports all results in one message (KDS-16). A cancellation asks for a reason (KDS-23). */
  move(orderIds: readonly number[], to: number, reason?: string, marks?: Marks): Outcome
  /**
   * The same move for an answer given later, such as a choice from a list: an order that someone has moved by then stays
   * there, and is reported.
   */
  prepareMove(orderIds: readonly number[], marks?: Marks): (to: number, reason?: string) => Outcome
  cancel(orderIds: readonly number[], reason?: string, marks?: Marks): Outcome
  /** Runs the undo of the latest message, else undoes the last move (KDS-02, KDS-06). */
  undo(): void
}

export function createBoardCommands(options: {
  alarm: Alarm
  attention: Attention
  board: Board
  moves: OrderMoves
  notices: Notices
}): BoardCommands {
  const { alarm, attention, board, moves, notices } = options

  function allowed(decision: Decision): boolean {
    if (!decision.allowed) notices.showSentence('negative', { message: errors[decision.code], params: decision.params })
    return decision.allowed
  }

  function seen(orderIds: readonly number[]): () => void {
    for (const id of orderIds) alarm.opened(id)
    return attention.seen(orderIds)
  }

  const notifySeen = (orders: number, undo?: () => void): number =>
    notices.show('info', 'Marked as seen: %1', {
      params: [orders],
      ...(undo ? { action: { label: 'Undo', run: undo } } : {}),
    })

  function marked(): number[] {
    const { news, cancelled } = attention.store.getState()
    return [...news.keys(), ...cancelled.map(({ order_id }) => order_id)]
  }

  function targets(orderIds: readonly number[]): MoveTarget[] {
    const { statuses } = board.store.getState()
    const present = new Set(orderIds.map((id) => moves.order(id)?.order_status))
    const from = statuses.filter(({ order_status_id }) => present.has(order_status_id)).map(({ status }) => status)
    return bulkTargets(
      orderIds.map((id) => moves.targets(id)),
      Math.min(...from),
    )
  }

  /** Whether a single order is moved, with its notice at once. Not for a marked order, which may have moved since. */
  const isSingle = ([first = 0, ...others]: readonly number[], marks?: Marks): boolean =>
    others.length === 0 && marks?.has(first) !== true

  function move(orderIds: readonly number[], to: number, reason?: string, marks?: Marks): Outcome {
    const [first = 0] = orderIds
    const target = targets(orderIds).find(({ status }) => status.order_status_id === to)
    if (target?.needsReason && target.decision.allowed && reason === undefined) {
      const cancel = prepareMove(orderIds, marks)
      return { ask: 'reason', orderIds, answer: (text) => cancel(to, text) }
    }
    const requested = orderIds.map((order_id) => ({ order_id, to }))
    return withHandoffs(requested, marks, (handoffs, since) => {
      if (isSingle(orderIds, since)) return moves.moveTo(first, to, reason, handoffs.get(first)) ? 'done' : 'refused'
      return moveMany(requested, handoffs, since, reason)
    })
  }

  /** Reads the marks for an answer to a question about these orders. */
  function whenAsked(orderIds: readonly number[], marks?: Marks): () => Marks | undefined {
    const asked = orderIds.flatMap((id) => moves.order(id) ?? [])
    return () => marksSince(asked, (id) => moves.order(id)?.order_status, marks)
  }

  function prepareMove(orderIds: readonly number[], marks?: Marks): (to: number, reason?: string) => Outcome {
    const since = whenAsked(orderIds, marks)
    return (to, reason) => move(orderIds, to, reason, since())
  }

  function refusalOf({ order_id, to = 0 }: BulkMove): BulkMove['refused'] {
    const decision = moves.mayMove(order_id, to)
    const code = decision.allowed ? undefined : decision.code
    return code === 'view_only' || code === 'handoff_required' ? code : undefined
  }

  /** Asks for codes first if some of the moves need them. */
  function withHandoffs(
    wanted: readonly BulkMove[],
    marks: Marks | undefined,
    run: (handoffs: Handoffs, since: Marks | undefined) => Outcome,
  ): Outcome {
    const orderIds = wanted.filter((item) => refusalOf(item) === 'handoff_required').map(({ order_id }) => order_id)
    if (orderIds.length === 0) return run(new Map(), marks)
    const since = whenAsked(
      wanted.map(({ order_id }) => order_id),
      marks,
    )
    return { ask: 'handoff', orderIds, answer: (handoffs) => run(handoffs, since()) }
  }

  function moveMany(wanted: readonly BulkMove[], handoffs: Handoffs, marks?: Marks, reason?: string): Outcome {
    const answered = wanted.map((item): BulkMove => {
      const handoff = handoffs.get(item.order_id)
      const marked = { ...item, marked: marks?.get(item.order_id) }
      return handoff ? { ...marked, handoff } : { ...marked, refused: refusalOf(item) }
    })
    void board.moveMany(answered, reason)
    return 'done'
  }

  return {
    mayOpen: () => allowed(moves.mayOpen()),
    seen,
    markSeen(orderIds) {
      const isViewOnly = (id: number): boolean => moves.level(moves.order(id)?.merchant) < 2
      if (orderIds.length === 0 || !orderIds.every(isViewOnly)) seen(orderIds)
      else allowed(refuse('view_only'))
    },
    cancelledSeen() {
      const ids = attention.store.getState().cancelled.map(({ order_id }) => order_id)
      if (ids.length === 0) notices.show('info', 'No cancelled orders')
      else notifySeen(ids.length, seen(ids))
    },
    allSeen(isConfirmed = false) {
      const ids = marked()
      if (ids.length > 1 && !isConfirmed) return { ask: 'sure', orders: ids.length }
      if (ids.length === 0) notices.show('info', 'Nothing to mark as seen')
      else {
        seen(ids)
        notifySeen(ids.length)
      }
      return 'done'
    },
    hideMarks() {
      const { length } = marked()
      if (length === 0) notices.show('info', 'Nothing to mark as seen')
      else
        notices.show('info', 'Marks hidden on this board: %1', {
          params: [length],
          action: { label: 'Undo', run: attention.seen() },
        })
    },
    bump(orderIds, marks) {
      const [first = 0] = orderIds
      const wanted = orderIds.map((order_id) => ({ order_id, to: moves.next(order_id)?.order_status_id }))
      return withHandoffs(wanted, marks, (handoffs, since) => {
        if (!isSingle(orderIds, since)) return moveMany(wanted, handoffs, since)
        const [to, handoff] = [wanted[0]?.to, handoffs.get(first)]
        const isMoved = to !== undefined && handoff ? moves.moveTo(first, to, undefined, handoff) : moves.bump(first)
        return isMoved ? 'done' : 'refused'
      })
    },
    drop(orderId, to, after) {
      const wanted = [{ order_id: orderId, to }]
      return withHandoffs(wanted, undefined, (handoffs, since) => {
        if (since) return moveMany(wanted, handoffs, since)
        const handoff = handoffs.get(orderId)
        board.move(orderId, to, { after, ...(handoff ? { handoff } : {}) })
        return 'done'
      })
    },
    targets,
    move,
    prepareMove,
    cancel(orderIds, reason, marks) {
      const target = targets(orderIds).find(({ needsReason }) => needsReason)
      if (target) return allowed(target.decision) ? move(orderIds, target.status.order_status_id, reason, marks) : 'refused'
      const hasStatus = board.store.getState().statuses.some(isCancelled)
      notices.show('info', hasStatus ? 'Already cancelled' : 'No status is set up for cancelled orders')
      return 'refused'
    },
    undo() {
      const offer = notices.store.getState().notices.findLast(({ action }) => action?.label === 'Undo')
      if (!offer?.action) return board.undo()
      notices.close(offer.id)
      offer.action.run()
    },
  }
}
