import { digitsOf } from '@tiffin/sdk/limits'
import type { CartItem, Multilang, Order, OrderStatus } from '@tiffin/sdk/contract'
import type { Bounds } from './periods.ts'
import { cleanPhone } from './phone.ts'
import { isColumn } from './statuses.ts'

/** The fields of an order that place it on the board. */
export type BoardPosition = Pick<Order, 'order_id' | 'order_status' | 'order'>

export interface BoardView<S> {
  /** Start and end of the chosen period, from `periodBounds`. */
  period: Bounds
  statuses: readonly S[]
  /** The chosen merchants; `all` means all that the reader may see (BOARD-01). */
  merchants: 'all' | readonly number[]
}

/**
 * Whether an order is on the board, and if so whether it is outside the period. Orders created in the period are on the
 * board, and so is every unfinished order on a board status, regardless of age; such older orders are marked as outside
 * the period (BOARD-13, BOARD-14, DESIGN §9).
 */
export function isOnBoard(
  order: Pick<Order, 'merchant' | 'order_status' | 'time_create'> & { delete?: number },
  {
    period: [first, last],
    statuses,
    merchants,
  }: BoardView<Pick<OrderStatus, 'order_status_id' | 'status' | 'merchant' | 'done'>>,
): false | { outside: boolean } {
  if (order.delete === 1 || (merchants !== 'all' && !merchants.includes(order.merchant))) return false
  const status = statuses.find(({ order_status_id }) => order_status_id === order.order_status)
  if (!status || !isColumn(status)) return false
  const created = Date.parse(order.time_create)
  const outside = created < Date.parse(first) || created > Date.parse(last)
  return outside && status.done === 1 ? false : { outside }
}

/** Whether a user owns a card's context; only the creator of the order does (BOARD-31, AMB-094). */
export const ownsCard = (person: { admin_id: number }, order: { admin?: number | null }): boolean =>
  order.admin === person.admin_id

const compareOrder = (a: Pick<BoardPosition, 'order' | 'order_id'>, b: Pick<BoardPosition, 'order' | 'order_id'>): number =>
  a.order - b.order || a.order_id - b.order_id

/** Cards of a column from top to bottom, by position; ties are sorted by order number (DESIGN §3). */
export const sortCards = <C extends Pick<BoardPosition, 'order' | 'order_id'>>(cards: readonly C[]): C[] =>
  cards.toSorted(compareOrder)

/** The sorted cards of each column, by status id. Empty columns are included; cards in other statuses are left out. */
export function groupByColumn<C extends BoardPosition>(
  cards: readonly C[],
  columns: readonly Pick<OrderStatus, 'order_status_id'>[],
): Map<number, C[]> {
  const groups = new Map<number, C[]>(columns.map(({ order_status_id }) => [order_status_id, []]))
  for (const card of cards) groups.get(card.order_status)?.push(card)
  for (const group of groups.values()) group.sort(compareOrder)
  return groups
}

export interface Searched {
  order_id: number
  ticket?: number | undefined
  destination_address?: string | null
  user_obj?: { name?: string | null | undefined; phone?: string | null | undefined } | null | undefined
  merchant_obj?: { name?: Readonly<Multilang> | null | undefined } | null | undefined
  cart?: Order['cart'] | null | undefined
}

/** Whether a query is long enough to filter cards (BOARD-18). */
export const isSearching = (query: string): boolean => query.trim().length >= 2

/**
 * Whether a card matches the board's search: user name, user phone, merchant name in any language or destination
 * address, ignoring case (BOARD-18, BOARD-19); also a dish or an add-on, and an exact ticket or order number (KDS-22).
 */
export function matchesSearch(card: Searched, query: string): boolean {
  if (!isSearching(query)) return true
  const needle = query.trim().toLocaleLowerCase()
  const texts: unknown[] = [
    card.user_obj?.name,
    card.user_obj?.phone,
    card.destination_address,
    ...Object.values(card.merchant_obj?.name ?? {}),
    ...dishNames(card.cart),
  ]
  if (texts.some((text) => typeof text === 'string' && text.toLocaleLowerCase().includes(needle))) return true
  // Stored phones are digits only; users also type brackets and dashes (AMB-211).
  if (/[^\d\s()+#.-]/.test(needle)) return false
  const phone = card.user_obj?.phone ?? ''
  const cleaned = cleanPhone(needle)
  // The prefix for calls within a country may not be stored.
  const spellings = [digitsOf(needle), cleaned, cleaned.replace(/^0+/, '')].filter((digits) => digits.length >= 2)
  return spellings.some((digits) => phone.includes(digits)) || hasNumber(card, query)
}

/** Whether the query is exactly the card's ticket or order number (KDS-22). */
export function hasNumber(card: Pick<Searched, 'order_id' | 'ticket'>, query: string): boolean {
  const exact = query.trim().replace(/^#/, '')
  return isSearching(query) && (exact === String(card.order_id) || exact === String(card.ticket))
}

/** Carts come from many programs: anything other than a list, or an item without a name, is skipped. */
const dishNames = (cart: unknown): unknown[] =>
  Array.isArray(cart) ? cart.flatMap((item: Partial<CartItem> | null) => [item?.name, ...dishNames(item?.addons)]) : []

/** Columns with positions closer than this are renumbered (DESIGN §3). */
export const SMALLEST_GAP = 1e-9

export interface Placement {
  position: number
  /** True if the column should be renumbered; until then the card may not be exactly where it was dropped. */
  tooSmall: boolean
  /** `end`: the preceding card was gone or in another column. */
  placed: 'asked' | 'end'
}

function positionBetween(before: number | undefined, behind: number | undefined): number {
  if (before !== undefined && behind !== undefined) return before + (behind - before) / 2
  if (before !== undefined) return before + 1
  return behind === undefined ? 0 : behind - 1
}

/**
 * The position after a card of the column: null means the head, undefined the end. If the moved card is among `cards`,
 * it must be named, so that it does not count as its own neighbour.
 */
export function placeAfter(
  cards: readonly Pick<BoardPosition, 'order' | 'order_id'>[],
  afterId: number | null | undefined,
  movedId?: number,
): Placement {
  const others = sortCards(cards.filter(({ order_id }) => order_id !== movedId))
  const index = afterId === null ? -1 : others.findIndex(({ order_id }) => order_id === afterId)
  const found = afterId === null || index >= 0
  const before = others[found ? index : others.length - 1]?.order
  const behind = found ? others[index + 1]?.order : undefined
  const position = positionBetween(before, behind)
  const close = (gap: number | undefined) => gap !== undefined && !(gap >= SMALLEST_GAP)
  return {
    position,
    tooSmall:
      close(before === undefined ? undefined : position - before) || close(behind === undefined ? undefined : behind - position),
    placed: found || afterId === undefined ? 'asked' : 'end',
  }
}

/** Type 1 is delivery to an address, every other type is pickup (ORDER-07). An order without a type is delivered. */
export const isPickup = ({ type }: { type?: number | null | undefined }): boolean => typeof type === 'number' && type !== 1

/** The add-ons of a dish for display: `chicken`, `2× olives`. */
export const addonLabels = (
  item: { addons?: readonly { name: string; qty?: number }[] | null | undefined },
  times = '×',
): string[] => (item.addons ?? []).map(({ name, qty = 1 }) => (qty === 1 ? name : `${qty}${times} ${name}`))

export interface AllDayCount {
  id: CartItem['id']
  name: string
  qty: number
  /** The portions with add-ons, by combination; the rest have none. */
  variants: { addons: readonly string[]; qty: number }[]
}

const roundQuantity = (qty: number): number => Math.round(qty * 1000) / 1000

/**
 * Quantity per item over the board's open orders, highest first; for one column if its status is given (KDS-04). Open
 * means in a column whose status is not done. Add-ons change how a dish is made, so each combination is also counted.
 */
export function allDayCounts(
  orders: readonly {
    order_status: number
    cart: readonly (Pick<CartItem, 'id' | 'name' | 'qty'> & Parameters<typeof addonLabels>[0])[]
  }[],
  statuses: readonly Pick<OrderStatus, 'order_status_id' | 'status' | 'merchant' | 'done'>[],
  column?: number,
): AllDayCount[] {
  const open = new Set(
    statuses
      .filter((status) => isColumn(status) && status.done !== 1 && (column === undefined || status.order_status_id === column))
      .map(({ order_status_id }) => order_status_id),
  )
  const items = orders.filter(({ order_status }) => open.has(order_status)).flatMap(({ cart }) => cart)
  const sumOf = (some: readonly { qty: number }[]): number => roundQuantity(some.reduce((sum, { qty }) => sum + qty, 0))
  const byQuantity = (a: { qty: number }, b: { qty: number }): number => b.qty - a.qty
  return [...Map.groupBy(items, ({ id, name }) => JSON.stringify([id, name])).values()]
    .map((same) => {
      const [{ id, name }] = same as [(typeof items)[number]]
      const withAddons = same.map((item) => ({ qty: item.qty, addons: addonLabels(item).toSorted() }))
      const variants = [...Map.groupBy(withAddons, ({ addons }) => JSON.stringify(addons)).values()]
        .map((alike) => ({ addons: alike[0]?.addons ?? [], qty: sumOf(alike) }))
        .filter(({ addons }) => addons.length > 0)
        .sort((a, b) => byQuantity(a, b) || a.addons.join().localeCompare(b.addons.join()))
      return { id, name, qty: sumOf(same), variants }
    })
    .sort((a, b) => byQuantity(a, b) || a.name.localeCompare(b.name))
}
