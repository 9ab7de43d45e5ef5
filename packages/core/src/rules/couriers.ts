import type { Courier } from '@tiffin/sdk/contract'
import { allow, type Decision, refuse } from './actor.ts'
import { canMoveAny, type MoveBase } from './transitions.ts'

/** Seeded ids of courier statuses and working statuses (AMB-158). */
const BUSY = 2
const BLOCKED = 3
/** Working status of a courier on duty. */
export const COURIER_ON_DUTY = 1

type CourierState = Pick<Courier, 'courier_status' | 'working'>

/** Why a courier may be a bad choice; blocked couriers can't be chosen at all (KDS-20). */
export type CourierMark = 'blocked' | 'off_duty' | 'busy'

/** Whether a courier must not get any orders (AMB-158). */
export const isBlockedCourier = ({ courier_status }: Pick<Courier, 'courier_status'>): boolean => courier_status === BLOCKED

/** The mark shown next to a courier on the board; `open` is their number of unfinished orders. */
export function courierMark(courier: CourierState, open: number): CourierMark | null {
  if (isBlockedCourier(courier)) return 'blocked'
  if (courier.working !== COURIER_ON_DUTY) return 'off_duty'
  return courier.courier_status === BUSY || open > 0 ? 'busy' : null
}

/**
 * Whether an order may be assigned to a courier, or to none. Anyone who may move it may assign it; busy and off-duty
 * couriers are marked, not refused (KDS-20). Codes: company_disabled, view_only, forbidden, courier_blocked.
 */
export function canAssign({
  courier,
  ...base
}: Pick<MoveBase, 'actor' | 'company' | 'order'> & { courier: CourierState | null }): Decision {
  const any = canMoveAny(base)
  if (!any.allowed) return any
  // A kitchen device hands orders out; staff decide who takes them (KDS-25).
  if (base.actor.device) return refuse('forbidden')
  return courier && isBlockedCourier(courier) ? refuse('courier_blocked') : allow
}
