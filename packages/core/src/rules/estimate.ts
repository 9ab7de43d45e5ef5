import type { Address, Coords } from '@tiffin/sdk/contract'
import { isPickup } from './board.ts'
import { busyUntil, type Availability } from './availability.ts'
import { FALLBACK_MINUTES } from './held.ts'
import { distance, type DistanceModel, distanceModelOf } from './delivery.ts'

export interface EstimateInput {
  order: { type?: number | null | undefined; destination_coordinates?: Readonly<Coords> | null | undefined }
  merchant:
    | ({ address?: Pick<Address, 'coords'> | null | undefined; cooking_time?: number | null | undefined } & Availability)
    | null
    | undefined
  company:
    | {
        approxumate_courier_speed?: number | null | undefined
        basic_delivery_time?: number | null | undefined
        distance_model?: string | null | undefined
      }
    | null
    | undefined
  /** Current time in ms. If left out, a busy merchant adds no minutes. */
  now?: number
}

export interface Estimate {
  minutes: number
  /** Kilometres; null if a place is unknown. */
  distance: number | null
  model: DistanceModel
  /** True if the formula gave no number, so that 80 is used instead. */
  fallback: boolean
  /** The parts of the estimate, in minutes. */
  steps: { label: string; minutes: number; why?: string; params?: (string | number)[] }[]
}

const DEFAULT_SPEED = 10
const BASE_MINUTES = 15
const COOKING_MINUTES = 20

/**
 * Minutes from now to the deadline: distance / speed x 60 + base time + cooking time, rounded up to 5 (TIME-01 to 06),
 * and the extra minutes of a busy merchant (KDS-07).
 * Pickup has distance 0. A time of 0 counts as set, a speed of 0 as missing (AMB-113, AMB-114).
 */
export function estimate({ order, merchant, company, now }: EstimateInput): Estimate {
  const model = distanceModelOf(company)
  const km = isPickup(order) ? 0 : distance(merchant?.address?.coords, order.destination_coordinates, model)
  const speed = company?.approxumate_courier_speed || DEFAULT_SPEED
  const base = company?.basic_delivery_time ?? BASE_MINUTES
  const cooking = merchant?.cooking_time ?? COOKING_MINUTES
  const drive = km === null ? Number.NaN : (km / speed) * 60
  const exact = drive + base + cooking
  const busy = now === undefined ? undefined : busyUntil(merchant ?? {}, now)
  const extra = busy ? [{ label: 'Busy kitchen', minutes: busy.minutes, why: 'Until %1', params: [busy.until] }] : []
  const more = busy?.minutes ?? 0
  if (!Number.isFinite(exact))
    return {
      minutes: FALLBACK_MINUTES + more,
      distance: km,
      model,
      fallback: true,
      steps: [{ label: 'Default time', minutes: FALLBACK_MINUTES, why: 'The distance is unknown' }, ...extra],
    }
  // Floating-point error above a multiple of 5 must not add five minutes.
  const minutes = Math.ceil(Math.round((exact + more) * 1e6) / 1e6 / 5) * 5
  return {
    minutes,
    distance: km,
    model,
    fallback: false,
    steps: [
      { label: 'Driving time', minutes: drive, why: '%1 km at %2 km/h', params: [km ?? 0, speed] },
      { label: 'Base time', minutes: base },
      { label: 'Cooking', minutes: cooking },
      ...extra,
      { label: 'Estimate', minutes, why: 'Rounded up to 5 minutes' },
    ],
  }
}
