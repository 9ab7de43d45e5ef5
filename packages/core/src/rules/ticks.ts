import type { CartItem, Order } from '@tiffin/sdk/contract'

type Line = Pick<CartItem, 'id' | 'name' | 'qty'> & Partial<Pick<CartItem, 'note' | 'addons'>>

/** A line of an order's ticket that the kitchen ticks off when it is ready (KDS-10). */
export interface TicketLine<L> {
  /** Stays the same while the line does: one that gets another quantity, note or addition has to be made anew. */
  key: string
  item: L
  done: boolean
}

/** The lines of an order with their ticks, in the order of its cart. */
export function ticketLines<L extends Line>(order: { cart?: readonly L[] | null; ticks?: Order['ticks'] }): TicketLine<L>[] {
  const ticked = new Set(order.ticks ?? [])
  const seen = new Map<string, number>()
  return (order.cart ?? []).map((item) => {
    const hash = hashOf(JSON.stringify([item.id, item.name, item.qty, item.note ?? '', item.addons ?? []]))
    const nth = (seen.get(hash) ?? 0) + 1
    seen.set(hash, nth)
    // Two lines that say the same are told apart by their place among themselves.
    const key = nth === 1 ? hash : `${hash}.${nth}`
    return { key, item, done: ticked.has(key) }
  })
}

/** How much of a ticket is ready, as in 2/5. */
export function tickProgress(order: Parameters<typeof ticketLines>[0]): { done: number; total: number } {
  const lines = ticketLines(order)
  return { done: lines.filter(({ done }) => done).length, total: lines.length }
}

/** The ticks of an order after one line was ticked off, or on again; lines that the cart no longer has lose theirs. */
export function withTick(order: Parameters<typeof ticketLines>[0], line: string, done: boolean): string[] {
  return ticketLines(order)
    .filter(({ key, done: before }) => (key === line ? done : before))
    .map(({ key }) => key)
}

/** Two FNV-1a hashes of 32 bits: short, the same everywhere, cheap enough for every card, and no secret. */
function hashOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x85ebca6b) + a
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`
}
