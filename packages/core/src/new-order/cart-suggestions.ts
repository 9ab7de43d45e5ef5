import type { CallOptions, Client } from '@tiffin/sdk/client'
import type { CartItem, TableQuery } from '@tiffin/sdk/contract'
import { addonLabels, portionPrice } from '#rules/index'
import { type NewLine, newLine } from './cart-lines.ts'

/** How many of a merchant's latest orders are read for suggestions. */
const MAX_READ = 100

/** A dish with its add-ons as last ordered, and how often it was ordered. */
export interface SuggestedLine {
  line: NewLine
  /** Name and add-ons: `Soup + Bread`. */
  text: string
  /** Price of one portion with its add-ons. */
  price: string
  times: number
}

type Dish = Pick<CartItem, 'id' | 'name' | 'price' | 'addons' | 'allergens' | 'station'>

function suggestion(dish: Dish, times: number): SuggestedLine {
  const line = newLine(dish)
  const text = [line.name.trim(), ...addonLabels(line)].join(' + ')
  return { line, text, price: portionPrice(line), times }
}

/**
 * The dishes of earlier carts with their latest price, most frequent first: first each dish without add-ons, even if it
 * was never ordered that way, then those with add-ons. Products are stored in another system, so no other dishes are
 * known.
 */
export function suggestLines(carts: readonly (readonly CartItem[])[]): SuggestedLine[] {
  const dishes = carts.flat().filter(({ name }) => name.trim() !== '')
  const nameOf = ({ name }: Dish): string => name.trim().toLocaleLowerCase()
  const withAddons = dishes.filter((dish) => addonLabels(dish).length > 0)
  const suggest = (some: readonly Dish[], keyOf: (dish: Dish) => string): SuggestedLine[] =>
    [...Map.groupBy(some, keyOf).values()]
      .flatMap(([latest, ...earlier]) => (latest ? [suggestion(latest, 1 + earlier.length)] : []))
      .toSorted((a, b) => b.times - a.times)
  return [
    ...suggest(
      dishes.map(({ id, name, price, allergens, station }) => ({ id, name, price, allergens, station, addons: [] })),
      nameOf,
    ),
    ...suggest(withAddons, (dish) => JSON.stringify([nameOf(dish), ...addonLabels(dish).toSorted()])),
  ]
}

/** The suggestions with every word of the text in their name or add-ons; those that begin with it come first. */
export function matchingLines(suggested: readonly SuggestedLine[], text: string, most: number): SuggestedLine[] {
  const needle = text.trim().toLocaleLowerCase()
  const words = needle.split(/\s+/).filter(Boolean)
  const textOf = (item: SuggestedLine): string => item.text.toLocaleLowerCase()
  const matching = suggested.filter((entry) => words.every((word) => textOf(entry).includes(word)))
  return [
    ...matching.filter((candidate) => textOf(candidate).startsWith(needle)),
    ...matching.filter((one) => !textOf(one).startsWith(needle)),
  ].slice(0, most)
}

/** A typed line with the station at which the dish was last made, and its allergens, unless they were typed (KDS-09). */
export function fillFromSuggestions(line: NewLine, suggested: readonly SuggestedLine[]): NewLine {
  const name = line.name.trim().toLocaleLowerCase()
  const known = suggested.find((item) => item.line.name.trim().toLocaleLowerCase() === name)?.line
  if (!known) return line
  return {
    ...line,
    station: line.station === '' ? known.station : line.station,
    allergens: line.allergens.length === 0 ? known.allergens : line.allergens,
  }
}

export async function readSuggestions(client: Client, merchant: number, options: CallOptions = {}): Promise<SuggestedLine[]> {
  const tables: TableQuery[] = [
    {
      table: 'order',
      mode: 'board',
      include: ['cart'],
      search: [{ key: 'merchant', prm: merchant }],
      order: [{ field: 'order_id', dir: 'desc' }],
      limit: [0, MAX_READ],
      count: 'none',
    },
  ]
  const { data } = await client.Reference.getData({ tables }, options)
  return suggestLines((data['order']?.data ?? []).map(({ cart }) => cart as CartItem[]))
}
