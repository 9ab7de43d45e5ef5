import type { Courier } from '@tiffin/sdk/contract'
import { allow, type Decision, refuse } from './actor.ts'
import { canMoveAny, type MoveBase } from './transitions.ts'

/** Seeded statuses of couriers and of their working (AMB-158). */
const BUSY = 2
const BLOCKED = 3
const AT_WORK = 1

type CourierState = Pick<Courier, 'courier_status' | 'working'>

/** Why a courier may be a bad choice; blocked ones cannot be chosen at all (KDS-20). */
export type CourierMark = 'blocked' | 'off_duty' | 'busy'

/** Whether a courier gets no work at all (AMB-158). */
export const isBlockedCourier = ({ courier_status }: Pick<Courier, 'courier_status'>): boolean => courier_status === BLOCKED

/** What the board says beside a courier; `open` is how many unfinished orders they have. */
export function courierMark(courier: CourierState, open: number): CourierMark | null {
  if (isBlockedCourier(courier)) return 'blocked'
  if (courier.working !== AT_WORK) return 'off_duty'
  return courier.courier_status === BUSY || open > 0 ? 'busy' : null
}

/**
 * Whether an order may be given to a courier, or to none: whoever may move it may; busy and off-duty couriers are marked,
 * not refused (KDS-20). Codes: company_disabled, view_only, forbidden, courier_blocked.
 */
export function canAssign({
  courier,
  ...base
}: Pick<MoveBase, 'actor' | 'company' | 'order'> & { courier: CourierState | null }): Decision {
  const any = canMoveAny(base)
  if (!any.allowed) return any
  // A kitchen hands orders out; who takes them is for people to say (KDS-25).
  if (base.actor.device) return refuse('forbidden')
  return courier && isBlockedCourier(courier) ? refuse('courier_blocked') : allow
}
