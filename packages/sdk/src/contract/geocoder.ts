import * as z from 'zod'
import { type Coords, coordsSchema } from './field.ts'

/** How many places an address search returns (MAP-15). */
export const MAX_PLACES = 10

/** A place on the map, as geocoders return it. */
export interface Place {
  coords: Coords
  address: string
}

/** A request to the geocoder: the places that match a text, or those at a point. */
export interface GeocoderQuery {
  place: string | Readonly<Coords>
  key: string
  lang: string
  results?: number
}

/** Languages of the protocol; each also implies a country. */
const languages: Readonly<Record<string, string>> = { ru: 'ru_RU', uk: 'uk_UA', be: 'be_BY', tr: 'tr_TR' }

/** The address of the documented geocoder call (API-27); a point is sent as longitude, latitude. */
export function geocoderUrl(base: string, { place, key, lang, results = MAX_PLACES }: GeocoderQuery): string {
  const url = new URL(base)
  const [lat, lng] = typeof place === 'string' ? [] : place
  const params = {
    apikey: key,
    geocode: typeof place === 'string' ? place : `${lng},${lat}`,
    format: 'json',
    lang: languages[lang] ?? 'en_US',
    results: String(results),
  }
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}

const component = z.object({ kind: z.string(), name: z.string() })
const answerSchema = z.object({
  response: z.object({
    GeoObjectCollection: z.object({
      featureMember: z.array(
        z.object({
          GeoObject: z.object({
            Point: z.object({ pos: z.string() }),
            name: z.string(),
            description: z.string().default(''),
            metaDataProperty: z
              .object({ GeocoderMetaData: z.object({ Address: z.object({ Components: z.array(component) }) }) })
              .optional(),
          }),
        }),
      ),
    }),
  }),
})

/**
 * The places in the documented geocoder's response (API-28): `pos` is longitude and latitude, and the address starts with the
 * locality unless the description has it.
 * @throws if it is not such a response
 */
export function readGeocoder(answer: unknown): Place[] {
  const { featureMember } = answerSchema.parse(answer).response.GeoObjectCollection
  return featureMember.map(({ GeoObject: { Point, name, description, metaDataProperty } }) => {
    const [lng, lat] = Point.pos.split(' ').map(Number)
    const components = metaDataProperty?.GeocoderMetaData.Address.Components ?? []
    const locality = components.findLast(({ kind }) => kind === 'locality')?.name ?? ''
    const isNamed = locality === '' || name.includes(locality) || description.includes(locality)
    const address = [name, isNamed ? '' : locality, description].filter(Boolean).join(', ')
    return { coords: coordsSchema.parse([lat, lng]), address: address.slice(0, 1000) }
  })
}
