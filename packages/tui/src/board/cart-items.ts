import type { Order } from '@tiffin/sdk/contract'
import { addonLabels, ticketLines } from '@tiffin/core/rules'
import { sanitize } from '../theme/text.ts'

/** A cart line for display. */
export interface DisplayItem {
  name: string
  qty: number
  total: string
  /** With the quantity if it is not one. */
  addons: string[]
  allergens: string[]
  note: string
  station: string
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? sanitize(value) : '')
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/**
 * One line of a cart. Carts come from many programs and years: a missing or malformed value must not break the board.
 */
const drawnItem = (item: unknown, times: string): DisplayItem => ({
  name: text(field(item, 'name')),
  qty: Number(field(item, 'qty')) || 0,
  total: /^-?\d+(\.\d+)?$/.test(text(field(item, 'total'))) ? text(field(item, 'total')) : '0.00',
  addons: addonLabels(
    {
      addons: list(field(item, 'addons')).map((addon) => ({
        name: text(field(addon, 'name')),
        qty: Number(field(addon, 'qty')) || 1,
      })),
    },
    times,
  ).filter(Boolean),
  allergens: list(field(item, 'allergens')).map(text).filter(Boolean),
  note: text(field(item, 'note')),
  station: text(field(item, 'station')),
})

/** The items of an order; `times` separates a quantity from its item. */
export const cartItems = (order: Pick<Order, 'cart'>, times: string): DisplayItem[] =>
  list(order.cart).map((item) => drawnItem(item, times))

/** A dish with its add-ons for the kitchen: `1× Caesar salad + chicken`. */
export const dishText = ({ qty, name, addons }: Pick<DisplayItem, 'qty' | 'name' | 'addons'>, times: string): string =>
  [`${qty}${times} ${name}`, ...addons].join(' + ')

/** The items with their keys for ticking; empty if the cart is too malformed (KDS-10). */
export function displayItems(
  order: Pick<Order, 'cart' | 'ticks'>,
  times: string,
): (DisplayItem & { key: string; done: boolean })[] {
  try {
    return ticketLines(order).map(({ key, item, done }) => ({ ...drawnItem(item, times), key, done }))
  } catch {
    return []
  }
}
