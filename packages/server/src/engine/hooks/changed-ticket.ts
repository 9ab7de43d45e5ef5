import { type CartItem, entities, type Order } from '@tiffin/sdk/contract'
import type { Change } from '../change.ts'

interface Item {
  id: CartItem['id']
  name: string
  qty: number
}
type Line = Item & Partial<Pick<CartItem, 'note' | 'addons'>>

/** What was added and removed between two carts, by item and note. */
export function cartDifference(before: readonly Line[], after: readonly Line[]): { added: Item[]; removed: Item[] } {
  const balance = new Map<string, Item>()
  const count = (line: Line, sign: 1 | -1) => {
    const id = JSON.stringify([line.id, line.name, line.note, line.addons])
    const entry = balance.get(id) ?? { id: line.id, name: line.name, qty: 0 }
    balance.set(id, { ...entry, qty: Math.round((entry.qty + sign * line.qty) * 1000) / 1000 })
  }
  for (const line of after) count(line, 1)
  for (const line of before) count(line, -1)
  const lines = [...balance.values()]
  return {
    added: lines.filter(({ qty }) => qty > 0),
    removed: lines.filter(({ qty }) => qty < 0).map((line) => ({ ...line, qty: -line.qty })),
  }
}

/** A cart that changes after its ticket was printed prints CHANGED with the lines added and removed (KDS-24). */
export async function queueChanged(change: Change, before: Order, after: Order): Promise<void> {
  // An update gives back what it did not touch as it was.
  if (after.print === 0 || before.cart === after.cart) return
  const { added, removed } = cartDifference(before.cart ?? [], after.cart ?? [])
  if (added.length + removed.length === 0) return
  const { company, merchant, order_id } = after
  await change.insert(entities.print_job, [
    { company, merchant, order: order_id, purpose: 'changed', content: { added, removed } },
  ])
}
