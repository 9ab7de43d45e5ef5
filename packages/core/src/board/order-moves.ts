import { errors, type Handoff, type OrderStatus } from '@tiffin/sdk/contract'
import {
  boardLevel,
  canMove,
  canMoveAny,
  type Decision,
  isCancelled,
  type MoveBase,
  type NextMove,
  nextMoves,
  nextStatus,
  visibleMerchants,
} from '#rules/index'
import type { I18n } from '#i18n/create-i18n'
import type { Notices } from '#notices/notices'
import { actorOf } from '#session/actor-of'
import type { SessionStore } from '#session/session-store'
import type { BoardOrder } from './board-order.ts'
import type { Board } from './board.ts'
import { ERROR_TEXT } from './bulk.ts'
import { orderName } from './order-name.ts'
import { applyPendingMoves } from './pending-moves.ts'

/** Order actions for keys and menus. They are checked here before the server is asked; an error shows its reason. */
export interface OrderMoves {
  /** The order as shown, with pending moves. */
  order(orderId: number): BoardOrder | undefined
  /** 0 none, 1 view only, 2 edit: for this merchant, else the highest level of any merchant (PERM-08 to 10). */
  level(merchant?: number): 0 | 1 | 2
  /** Every other status, each with the decision whether the order may move there; available ones first. */
  targets(orderId: number): NextMove<OrderStatus>[]
  /** The next allowed status, which a bump moves to (KDS-01). */
  next(orderId: number): OrderStatus | undefined
  /** Whether the order may move there from its current place. */
  mayMove(orderId: number, to: number, reason?: string, handoff?: Handoff): Decision
  /** Moves to the next allowed status (KDS-01); returns whether the order moved. */
  bump(orderId: number): boolean
  /** Moves to any status; cancelling needs a reason (KDS-23). */
  moveTo(orderId: number, to: number, reason?: string, handoff?: Handoff): boolean
  /** Whether the user may open any orders of the company; a company that is not enabled blocks it (BOARD-39). */
  mayOpen(): Decision
}

export function createOrderMoves(options: { board: Board; session: SessionStore; notices: Notices; i18n: I18n }): OrderMoves {
  const { board, session, notices, i18n } = options

  const shown = (orderId: number) => {
    const { rows, pending } = board.store.getState()
    return applyPendingMoves(rows, pending).get(orderId)
  }

  function baseOf(orderId: number): (MoveBase<OrderStatus> & { order: BoardOrder }) | undefined {
    const { user } = session.store.getState()
    const order = shown(orderId)
    if (!user?.company || !order) return undefined
    const { statuses } = board.store.getState()
    return { actor: actorOf(user), company: user.company, order, statuses, lang: i18n.lang() }
  }

  /** Shows a message if the order has left the board. */
  function baseOrNotice(orderId: number): MoveBase<OrderStatus> | undefined {
    const base = baseOf(orderId)
    if (!base) notices.show('warning', 'This order is no longer visible')
    return base
  }

  /** Shows why an order can't move. */
  function notify(type: 'info' | 'negative', order_id: number, reason: string): void {
    const name = orderName(board.store.getState(), { order_id }, i18n.lang())
    notices.showSentence(type, { message: ERROR_TEXT, params: [name, reason] })
  }

  function allowed(orderId: number, decision: Decision): boolean {
    if (!decision.allowed) notify('negative', orderId, i18n.t.message(errors[decision.code], decision.params))
    return decision.allowed
  }

  return {
    order: shown,
    level(merchant) {
      const { user } = session.store.getState()
      if (!user) return 0
      const actor = actorOf(user)
      if (merchant !== undefined) return boardLevel(actor, merchant)
      const seen = visibleMerchants(actor, 'board')
      if (seen === 'all') return 2
      return seen.reduce<0 | 1 | 2>((most, id) => Math.max(most, boardLevel(actor, id)) as 0 | 1 | 2, 0)
    },
    targets(orderId) {
      const base = baseOf(orderId)
      const moves = base ? nextMoves(base) : []
      return moves.toSorted((a, b) => Number(b.decision.allowed) - Number(a.decision.allowed))
    },
    next(orderId) {
      const base = baseOf(orderId)
      return base && nextStatus(base)
    },
    mayMove(orderId, to, reason, handoff) {
      const base = baseOf(orderId)
      return base
        ? canMove({ ...base, from: base.order.order_status, to, reason, handoff })
        : { allowed: false, code: 'not_found' }
    },
    bump(orderId) {
      const base = baseOrNotice(orderId)
      if (!base || !allowed(orderId, canMoveAny(base))) return false
      const next = nextStatus(base)
      if (!next) {
        notify('info', orderId, i18n.t('This order has no next status'))
        return false
      }
      const to = next.order_status_id
      if (!allowed(orderId, canMove({ ...base, from: base.order.order_status, to }))) return false
      board.move(orderId, to)
      return true
    },
    moveTo(orderId, to, reason, handoff) {
      const base = baseOrNotice(orderId)
      if (!base || !allowed(orderId, canMove({ ...base, from: base.order.order_status, to, reason, handoff }))) return false
      const target = base.statuses.find((status) => status.order_status_id === to)
      board.move(orderId, to, {
        ...(target && isCancelled(target) && reason !== undefined ? { reason } : {}),
        ...(handoff ? { handoff } : {}),
      })
      return true
    },
    mayOpen() {
      const { user } = session.store.getState()
      return user?.company?.enable === 1 ? { allowed: true } : { allowed: false, code: 'company_disabled' }
    },
  }
}
