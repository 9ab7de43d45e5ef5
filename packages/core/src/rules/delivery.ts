import type { Coords, DeliveryTier } from '@tiffin/sdk/contract'
import { formatMoney, parseMoney, times } from './money.ts'

/** `degrees` is the documented formula, `haversine` the great-circle distance (DESIGN §9, AMB-112). */
export type DistanceModel = 'degrees' | 'haversine'

export const distanceModelOf = (company: { distance_model?: string | null | undefined } | null | undefined): DistanceModel =>
  company?.distance_model === 'haversine' ? 'haversine' : 'degrees'

const EARTH_RADIUS_KM = 6371.0088
const radians = (degrees: number) => (degrees * Math.PI) / 180

function haversine([lat1, lng1]: Readonly<Coords>, [lat2, lng2]: Readonly<Coords>): number {
  const a =
    Math.sin(radians(lat2 - lat1) / 2) ** 2 +
    Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * Math.sin(radians(lng2 - lng1) / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(a)))
}

/** Straight-line distance in kilometres, to the metre; null if a place is unknown (PRICE-04). */
export function distance(
  from: Readonly<Coords> | null | undefined,
  to: Readonly<Coords> | null | undefined,
  model: DistanceModel = 'degrees',
): number | null {
  if (!from || !to) return null
  const km = model === 'haversine' ? haversine(from, to) : Math.hypot(to[0] - from[0], to[1] - from[1]) * 100
  return Number.isFinite(km) ? Math.round(km * 1000) / 1000 : null
}

/** The cost of the band that contains the distance. Null if there is none: no delivery there (PRICE-03, AMB-110). */
export function deliveryCost(tiers: readonly DeliveryTier[], km: number): { amount: string; tier: DeliveryTier } | null {
  // Adjacent bands share an edge; the nearer one applies.
  const tier = tiers.toSorted((a, b) => a.from_km - b.from_km).find(({ from_km, to_km }) => km >= from_km && km <= to_km)
  if (!tier) return null
  const beyond = Math.round((km - tier.from_km) * 1000) / 1000
  return { amount: formatMoney(parseMoney(tier.price) + times(parseMoney(tier.per_km), beyond)), tier }
}
