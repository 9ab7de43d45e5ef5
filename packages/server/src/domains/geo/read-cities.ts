import type { MapCity } from '@tiffin/core/rules'
import type { Database } from '#db/database'
import { feedNumber } from '#engine/read-tables'

const known = new WeakMap<Database, { feed: number; cities: readonly MapCity[] }>()

/** All cities that have coordinates, read again when rows of the platform have changed. */
export const readCities = (db: Database): Promise<readonly MapCity[]> =>
  db.read({ global: true }, async (tx) => {
    const feed = await feedNumber(tx, 0)
    const before = known.get(db)
    if (before?.feed === feed) return before.cities
    const cities = await tx.sql<MapCity>('select city_id, name, geo, radius from city where geo is not null order by city_id')
    known.set(db, { feed, cities })
    return cities
  })
