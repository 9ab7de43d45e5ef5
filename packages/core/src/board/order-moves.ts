import { errors, type OrderStatus } from '@tiffin/sdk/contract'
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
import { REFUSED } from './bulk.ts'
import { orderName } from './order-name.ts'
import { withPending } from './pending-moves.ts'

/** What a person may do with orders by keys or menus: judged here before the server is asked, with the reason as a notice. */
export interface OrderMoves {
  /** The order as it is shown, moves under way included. */
  order(orderId: number): BoardOrder | undefined
  /** 0 none, 1 view only, 2 edit: for this merchant, or the most for any merchant (PERM-08 to 10). */
  level(merchant?: number): 0 | 1 | 2
  /** Each other status with yes or the rule that says no; those that are open first. */
  targets(orderId: number): NextMove<OrderStatus>[]
  /** The next allowed status, to which a bump moves it (KDS-01). */
  next(orderId: number): OrderStatus | undefined
  /** Whether the order may go there from where it is now. */
  mayMove(orderId: number, to: number, reason?: string): Decision
  /** To the next allowed status (KDS-01); says whether the order moved. */
  bump(orderId: number): boolean
  /** To any status; cancelling needs a reason (KDS-23). */
  moveTo(orderId: number, to: number, reason?: string): boolean
  /** Whether the person may open orders of the company at all; a company that is not enabled blocks it (BOARD-39). */
  mayOpen(): Decision
}

export function createOrderMoves(options: { board: Board; session: SessionStore; notices: Notices; i18n: I18n }): OrderMoves {
  const { board, session, notices, i18n } = options

  const shown = (orderId: number) => {
    const { rows, pending } = board.store.getState()
    return withPending(rows, pending).get(orderId)
  }

  function baseOf(orderId: number): (MoveBase<OrderStatus> & { order: BoardOrder }) | undefined {
    const { user } = session.store.getState()
    const order = shown(orderId)
    if (!user?.company || !order) return undefined
    const { statuses } = board.store.getState()
    return { actor: actorOf(user), company: user.company, order, statuses, lang: i18n.lang() }
  }

  /** Where the order has left the board meanwhile, that is said. */
  function baseOrSay(orderId: number): MoveBase<OrderStatus> | undefined {
    const base = baseOf(orderId)
    if (!base) notices.show('warning', 'This order is no longer visible')
    return base
  }

  /** Says why an order stays where it is. */
  function say(type: 'info' | 'negative', order_id: number, reason: string): void {
    const name = orderName(board.store.getState(), { order_id }, i18n.lang())
    notices.tell(type, { message: REFUSED, params: [name, reason] })
  }

  function allowed(orderId: number, decision: Decision): boolean {
    if (!decision.allowed) say('negative', orderId, i18n.t.message(errors[decision.code], decision.params))
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
    mayMove(orderId, to, reason) {
      const base = baseOf(orderId)
      return base ? canMove({ ...base, from: base.order.order_status, to, reason }) : { allowed: false, code: 'not_found' }
    },
    bump(orderId) {
      const base = baseOrSay(orderId)
      if (!base || !allowed(orderId, canMoveAny(base))) return false
      const next = nextStatus(base)
      if (!next) {
        say('info', orderId, i18n.t('This order has no next status'))
        return false
      }
      board.move(orderId, next.order_status_id)
      return true
    },
    moveTo(orderId, to, reason) {
      const base = baseOrSay(orderId)
      if (!base || !allowed(orderId, canMove({ ...base, from: base.order.order_status, to, reason }))) return false
      const target = base.statuses.find((status) => status.order_status_id === to)
      board.move(orderId, to, target && isCancelled(target) && reason !== undefined ? { reason } : {})
      return true
    },
    mayOpen() {
      const { user } = session.store.getState()
      return user?.company?.enable === 1 ? { allowed: true } : { allowed: false, code: 'company_disabled' }
    },
  }
}
