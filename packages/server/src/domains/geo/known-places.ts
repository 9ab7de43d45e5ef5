import { cityQuery, localized, type MapCity } from '@tiffin/core/rules'
import { type Address, calls, type Coords, isApiError, type Place, type TableQuery } from '@tiffin/sdk/contract'
import { readTables, scopeOf } from '#engine/read-tables'
import type { SessionCall } from '#server/context'

/** Maximum number of orders to search. */
const MOST_ORDERS = 300

/** Addresses that a caller may see, found without any external service. */
export interface KnownPlaces {
  /** Addresses of the customer, of merchants and of orders, the most relevant first. */
  addresses: readonly Place[]
  /** Location of the merchant whose address, or whose customer's address, is being looked up. */
  near: Coords | undefined
  /** Cities found by name, as their centres. */
  cities: readonly Place[]
}

interface OrderPlace {
  destination_address: string
  destination_coordinates: Coords | null
}
interface MerchantPlace {
  merchant_id: number
  address: Address | null
}

/** Reads addresses that contain the text, or recent ones if there is no text, with the rights of the caller. */
export function readKnownPlaces(
  call: Pick<SessionCall, 'db' | 'session' | 'company' | 'lang' | 'now'>,
  { text, merchant, client }: { text: string; merchant: number | null; client: number | null },
): Promise<KnownPlaces> {
  const { actor } = call.session
  return call.db.read(scopeOf(actor), async (tx) => {
    async function rowsOf<R>(query: TableQuery): Promise<readonly R[]> {
      try {
        const { tables } = calls.Reference.getData.input.parse({ tables: [query] })
        const { json } = await readTables(tx, actor, tables, { lang: call.lang, now: call.now() })
        return (JSON.parse(json) as Record<string, { data: R[] }>)[query.table]?.data ?? []
      } catch (error) {
        if (isApiError(error) && closed.has(error.code)) return []
        throw error
      }
    }
    const found = text === '' ? [] : await rowsOf<MapCity>(cityQuery(text))
    const cities = found.flatMap(({ name, geo }) => (geo ? [{ coords: geo, address: localized(name, call.lang) }] : []))
    if (call.company === null) return { addresses: [], near: undefined, cities }
    const merchants = await rowsOf<MerchantPlace>({
      table: 'merchant',
      include: ['merchant_id', 'address'],
      search: [{ key: 'company', prm: call.company }],
      count: 'none',
    })
    const ofOrders = (search: NonNullable<TableQuery['search']>) =>
      rowsOf<OrderPlace>({
        table: 'order',
        mode: 'board',
        include: ['destination_address', 'destination_coordinates'],
        // Unverified ones may have the coordinates of another address.
        search: [{ key: 'destination_coordinates', op: 'notnull' }, { key: 'destination_unverified', prm: 0 }, ...search],
        order: [{ field: 'order_id', dir: 'desc' }],
        limit: [0, MOST_ORDERS],
        count: 'none',
      })
    const ofClient = client === null ? [] : await ofOrders([{ key: 'user', prm: client }])
    // No index finds shorter pieces.
    const isSearchable = text === '' || /[\p{L}\p{N}]{3}/u.test(text)
    const orders = isSearchable ? await ofOrders(text === '' ? [] : [{ key: 'destination_address', op: 'like', prm: text }]) : []
    const places = [
      ...ofClient.map(placeOfOrder),
      ...merchants.map(({ address }) => ({ coords: address?.coords ?? null, address: address?.address ?? '' })),
      ...orders.map(placeOfOrder),
    ].filter((place): place is Place => place.coords !== null && contains(place.address, text))
    return { addresses: distinct(places), near: nearOf(merchants, merchant), cities }
  })
}

/** Errors of a table, which then contributes no addresses. */
const closed: ReadonlySet<string> = new Set(['forbidden', 'option_required', 'unknown_field'])

const placeOfOrder = ({ destination_address, destination_coordinates }: OrderPlace) => ({
  coords: destination_coordinates,
  address: destination_address.trim(),
})

const nearOf = (merchants: readonly MerchantPlace[], id: number | null): Coords | undefined =>
  merchants.find(({ merchant_id }) => merchant_id === id)?.address?.coords ?? undefined

const contains = (address: string, text: string): boolean =>
  address !== '' && address.toLocaleLowerCase().includes(text.toLocaleLowerCase())

/** The first place of each address. */
export function distinct<P extends { address: string }>(places: readonly P[]): P[] {
  const first = new Map<string, P>()
  for (const place of places) {
    const key = place.address.toLocaleLowerCase()
    if (!first.has(key)) first.set(key, place)
  }
  return [...first.values()]
}
