import { actorOf } from '@tiffin/core'
import { orderFormat, rankSellers, readChoices, readLine, startNewOrder } from '@tiffin/core/new-order'
import { lineProblem, localized } from '@tiffin/core/rules'
import { apiError, type Coords, coordsSchema } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'
import { notFound, wrongUsage } from '../failure.ts'
import type { Result } from '../results/result.ts'
import type { CommandTranslate } from '../texts/command-key.ts'

export interface RankOptions {
  address?: string
  at?: string
  pickup?: boolean
}

/** Ranks the merchants for a cart and a place, as the wizard does. */
export async function rankMerchantsForOrder(
  { client, lang, user }: Connection,
  items: readonly string[],
  options: RankOptions,
  t: CommandTranslate,
): Promise<Result> {
  const cart = items.map(readItem)
  const person = await user()
  if (!person.company) throw apiError('company_required')
  const coords = options.at === undefined ? await findPlace(client, options.address) : readCoords(options.at)
  const choices = await readChoices(client, actorOf(person))
  const order = {
    ...startNewOrder('', choices),
    type: options.pickup === true ? 2 : 1,
    cart,
    ...(coords ? { coords, picked: true } : {}),
  }
  const now = Date.now()
  const ranked = rankSellers(order, choices, { now, format: orderFormat(person.company, { lang, now }), promocode: null })
  const rows = ranked.map(({ merchant, refusals, price, isDeliveryOpen, finish }) => ({
    merchant_id: merchant.merchant_id,
    merchant: localized(merchant.name, lang),
    takes: refusals.length === 0,
    total: price.total,
    delivery: isDeliveryOpen ? null : price.delivery,
    time_finish: finish,
    why: refusals.map((refusal) => t.sentence(refusal)).join('. '),
  }))
  return { rows, columns: ['merchant_id', 'merchant', 'takes', 'total', 'time_finish', 'why'] }
}

function readItem(text: string) {
  const line = readLine(text)
  if (!line || lineProblem(line)) throw wrongUsage('Write items with their price: "2 Soup 4.50"')
  return line
}

function readCoords(text: string): Coords {
  const read = coordsSchema.safeParse(text.split(',').map(Number))
  if (!read.success) throw wrongUsage('Write coordinates as latitude,longitude: 52.52,13.40')
  return read.data
}

async function findPlace(client: Connection['client'], address: string | undefined): Promise<Coords | null> {
  if (address === undefined) return null
  const { data } = await client.Geo.getCity({ address })
  const place = data.places.find(({ exact }) => exact)
  if (!place) throw notFound('Address not found: %1', { params: [address] })
  return place.coords
}
