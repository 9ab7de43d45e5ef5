import type { CartItem, Order } from '@tiffin/sdk/contract'
import { ticketLines } from './ticks.ts'

/** A station's name for comparison: users type it. */
export const normalizeStation = (station: unknown): string =>
  typeof station === 'string' ? station.trim().toLocaleLowerCase() : ''

/** Whether a line is made at a station. A line without a station is shown at all of them; `''` means all stations. */
export function isAtStation(item: { station?: string | undefined }, station: string): boolean {
  const own = normalizeStation(item.station)
  const needle = normalizeStation(station)
  return needle === '' || own === '' || own === needle
}

/** Carts come from many programs: anything other than a list of lines is skipped. */
const linesOf = (cart: unknown): CartItem[] =>
  Array.isArray(cart) ? (cart as unknown[]).filter((item): item is CartItem => typeof item === 'object' && item !== null) : []

/** Whether an order has a line for a station. One without lines is shown at all stations, so that no one misses it. */
export function hasStation({ cart }: { cart?: unknown }, station: string): boolean {
  const lines = linesOf(cart)
  return lines.length === 0 || lines.some((item) => isAtStation(item, station))
}

/** An order with only the lines of a station and their ticks; `elsewhere` is the number of its other lines (KDS-09). */
export function atStation<O extends { cart?: Order['cart'] | null | undefined; ticks?: Order['ticks'] }>(
  order: O,
  station: string,
): O & { elsewhere?: number } {
  const all = linesOf(order.cart)
  if (all.every((item) => isAtStation(item, station))) return order
  const lines = ticketLines({ ...order, cart: all }).filter(({ item }) => isAtStation(item, station))
  const cart = lines.map(({ item }) => item)
  // The key of a line depends on identical ones before it.
  const ticks = ticketLines({ cart }).flatMap(({ key }, index) => (lines[index]?.done ? [key] : []))
  return { ...order, cart, ticks, elsewhere: all.length - cart.length }
}

/** The stations of carts, each once. */
export function stationsOf(carts: readonly unknown[]): string[] {
  const names = new Map<string, string>()
  for (const { station } of carts.flatMap(linesOf)) {
    const key = normalizeStation(station)
    if (key !== '' && !names.has(key)) names.set(key, station.trim())
  }
  return [...names.values()].toSorted((a, b) => a.localeCompare(b))
}
