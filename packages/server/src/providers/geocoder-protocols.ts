import { type Coords, coordsSchema, geocoderUrl, MAX_PLACES, type Place, readGeocoder } from '@tiffin/sdk/contract'
import { z } from 'zod'

export interface GeocodeQuery {
  /** A text to find, or a point. */
  place: string | Readonly<Coords>
  lang: string
  /** Results near this point come first, if the service supports that. */
  near?: Readonly<Coords> | undefined
}

/** How to query a kind of geocoder and read its response; `read` throws if the response has another form. */
export interface GeocoderProtocol {
  /** Whether its terms of use allow suggestions while someone types (AMB-217). */
  typeAhead: boolean
  /** Its public address, if there is one that may be used by default. */
  url?: string
  requestUrl: (base: string, key: string, query: GeocodeQuery) => string
  read: (response: unknown) => Place[]
}

/** The base address with a path below it and parameters; undefined ones are left out. */
function addressOf(base: string, path: string, params: Record<string, string | number | undefined>): string {
  const url = new URL(path, base.endsWith('/') ? base : `${base}/`)
  for (const [name, value] of Object.entries(params)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url.href
}

const nominatimPlace = z.object({ lat: z.coerce.number(), lon: z.coerce.number(), display_name: z.string() })
/** For a point without an address, the response contains an error instead of a place. */
const nominatimResponse = z.union([
  z.array(nominatimPlace),
  nominatimPlace.transform((place) => [place]),
  z.object({ error: z.string() }).transform(() => []),
])

const nominatim: GeocoderProtocol = {
  typeAhead: false,
  requestUrl(base, key, { place, lang }) {
    const shared = { format: 'jsonv2', 'accept-language': lang, key: key || undefined }
    return typeof place === 'string'
      ? addressOf(base, 'search', { q: place, limit: MAX_PLACES, ...shared })
      : addressOf(base, 'reverse', { lat: place[0], lon: place[1], ...shared })
  },
  read: (response) =>
    nominatimResponse
      .parse(response)
      .map(({ lat, lon, display_name }) => ({ coords: coordsSchema.parse([lat, lon]), address: display_name })),
}

const photonResponse = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.object({
        name: z.string().optional(),
        street: z.string().optional(),
        housenumber: z.string().optional(),
        city: z.string().optional(),
      }),
    }),
  ),
})
/** Photon refuses other languages. */
const photonLanguages = new Set(['en', 'de', 'fr'])

const photon: GeocoderProtocol = {
  typeAhead: true,
  requestUrl(base, _key, { place, lang, near }) {
    const language = photonLanguages.has(lang) ? lang : 'default'
    return typeof place === 'string'
      ? addressOf(base, 'api', { q: place, limit: MAX_PLACES, lang: language, lat: near?.[0], lon: near?.[1] })
      : addressOf(base, 'reverse', { lat: place[0], lon: place[1], limit: 1, lang: language })
  },
  read: (response) =>
    photonResponse.parse(response).features.map(({ geometry, properties: { name, street, housenumber, city } }) => {
      const [lng, lat] = geometry.coordinates
      const parts = [name, [street, housenumber].filter(Boolean).join(' '), city]
      return { coords: coordsSchema.parse([lat, lng]), address: [...new Set(parts.filter(Boolean))].join(', ') }
    }),
}

const yandex: GeocoderProtocol = {
  typeAhead: true,
  url: 'https://geocode-maps.yandex.ru/v1/',
  requestUrl: (base, key, { place, lang }) =>
    geocoderUrl(base, { place, key, lang, results: typeof place === 'string' ? MAX_PLACES : 1 }),
  read: readGeocoder,
}

export const protocols = { nominatim, photon, yandex } as const
