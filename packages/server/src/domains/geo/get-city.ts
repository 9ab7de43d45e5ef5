import { cityAt, localized, type MapCity, nearest } from '@tiffin/core/rules'
import {
  type ApiError,
  apiError,
  type Calls,
  type Coords,
  type FoundPlace,
  isApiError,
  MAX_PLACES,
  type Output,
  type Parsed,
  type Place,
} from '@tiffin/sdk/contract'
import type { Handler, SessionCall } from '#server/context'
import { distinct, readKnownPlaces } from './known-places.ts'
import { readCities } from './read-cities.ts'

type GetCity = Calls['Geo']['getCity']
type Answer = Output<GetCity>['data']
type Asked = Parsed<GetCity> & { lang: string; cities: readonly MapCity[] }

/** Shorter texts find too much (MAP-13). */
const FEWEST_LETTERS = 3
/** Distance in metres within which a known address is used as the address of a point. */
const SAME_PLACE = 40
/** How many known addresses come before those of the geocoder. */
const KNOWN_FIRST = 3

/** The city and address of a point, or the places of an address (API-25, API-26). */
export const getCity: Handler<GetCity> = async (input, call) => {
  const asked = { ...input, lang: input.langlist[0] ?? call.lang, cities: await readCities(call.db) }
  const { coords, address } = input
  if (coords === null) return { data: await findPlaces(asked, call) }
  const response = address === '' ? await addressAt(coords, asked, call) : { address, exact: true }
  return { data: { status: 'OK', city: cityAt(asked.cities, coords)?.city_id ?? null, places: [], ...response } }
}

/** The address of a point: from the geocoder, else a known one nearby, else the city. */
async function addressAt(
  coords: Coords,
  { lang, cities, merchant, client }: Asked,
  call: SessionCall,
): Promise<Pick<Answer, 'address' | 'exact'>> {
  const { result, failure } = await catchFailure(call, call.geocoder?.at(coords, lang))
  if (result) return { address: result.address, exact: true }
  const { addresses } = await readKnownPlaces(call, { text: '', merchant, client })
  const known = nearest(addresses, coords)
  if (known && known.metres <= SAME_PLACE) return { address: known.place.address, exact: true }
  const city = cityAt(cities, coords)
  if (!city) throw failure ?? apiError('address_not_found')
  return { address: localized(city.name, lang), exact: false }
}

async function findPlaces({ address, lang, cities, merchant, client, typing }: Asked, call: SessionCall): Promise<Answer> {
  if (address.length < FEWEST_LETTERS) return answerOf([])
  const known = await readKnownPlaces(call, { text: address, merchant, client })
  const mayAsk = call.geocoder && (call.geocoder.typeAhead || !typing)
  const { result: found = [], failure } = await catchFailure(
    call,
    mayAsk ? call.geocoder?.find(address, { lang, near: known.near }) : undefined,
  )
  const places = [
    ...exact(known.addresses.slice(0, found.length > 0 ? KNOWN_FIRST : MAX_PLACES)),
    ...exact(found),
    ...known.cities.map((place) => ({ ...place, exact: false })),
  ]
  if (places.length === 0 && failure) throw failure
  return answerOf(
    distinct(places)
      .slice(0, MAX_PLACES)
      .map((place) => ({ ...place, city: cityAt(cities, place.coords)?.city_id ?? null })),
  )
}

const exact = (places: readonly Place[]) => places.map((place) => ({ ...place, exact: true }))

function answerOf(places: FoundPlace[]): Answer {
  const [first] = places
  return { status: 'OK', city: first?.city ?? null, address: first?.address ?? '', exact: first?.exact ?? false, places }
}

/** If the geocoder fails, the response uses known addresses; the reason is only logged. */
async function catchFailure<T>(
  { log }: Pick<SessionCall, 'log'>,
  response: Promise<T> | undefined,
): Promise<{ result?: T | undefined; failure?: ApiError }> {
  try {
    return { result: await response }
  } catch (error) {
    if (!isApiError(error)) throw error
    log.warn({ err: error.cause ?? error }, "can't reach the geocoder")
    return { failure: error }
  }
}
