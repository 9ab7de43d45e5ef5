import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The faults of the fake geocoder; a number is the HTTP status it returns. */
export type GeocoderFault = number | 'silence' | 'nonsense' | 'elsewhere' | 'outside' | 'nothing' | 'endless' | 'hang-up'

export interface FakeGeocoder {
  url: string
  /** Addresses of its requests, oldest first. */
  requests: URL[]
  fault: GeocoderFault | null
  stop(): Promise<void>
}

interface FakePlace {
  lat: number
  lng: number
  name: string
  city: string
}

/** It knows one house: two streets for a text, and the house at any point. */
const placesAt = (lat: number, lng: number): FakePlace[] => [{ lat, lng, name: 'Lindenstraße 5', city: 'Berlin' }]
const placesOf = (text: string): FakePlace[] => [
  { lat: 52.501, lng: 13.41, name: `${text} 1`, city: 'Berlin' },
  { lat: 52.502, lng: 13.42, name: `${text} 2`, city: 'Berlin' },
]

const asNominatim = ({ lat, lng, name, city }: FakePlace) => ({
  lat: String(lat),
  lon: String(lng),
  display_name: `${name}, ${city}`,
})
const asPhoton = (places: FakePlace[]) => ({
  type: 'FeatureCollection',
  features: places.map(({ lat, lng, name, city }) => {
    const [, street, housenumber] = /^(.*) (\d+)$/.exec(name) ?? []
    return { type: 'Feature', geometry: { type: 'Point', coordinates: [lng, lat] }, properties: { street, housenumber, city } }
  }),
})
const asYandex = (places: FakePlace[]) => ({
  response: {
    GeoObjectCollection: {
      featureMember: places.map(({ lat, lng, name, city }) => ({
        GeoObject: {
          metaDataProperty: {
            GeocoderMetaData: {
              kind: 'house',
              Address: {
                Components: [
                  { kind: 'country', name: 'Germany' },
                  { kind: 'locality', name: city },
                ],
              },
            },
          },
          name,
          description: 'Germany',
          Point: { pos: `${lng} ${lat}` },
        },
      })),
    },
  },
})

/** Nominatim, Photon and the Yandex geocoder on one port, distinguished by their paths. */
export async function startFakeGeocoder(): Promise<FakeGeocoder> {
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('content-type', 'application/json')
    const url = new URL(request.url ?? '/', 'http://geocoder')
    fake.requests.push(url)
    if (respondWithFault(fake.fault, response)) return
    response.end(JSON.stringify(answerTo(url, fake.fault)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fake: FakeGeocoder = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    fault: null,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return fake
}

function respondWithFault(fault: GeocoderFault | null, response: ServerResponse): boolean {
  if (fault === 'silence') return true
  if (fault === 'hang-up') return Boolean(response.destroy())
  if (fault === 'nonsense') return Boolean(response.end('<html>busy</html>'))
  if (fault === 'endless') return Boolean(response.end('x'.repeat(3_000_000)))
  if (typeof fault === 'number') return Boolean(response.writeHead(fault).end('{"error":{"message":"key sk-secret"}}'))
  return false
}

function answerTo({ pathname, searchParams }: URL, fault: GeocoderFault | null): unknown {
  const get = (name: string): string => searchParams.get(name) ?? ''
  const [lng, lat] = /^-?[\d.]+,-?[\d.]+$/.test(get('geocode')) ? get('geocode').split(',') : [get('lon'), get('lat')]
  const text = get('q')
  const found = lat && text === '' ? placesAt(Number(lat), Number(lng)) : placesOf(text || get('geocode'))
  const places =
    fault === 'nothing'
      ? []
      : found.map((place) => ({
          ...place,
          lat: fault === 'outside' ? 952 : fault === 'elsewhere' ? place.lat + 10 : place.lat,
        }))
  if (get('format') === 'json') return asYandex(places)
  if (pathname.endsWith('/api') || get('limit') === '1') return asPhoton(places)
  const [first] = places
  if (pathname.endsWith('/search')) return places.map(asNominatim)
  return first ? asNominatim(first) : { error: 'Unable to geocode' }
}
