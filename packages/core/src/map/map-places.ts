import type { Client } from '@tiffin/sdk/client'
import type { Address, Coords, TableQuery } from '@tiffin/sdk/contract'
import { localized, type MapCity, nearest } from '#rules/index'

/** A merchant or an earlier address on the map. */
export interface MapPlace {
  name: string
  coords: Coords
}

export interface MapMerchant extends MapPlace {
  merchant_id: number
  /** Radius of its delivery area, in metres. */
  radius: number | undefined
}

/** The places shown on the built-in base map, which needs no network (AMB-218). */
export interface MapPlaces {
  merchants: readonly MapMerchant[]
  cities: readonly MapPlace[]
}

export const noPlaces: MapPlaces = { merchants: [], cities: [] }

const MOST = 1000

export async function readMapPlaces(
  client: Pick<Client, 'Reference'>,
  company: number | undefined,
  lang: string,
): Promise<MapPlaces> {
  const cities: TableQuery = { table: 'city', include: ['city_id', 'name', 'geo', 'radius'], limit: [0, MOST], count: 'none' }
  const merchants: TableQuery = {
    table: 'merchant',
    include: ['merchant_id', 'name', 'address'],
    search: [{ key: 'company', prm: company ?? 0 }],
    limit: [0, MOST],
    count: 'none',
  }
  const { data } = await client.Reference.getData({ tables: company ? [cities, merchants] : [cities] })
  const rows = <R>(table: string): R[] => (data[table]?.data ?? []) as unknown as R[]
  const placed = (name: MapCity['name'], coords: Coords | null | undefined): MapPlace[] =>
    coords ? [{ name: localized(name, lang), coords }] : []
  return {
    cities: rows<MapCity>('city').flatMap(({ name, geo }) => placed(name, geo)),
    merchants: rows<{ merchant_id: number; name: MapCity['name']; address: Address | null }>('merchant').flatMap(
      ({ merchant_id, name, address }) =>
        placed(name, address?.coords).map((place) => ({ ...place, merchant_id, radius: address?.radius })),
    ),
  }
}

/** The nearest city and its distance in whole kilometres. */
export function nearestCity({ cities }: MapPlaces, at: Readonly<Coords>): { name: string; km: number } | undefined {
  const found = nearest(cities, at)
  return found && { name: found.place.name, km: Math.round(found.metres / 1000) }
}
