import type { Random } from './random.ts'

/** When an order entered a status; statuses are the numbers in a new company. */
export interface Stage {
  status: number
  /** Milliseconds. */
  at: number
}

export interface OrderCourse {
  created: number
  /** Requested delivery time, if not as soon as possible. */
  wanted: number | null
  pickup: boolean
  cancelled: boolean
  /** Minutes. */
  cooking: number
  km: number
}

const MINUTE = 60_000

/**
 * The statuses that an order passes, from its first to Delivered or Cancelled, including future ones.
 * Every step is allowed by the transfer lists of a new company.
 */
export function lifecycle(random: Random, { created, wanted: requested, pickup, cancelled, cooking, km }: OrderCourse): Stage[] {
  const stages: Stage[] = [{ status: requested === null ? 2 : 1, at: created }]
  let now = created
  const then = (status: number, from: number, to: number): void => {
    now += random.between(from, to) * MINUTE
    stages.push({ status, at: Math.round(now) })
  }
  const drive = 4 + km * 2.6
  if (requested !== null) now = Math.max(created, requested - (cooking + (pickup ? 0 : drive) + 14) * MINUTE)
  // Customers cancel while the order is being cooked at the latest.
  const cancelAfter = cancelled ? random.int(0, 2) : 9
  if (cancelAfter === 0) return (then(0, 0.5, 6), stages)
  then(3, 0.4, 3.5)
  if (cancelAfter === 1) return (then(0, 0.5, 4), stages)
  then(4, 0.5, 4)
  if (cancelAfter === 2) return (then(0, 1, 6), stages)
  then(5, cooking * 0.55, cooking * 1.15)
  if (pickup) return (then(8, 2, 14), stages)
  then(6, 0.4, 5)
  then(7, 0.8, 5)
  then(8, drive * 0.8, drive * 1.3)
  return stages
}
