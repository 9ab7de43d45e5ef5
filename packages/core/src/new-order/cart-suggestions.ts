import type { CallOptions, Client } from '@tiffin/sdk/client'
import type { CartItem, TableQuery } from '@tiffin/sdk/contract'
import { type NewLine, newLine } from './cart-lines.ts'

/** How many of a merchant's latest orders are read for suggestions. */
const MOST_READ = 100

/** A line as it was ordered last, and how often it was ordered. */
export interface SuggestedLine {
  line: NewLine
  times: number
}

/**
 * The lines of earlier carts, each name once with its latest price and add-ons, the most frequent first. Products live
 * in another system, so these are all that is known of them.
 */
export function suggestLines(carts: readonly (readonly CartItem[])[]): SuggestedLine[] {
  const found = new Map<string, SuggestedLine>()
  for (const item of carts.flat()) {
    const { id, name, price, addons, allergens, station } = item
    const key = name.trim().toLocaleLowerCase()
    if (key === '') continue
    const known = found.get(key)
    if (known) known.times += 1
    else found.set(key, { times: 1, line: newLine({ id, name, price, addons, allergens, station }) })
  }
  return [...found.values()].toSorted((a, b) => b.times - a.times)
}

/** The suggestions with every word of the text in their name; those that begin with it come first. */
export function matchingLines(suggested: readonly SuggestedLine[], text: string, most: number): SuggestedLine[] {
  const wanted = text.trim().toLocaleLowerCase()
  const words = wanted.split(/\s+/).filter(Boolean)
  const nameOf = ({ line }: SuggestedLine): string => line.name.toLocaleLowerCase()
  const matching = suggested.filter((one) => words.every((word) => nameOf(one).includes(word)))
  return [
    ...matching.filter((one) => nameOf(one).startsWith(wanted)),
    ...matching.filter((one) => !nameOf(one).startsWith(wanted)),
  ].slice(0, most)
}

export async function readSuggestions(client: Client, merchant: number, options: CallOptions = {}): Promise<SuggestedLine[]> {
  const tables: TableQuery[] = [
    {
      table: 'order',
      mode: 'board',
      include: ['cart'],
      search: [{ key: 'merchant', prm: merchant }],
      order: [{ field: 'order_id', dir: 'desc' }],
      limit: [0, MOST_READ],
      count: 'none',
    },
  ]
  const { data } = await client.Reference.getData({ tables }, options)
  return suggestLines((data['order']?.data ?? []).map(({ cart }) => cart as CartItem[]))
}
