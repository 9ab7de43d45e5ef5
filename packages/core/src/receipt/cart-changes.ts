import type { CartItem } from '@tiffin/sdk/contract'

type Line = Partial<CartItem>

/** Items that the kitchen must add or drop; quantities are differences. */
export interface CartChanges {
  added: Line[]
  removed: Line[]
}

/** Lines are equal for the kitchen if they ask for the same dish, made the same way. */
const keyOf = (line: Line): string =>
  JSON.stringify([
    line.id ?? null,
    line.name ?? '',
    (line.addons ?? []).map((addon) => [addon.id ?? null, addon.name, addon.qty]),
    line.note ?? '',
    line.allergens ?? [],
    line.station ?? '',
  ])

/** The difference between a printed cart and the current one, ignoring prices (KDS-24). */
export function cartChanges(before: readonly Line[], after: readonly Line[]): CartChanges {
  const lines = new Map<string, { line: Line; qty: number }>()
  const count = (cart: readonly Line[], sign: 1 | -1) => {
    for (const line of cart) {
      const key = keyOf(line)
      const known = lines.get(key)
      const qty = sign * (line.qty ?? 1)
      lines.set(key, { line: known?.line ?? line, qty: (known?.qty ?? 0) + qty })
    }
  }
  count(before, -1)
  count(after, 1)
  const changed = [...lines.values()].map(({ line, qty }) => ({ ...line, qty: Number(qty.toFixed(3)) }))
  return {
    added: changed.filter(({ qty }) => qty > 0),
    removed: changed.filter(({ qty }) => qty < 0).map((line) => ({ ...line, qty: -line.qty })),
  }
}

/** The changes in a print job's `content`; undefined if there are none. */
export function readCartChanges(content: Readonly<Record<string, unknown>> | null | undefined): CartChanges | undefined {
  const lines = (value: unknown): Line[] => (Array.isArray(value) ? (value as Line[]) : [])
  const changes = { added: lines(content?.['added']), removed: lines(content?.['removed']) }
  return changes.added.length + changes.removed.length > 0 ? changes : undefined
}
