import { queryGeocoder, type Client } from '@tiffin/sdk/client'
import { type Coords, type FoundPlace, MAX_PLACES } from '@tiffin/sdk/contract'

/** The address of a point; not `exact` if only its city is known. */
export interface FoundAddress {
  address: string
  city: number | null
  exact: boolean
}

/** The source of the picker's addresses. Rejects with an ApiError of our server, or any error of a geocoder. */
export interface AddressService {
  at(coords: Readonly<Coords>, signal: AbortSignal): Promise<FoundAddress>
  /** `typing`: the text is not complete yet. */
  find(text: string, options: { typing: boolean; signal: AbortSignal }): Promise<readonly FoundPlace[]>
}

export interface AddressServiceOptions {
  client: Pick<Client, 'Geo'>
  lang: () => string
  /** The geocoder that this front-end may call directly; null to use our server (AMB-136). */
  geocoder: { url: string; key: string } | null
  /** The merchant that the address belongs to (AMB-134). */
  merchant?: number | null
  customer?: number | null
}

const TIMEOUT_MS = 20_000

export function createAddressService(options: AddressServiceOptions): AddressService {
  const { client, lang, geocoder } = options
  const about = () => ({ langlist: [lang()], merchant: options.merchant ?? null, client: options.customer ?? null })

  async function getCity(asked: Parameters<Client['Geo']['getCity']>[0], signal: AbortSignal) {
    const { data } = await client.Geo.getCity({ ...asked, ...about() }, { signal })
    return data
  }
  const ask = (place: string | Readonly<Coords>, { url, key }: { url: string; key: string }, signal: AbortSignal) =>
    queryGeocoder(url, { place, key, lang: lang() }, { signal, timeoutMs: TIMEOUT_MS })

  return {
    async at([lat, lng], signal) {
      const coords: Coords = [lat, lng]
      const [place] = geocoder ? await ask(coords, geocoder, signal) : []
      const { address, city, exact } = await getCity({ coords, address: place?.address ?? '' }, signal)
      return { address, city, exact }
    },
    async find(text, { typing, signal }) {
      if (!geocoder) return (await getCity({ address: text, typing }, signal)).places
      const places = await ask(text, geocoder, signal)
      // The city is looked up when the map has moved there.
      return places.slice(0, MAX_PLACES).map((place) => ({ ...place, city: null, exact: true }))
    },
  }
}
