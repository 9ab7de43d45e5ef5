import type { CartItem, Order } from '@tiffin/sdk/contract'
import { hashOf } from './hash-of.ts'

type Line = Pick<CartItem, 'id' | 'name' | 'qty'> & Partial<Pick<CartItem, 'note' | 'addons'>>

/** A ticket line that the kitchen ticks off when it is ready (KDS-10). */
export interface TicketLine<L> {
  /** Changes with quantity, note and add-ons, because the line must then be made again. */
  key: string
  item: L
  done: boolean
}

/** The lines of an order with their ticks, in cart order. */
export function ticketLines<L extends Line>(order: { cart?: readonly L[] | null; ticks?: Order['ticks'] }): TicketLine<L>[] {
  const ticked = new Set(order.ticks ?? [])
  const seen = new Map<string, number>()
  return (order.cart ?? []).map((item) => {
    const hash = hashOf(JSON.stringify([item.id, item.name, item.qty, item.note ?? '', item.addons ?? []]))
    const nth = (seen.get(hash) ?? 0) + 1
    seen.set(hash, nth)
    // Identical lines are numbered in order.
    const key = nth === 1 ? hash : `${hash}.${nth}`
    return { key, item, done: ticked.has(key) }
  })
}

/** Number of finished lines, as in 2/5. */
export function tickProgress(order: Parameters<typeof ticketLines>[0]): { done: number; total: number } {
  const lines = ticketLines(order)
  return { done: lines.filter(({ done }) => done).length, total: lines.length }
}

/** The ticks of an order after a line is ticked or unticked; ticks of removed lines are dropped. */
export function setTick(order: Parameters<typeof ticketLines>[0], line: string, done: boolean): string[] {
  return ticketLines(order)
    .filter(({ key, done: before }) => (key === line ? done : before))
    .map(({ key }) => key)
}
