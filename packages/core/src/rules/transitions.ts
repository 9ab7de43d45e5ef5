import type { Handoff, Order } from '@tiffin/sdk/contract'
import { type Actor, allow, type Decision, refuse } from './actor.ts'
import { isPickup } from './board.ts'
import { boardLevel } from './merchant-access.ts'
import { columnsOf, isCancelled, isColumn, isLocked, moveTargets, type StatusRule } from './statuses.ts'
import { localized } from './text.ts'

export interface MoveBase<S extends StatusRule = StatusRule> {
  actor: Actor
  company: { enable: number; handoff_codes?: number | undefined }
  order: Pick<Order, 'merchant' | 'order_status'> & { type?: number | null | undefined }
  /** All statuses of the company. */
  statuses: readonly S[]
  /** The language for status names in errors; English by default. */
  lang?: string
}

export interface Move<S extends StatusRule = StatusRule> extends MoveBase<S> {
  /** Status ids: where the client believes the order to be, and the target. */
  from: number
  to: number
  /** The reason for a cancellation. */
  reason?: string | undefined
  /** The customer's code, which only the server can check, or the reason to do without. */
  handoff?: Handoff | undefined
  /**
   * Undoing an earlier move skips the checks of transfer list, lock, reason and hand-off code, but not of access or
   * enabled (DESIGN §3).
   */
  undo?: boolean
}

const nameOf = (status: StatusRule, lang = 'en'): string => localized(status.value, lang) || String(status.status)

/** Whether an order may be moved at all (BOARD-23, BOARD-24, PERM-12). */
export function canMoveAny({
  actor,
  company,
  order,
}: Pick<MoveBase, 'actor' | 'company'> & { order: Pick<Order, 'merchant'> }): Decision {
  if (company.enable !== 1) return refuse('company_disabled')
  const level = boardLevel(actor, order.merchant)
  return level === 2 ? allow : refuse(level === 1 ? 'view_only' : 'forbidden')
}

/**
 * Whether a move hands a delivery over to its customer, whose code is then asked for (KDS-13, AMB-221). Between two done
 * statuses it has been handed over before.
 */
export function needsHandoff(
  { company, order, statuses }: Pick<MoveBase, 'company' | 'order' | 'statuses'>,
  to: number,
): boolean {
  if (company.handoff_codes !== 1 || isPickup(order)) return false
  const statusOf = (id: number) => statuses.find(({ order_status_id }) => order_status_id === id)
  const target = statusOf(to)
  return target?.done === 1 && !isCancelled(target) && statusOf(order.order_status)?.done !== 1
}

/**
 * Whether an order may go from one status to another, or to another place in its column (BOARD-22 to 25). Codes:
 * company_disabled, view_only, forbidden, not_in_status, not_found, column_locked [column], transfer_refused [from,
 * to], reason_required, handoff_required. Cards may leave a locked column (AMB-091).
 */
export function canMove({ from, to, reason, handoff, undo = false, ...base }: Move): Decision {
  const any = canMoveAny(base)
  if (!any.allowed) return any
  if (base.order.order_status !== from) return refuse('not_in_status')
  const source = base.statuses.find(({ order_status_id }) => order_status_id === from)
  const target = base.statuses.find(({ order_status_id }) => order_status_id === to)
  if (!target) return refuse('not_found')
  if (undo) return allow
  if (isLocked(target)) return refuse('column_locked', nameOf(target, base.lang))
  if (from === to) return allow
  if (!source?.transfer.includes(to))
    return refuse('transfer_refused', source ? nameOf(source, base.lang) : from, nameOf(target, base.lang))
  if (isCancelled(target) && !reason?.trim()) return refuse('reason_required')
  return needsHandoff(base, to) && !handoff ? refuse('handoff_required') : allow
}

export interface NextMove<S extends StatusRule = StatusRule> {
  status: S
  decision: Decision
  /** False if it is not a column and can only be reached through "Move to…". */
  column: boolean
  /** True if a reason must be given (KDS-23). */
  needsReason: boolean
}

/** Stands for the answers to questions that follow the choice of a status. */
const askedLater = { reason: 'asked later', handoff: { without: 'asked later' } }

/** Every other status with the decision whether the order may move there: the columns from left to right, then the others. */
export const nextMoves = <S extends StatusRule>(base: MoveBase<S>): NextMove<S>[] =>
  moveTargets(base.statuses)
    .filter(({ order_status_id }) => order_status_id !== base.order.order_status)
    .map((status) => ({
      status,
      decision: canMove({ ...base, ...askedLater, from: base.order.order_status, to: status.order_status_id }),
      column: isColumn(status),
      needsReason: isCancelled(status),
    }))

/**
 * Target of a bump: the first allowed full column to the right; undefined if there is none (KDS-01). A cancelled order has
 * none: it is restored by choosing a status.
 */
export function nextStatus<S extends StatusRule>(base: MoveBase<S>): S | undefined {
  const source = base.statuses.find(({ order_status_id }) => order_status_id === base.order.order_status)
  if (!source || isCancelled(source)) return undefined
  return columnsOf(base.statuses).find(
    (status) =>
      status.status > source.status &&
      canMove({ ...base, handoff: askedLater.handoff, from: source.order_status_id, to: status.order_status_id }).allowed,
  )
}

/**
 * The timestamps a move sets: time_delivery is set on entering a done status, null on leaving it, and unchanged between
 * two done statuses (BOARD-28, AMB-090).
 */
export function stampsFor({
  from,
  to,
  order,
  now,
}: {
  from: { done: number }
  to: { done: number }
  order: Pick<Order, 'time_delivery'>
  /** In milliseconds. */
  now: number
}): Pick<Order, 'time_delivery'> {
  if (to.done !== 1) return { time_delivery: null }
  return { time_delivery: from.done === 1 ? order.time_delivery : new Date(now).toISOString() }
}
