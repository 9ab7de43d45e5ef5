import type { Order } from '@tiffin/sdk/contract'
import { createRandom } from '#seed/demo/random'

/** The fields of an open order that determine its next step. */
export type OpenOrder = Pick<
  Order,
  'order_id' | 'order_status' | 'type' | 'merchant' | 'courier' | 'last_time' | 'time_finish' | 'revision'
>

export interface Step {
  /** Numbers of statuses. */
  to: number
  /** Milliseconds; the order stays where it is until then. */
  due: number
  courier: boolean
  reason?: string
}

const MINUTE = 60_000
/** A pre-order is started this many minutes before its delivery time. */
const LEAD_MINUTES = 50
const CANCELLED_SHARE = 0.05

/** How long an order stays in a status, in minutes. */
const durations: Record<number, readonly [from: number, to: number]> = {
  2: [0.4, 3.5],
  3: [0.5, 4],
  4: [8, 22],
  5: [1, 7],
  6: [0.8, 5],
  7: [8, 24],
}
const nextStatuses: Record<number, number> = { 1: 3, 2: 3, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8 }
const cancelledIn = [2, 3, 4]

/**
 * The next step of a simulated kitchen with an order. The same order, status and seed always give the same step.
 * `status` is the number of its status; null if there is nothing to do. `speed` 2 halves all times.
 */
export function nextStep(order: OpenOrder, status: number, { seed, speed }: { seed: number; speed: number }): Step | null {
  const to = order.type !== 1 && status === 5 ? 8 : nextStatuses[status]
  if (to === undefined) return null
  const entered = Date.parse(order.last_time)
  if (status === 1) return { to, due: Date.parse(order.time_finish) - (LEAD_MINUTES * MINUTE) / speed, courier: false }
  const fate = createRandom(seed ^ Math.imul(order.order_id, 0x9e3779b1))
  const cancelAt = fate.chance(CANCELLED_SHARE) ? fate.pick(cancelledIn) : null
  const chance = createRandom((seed + status) ^ Math.imul(order.order_id, 0x85ebca6b))
  const [from, until] = durations[status] ?? [1, 2]
  const due = entered + (chance.between(from, until) * MINUTE) / speed
  if (cancelAt === status) return { to: 0, due, courier: false, reason: chance.pick(reasons) }
  return { to, due, courier: to === 6 && order.courier === 0 }
}

const reasons = ['The customer changed their mind', 'An item is sold out', 'The address could not be found'] as const

export interface TimelineEvent {
  admin: { login: string } | null
  action: string
  table: string
  after: Record<string, unknown> | null
}

/** Fields that change when a console only prints the ticket. */
const uncountedFields = new Set(['print', 'last_time', 'revision'])

/** Whether a user has changed the order; printing it, or a change by the server itself, does not count. */
export const isTouched = (events: readonly TimelineEvent[], own: string): boolean =>
  events.some(
    ({ admin, table, after }) =>
      table === 'order' &&
      admin !== null &&
      admin.login !== own &&
      Object.keys(after ?? {}).some((name) => !uncountedFields.has(name)),
  )
