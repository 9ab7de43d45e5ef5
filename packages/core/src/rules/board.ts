import type { CartItem, Multilang, Order, OrderStatus } from '@tiffin/sdk/contract'
import type { Bounds } from './periods.ts'
import { cleanPhone } from './phone.ts'
import { isColumn } from './statuses.ts'

/** The part of an order that places it on the board. */
export type Placed = Pick<Order, 'order_id' | 'order_status' | 'order'>

export interface BoardView<S> {
  /** Moments of the chosen period, from `periodBounds`. */
  period: Bounds
  statuses: readonly S[]
  /** The merchants chosen; `all` are all that the reader may see (BOARD-01). */
  merchants: 'all' | readonly number[]
}

/**
 * Whether an order is on the board: false, or its mark. Orders created in the period are, and every unfinished order on
 * a board status whatever its age, which is then marked as outside the period (BOARD-13, BOARD-14, DESIGN §9).
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

/** Whether a person owns the context of a card: only who created the order does (BOARD-31, AMB-094). */
export const ownsCard = (person: { admin_id: number }, order: { admin?: number | null }): boolean =>
  order.admin === person.admin_id

const inOrder = (a: Pick<Placed, 'order' | 'order_id'>, b: Pick<Placed, 'order' | 'order_id'>): number =>
  a.order - b.order || a.order_id - b.order_id

/** Cards of a column from top to bottom: by position, equal ones by number (DESIGN §3). */
export const sortCards = <C extends Pick<Placed, 'order' | 'order_id'>>(cards: readonly C[]): C[] => cards.toSorted(inOrder)

/** The sorted cards of each column, by key of its status; empty columns included, cards of other statuses left out. */
export function groupByColumn<C extends Placed>(
  cards: readonly C[],
  columns: readonly Pick<OrderStatus, 'order_status_id'>[],
): Map<number, C[]> {
  const groups = new Map<number, C[]>(columns.map(({ order_status_id }) => [order_status_id, []]))
  for (const card of cards) groups.get(card.order_status)?.push(card)
  for (const group of groups.values()) group.sort(inOrder)
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

/** Whether a query is long enough to hide cards (BOARD-18). */
export const isSearching = (query: string): boolean => query.trim().length >= 2

/**
 * Whether a card matches the board's search: user name, user phone, merchant name in any language or destination
 * address, regardless of case (BOARD-18, BOARD-19); also a dish or an add-on, and an exact ticket or order number (KDS-22).
 */
export function matchesSearch(card: Searched, query: string): boolean {
  if (!isSearching(query)) return true
  const wanted = query.trim().toLocaleLowerCase()
  const texts: unknown[] = [
    card.user_obj?.name,
    card.user_obj?.phone,
    card.destination_address,
    ...Object.values(card.merchant_obj?.name ?? {}),
    ...dishNames(card.cart),
  ]
  if (texts.some((text) => typeof text === 'string' && text.toLocaleLowerCase().includes(wanted))) return true
  // stored phones are digits, people type them with brackets and dashes (AMB-211)
  if (/[^\d\s()+#.-]/.test(wanted)) return false
  const digits = wanted.replaceAll(/\D/g, '')
  const phone = card.user_obj?.phone ?? ''
  return (digits.length >= 2 && (phone.includes(digits) || phone.includes(cleanPhone(digits)))) || hasNumber(card, query)
}

/** Whether a query is the ticket or order number of the card, and not only a part of something (KDS-22). */
export function hasNumber(card: Pick<Searched, 'order_id' | 'ticket'>, query: string): boolean {
  const exact = query.trim().replace(/^#/, '')
  return isSearching(query) && (exact === String(card.order_id) || exact === String(card.ticket))
}

/** Carts come from many programs: what is not a list or has no name is passed over. */
const dishNames = (cart: unknown): unknown[] =>
  Array.isArray(cart) ? cart.flatMap((item: Partial<CartItem> | null) => [item?.name, ...dishNames(item?.addons)]) : []

/** Positions closer than this are renumbered (DESIGN §3). */
export const SMALLEST_GAP = 1e-9

export interface Placement {
  position: number
  /** True when the column should be renumbered: the card may not stand exactly where it was put until then. */
  tooSmall: boolean
  /** `end`: the card to stand behind was gone or elsewhere. */
  placed: 'asked' | 'end'
}

function between(before: number | undefined, behind: number | undefined): number {
  if (before !== undefined && behind !== undefined) return before + (behind - before) / 2
  if (before !== undefined) return before + 1
  return behind === undefined ? 0 : behind - 1
}

/**
 * The position behind a card of the column: null is the head, undefined the end. The moved card itself, if it is among
 * `cards`, must be named, so that it does not count as its own neighbour.
 */
export function placeAfter(
  cards: readonly Pick<Placed, 'order' | 'order_id'>[],
  afterId: number | null | undefined,
  movedId?: number,
): Placement {
  const others = sortCards(cards.filter(({ order_id }) => order_id !== movedId))
  const index = afterId === null ? -1 : others.findIndex(({ order_id }) => order_id === afterId)
  const found = afterId === null || index >= 0
  const before = others[found ? index : others.length - 1]?.order
  const behind = found ? others[index + 1]?.order : undefined
  const position = between(before, behind)
  const close = (gap: number | undefined) => gap !== undefined && !(gap >= SMALLEST_GAP)
  return {
    position,
    tooSmall:
      close(before === undefined ? undefined : position - before) || close(behind === undefined ? undefined : behind - position),
    placed: found || afterId === undefined ? 'asked' : 'end',
  }
}

/** Type 1 is delivery to an address, every other type is pickup (ORDER-07); an order that does not say is delivered. */
export const isPickup = ({ type }: { type?: number | null | undefined }): boolean => typeof type === 'number' && type !== 1

/** The add-ons of a dish as people read them: `chicken`, `2× olives`. */
export const addonTexts = (
  item: { addons?: readonly { name: string; qty?: number }[] | null | undefined },
  times = '×',
): string[] => (item.addons ?? []).map(({ name, qty = 1 }) => (qty === 1 ? name : `${qty}${times} ${name}`))

export interface AllDayCount {
  id: CartItem['id']
  name: string
  qty: number
  /** How many of them have add-ons, by what these are; the others have none. */
  variants: { addons: readonly string[]; qty: number }[]
}

const rounded = (qty: number): number => Math.round(qty * 1000) / 1000

/**
 * Item by quantity over the open orders on the board, most first; of one column when its status is given (KDS-04).
 * Open is a column's status that is not done. Dishes with different add-ons are made differently, so each is counted too.
 */
export function allDayCounts(
  orders: readonly {
    order_status: number
    cart: readonly (Pick<CartItem, 'id' | 'name' | 'qty'> & Parameters<typeof addonTexts>[0])[]
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
  const sumOf = (some: readonly { qty: number }[]): number => rounded(some.reduce((sum, { qty }) => sum + qty, 0))
  const mostFirst = (a: { qty: number }, b: { qty: number }): number => b.qty - a.qty
  return [...Map.groupBy(items, ({ id, name }) => JSON.stringify([id, name])).values()]
    .map((same) => {
      const [{ id, name }] = same as [(typeof items)[number]]
      const withAddons = same.map((item) => ({ qty: item.qty, addons: addonTexts(item).toSorted() }))
      const variants = [...Map.groupBy(withAddons, ({ addons }) => JSON.stringify(addons)).values()]
        .map((alike) => ({ addons: alike[0]?.addons ?? [], qty: sumOf(alike) }))
        .filter(({ addons }) => addons.length > 0)
        .sort((a, b) => mostFirst(a, b) || a.addons.join().localeCompare(b.addons.join()))
      return { id, name, qty: sumOf(same), variants }
    })
    .sort((a, b) => mostFirst(a, b) || a.name.localeCompare(b.name))
}
