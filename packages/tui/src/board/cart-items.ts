import type { Order } from '@tiffin/sdk/contract'
import { ticketLines } from '@tiffin/core/rules'
import { plain } from '../look/text.ts'

/** A line of a cart as it is drawn. */
export interface DrawnItem {
  name: string
  qty: number
  total: string
  addons: string[]
  /** What must not be overlooked: allergens before the note. */
  notes: string[]
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? plain(value) : '')
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** One line of a cart. Carts come from many programs over many years: whatever is missing or strange in one must not take the board away. */
const drawnItem = (item: unknown): DrawnItem => ({
  name: text(field(item, 'name')),
  qty: Number(field(item, 'qty')) || 0,
  total: /^-?\d+(\.\d+)?$/.test(text(field(item, 'total'))) ? text(field(item, 'total')) : '0.00',
  addons: list(field(item, 'addons'))
    .map((addon) => text(field(addon, 'name')))
    .filter(Boolean),
  notes: [...list(field(item, 'allergens')).map(text), text(field(item, 'note'))].filter(Boolean),
})

/** The items of an order. */
export const cartItems = (order: Pick<Order, 'cart'>): DrawnItem[] => list(order.cart).map(drawnItem)

/** The items with the keys by which they are ticked off; none of a cart too strange to tick (KDS-10). */
export function drawnLines(order: Pick<Order, 'cart' | 'ticks'>): (DrawnItem & { key: string; done: boolean })[] {
  try {
    return ticketLines(order).map(({ key, item, done }) => ({ ...drawnItem(item), key, done }))
  } catch {
    return []
  }
}
