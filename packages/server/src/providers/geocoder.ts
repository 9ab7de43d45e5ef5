import { setTimeout as pause } from 'node:timers/promises'
import { metresBetween } from '@tiffin/core/rules'
import { apiError, type Coords, isApiError, MAX_PLACES, type Place } from '@tiffin/sdk/contract'
import type { Database } from '#db/database'
import { consumeRateLimit } from '#limits/rate-limit'
import type { Config } from '#server/config'
import { callService, parseObject } from './call-service.ts'
import { protocols, type GeocodeQuery } from './geocoder-protocols.ts'

/** Finds places and addresses with an external service. Both reject with `geocoder_failed` or `rate_limited`. */
export interface Geocoder {
  /** Whether it may be queried while someone types. */
  typeAhead: boolean
  find(text: string, options: Omit<GeocodeQuery, 'place'>): Promise<readonly Place[]>
  /** The place at a point; undefined if there is no address. */
  at(coords: Readonly<Coords>, lang: string): Promise<Place | undefined>
}

const MAX_BYTES = 1_000_000
const CACHED = 5000
const CACHED_MS = 24 * 3600_000
/** Maximum wait for a turn, and the pause between two attempts. */
const TURN_MS = 3000
const ATTEMPT_MS = 100
/** A place farther than this from the requested point is not its address. */
const MAX_METRES = 1000

type GeocoderConfig = Pick<
  Config,
  'TIFFIN_GEO_PROVIDER' | 'TIFFIN_GEO_URL' | 'TIFFIN_GEO_KEY' | 'TIFFIN_GEO_TIMEOUT' | 'TIFFIN_GEO_RATE'
>

/** The configured geocoder with its cache, time-out and rate; null without one. */
export function createGeocoder(config: GeocoderConfig, db: Database, now: () => number = Date.now): Geocoder | null {
  const { TIFFIN_GEO_PROVIDER: provider, TIFFIN_GEO_KEY: key, TIFFIN_GEO_TIMEOUT: timeoutMs } = config
  if (provider === 'offline') return null
  const protocol = protocols[provider]
  const base = config.TIFFIN_GEO_URL ?? protocol.url ?? ''
  const cache = new Map<string, { until: number; places: Promise<readonly Place[]> }>()

  async function fetchPlaces(query: GeocodeQuery): Promise<readonly Place[]> {
    await takeTurn(db, config.TIFFIN_GEO_RATE)
    const failed = (cause: unknown): Error => Object.assign(apiError('geocoder_failed'), { cause })
    try {
      const request = { headers: { accept: 'application/json', 'user-agent': 'Tiffin' } }
      const { bytes } = await callService(protocol.requestUrl(base, key, query), request, MAX_BYTES, timeoutMs)
      return protocol
        .read(parseObject(bytes))
        .map(({ coords, address }) => ({ coords, address: cleanText(address) }))
        .filter(({ address }) => address !== '')
        .slice(0, MAX_PLACES)
    } catch (error) {
      throw failed(error)
    }
  }

  function cached(query: GeocodeQuery): Promise<readonly Place[]> {
    const name = JSON.stringify(query)
    const known = cache.get(name)
    if (known && known.until > now()) return known.places
    const places = fetchPlaces(query)
    cache.delete(name)
    cache.set(name, { until: now() + CACHED_MS, places })
    const [oldest] = cache.keys()
    if (cache.size > CACHED && oldest !== undefined) cache.delete(oldest)
    // Only responses are cached, not failures.
    places.catch(() => cache.get(name)?.places === places && cache.delete(name))
    return places
  }

  return {
    typeAhead: protocol.typeAhead,
    find: (text, { lang, near }) => cached({ place: text.toLocaleLowerCase(), lang, near: near && rounded(near, 1) }),
    async at(coords, lang) {
      // Rounded to about ten metres.
      const [place] = await cached({ place: rounded(coords, 4), lang })
      return place && metresBetween(place.coords, coords) <= MAX_METRES ? place : undefined
    },
  }
}

const rounded = ([lat, lng]: Readonly<Coords>, digits: number): Coords => [
  Number(lat.toFixed(digits)),
  Number(lng.toFixed(digits)),
]

/** One line without control characters. */
const cleanText = (text: string): string =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 1000)

/** Waits for a turn: all processes together send `rate` requests per second. */
async function takeTurn(db: Database, rate: number): Promise<void> {
  const until = Date.now() + TURN_MS
  for (;;) {
    try {
      return await consumeRateLimit(db, { what: 'geocoder', who: 'all', max: rate, seconds: 1 })
    } catch (error) {
      if (!isApiError(error) || error.code !== 'rate_limited' || Date.now() > until) throw error
      await pause(ATTEMPT_MS)
    }
  }
}
