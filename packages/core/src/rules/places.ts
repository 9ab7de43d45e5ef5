import { type City, type Coords, MAX_PLACES, type TableQuery } from '@tiffin/sdk/contract'
import { distance } from './delivery.ts'

/** A city as far as the map needs it. */
export type MapCity = Pick<City, 'city_id' | 'name' | 'geo' | 'radius'>

/** Cities whose name contains the text, in any language (API-29). */
export const cityQuery = (text: string): TableQuery => ({
  table: 'city',
  include: ['city_id', 'name', 'geo', 'radius'],
  search: [{ key: 'name', op: 'like', prm: text }],
  limit: [0, MAX_PLACES],
  count: 'none',
})

/** Metres between two places on the ground. */
export const metresBetween = (from: Readonly<Coords>, to: Readonly<Coords>): number =>
  (distance(from, to, 'haversine') ?? Infinity) * 1000

/** The nearest of some places and how far it is, in metres. */
export function nearest<P extends { coords: Readonly<Coords> }>(
  places: readonly P[],
  at: Readonly<Coords>,
): { place: P; metres: number } | undefined {
  const measured = places.map((place) => ({ place, metres: metresBetween(place.coords, at) }))
  return measured.reduce<(typeof measured)[number] | undefined>(
    (best, other) => (best === undefined || other.metres < best.metres ? other : best),
    undefined,
  )
}

/** The city that a point belongs to: the nearest of those whose radius includes it. */
export const cityAt = (cities: readonly MapCity[], at: Readonly<Coords>): MapCity | undefined =>
  nearest(
    cities.flatMap((city) => (city.geo && metresBetween(city.geo, at) <= city.radius ? [{ coords: city.geo, city }] : [])),
    at,
  )?.place.city
