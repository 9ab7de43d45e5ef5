import type { Card } from '@tiffin/core'
import { formatList, formatPrice, localized, shownDecimals } from '@tiffin/core/rules'
import type { Marks, Role } from '../look/look.ts'
import { cut, plain, spread, widthOf, wrap } from '../look/text.ts'
import { cartItems, type DrawnItem, drawnLines } from './cart-items.ts'

export type Density = 'compact' | 'detailed'

export interface CardLine {
  text: string
  role: Role
  /** Behind the text, inverted: what must not be overlooked. */
  loud?: string
  /** In place of the text where the age of the order needs its room. */
  short?: string
}

export interface CardView {
  density: Density
  /** Cells within the bar at the card's left. */
  width: number
  /** The most lines below the first, so that one large order does not take the column. */
  most: number
  lang: string
  /** Several merchants are on the board, so each card names its own. */
  severalMerchants: boolean
  currency: string | undefined
  marks: Marks
  t: (key: string, params?: readonly (string | number)[]) => string
}

/** Lines that allergens and note of an item, or the comment of an order, may take. */
const NOTE_LINES = 2

/** What people call the order aloud: its ticket number, or its number where it has none (KDS-22). */
export const ticketOf = (order: Pick<Card, 'ticket' | 'order_id'>): string =>
  `#${order.ticket > 0 ? order.ticket : order.order_id}`

/** The customer, or the phone of one without a name. */
const customerOf = (card: Card): string => plain(card.user_obj?.name) || plain(card.user_obj?.phone)

const warning = (notes: readonly string[], lang: string): string => `! ${formatList([...new Set(notes)], lang)}`

/** The lines of a card below its first, each of at most `width` cells, at most `most` of them. */
export function cardLines(card: Card, view: CardView): CardLine[] {
  const { density, width, most, marks, t } = view
  const cart = cartItems(card)
  const joined = (...parts: string[]): string => parts.filter(Boolean).join(` ${marks.dot} `)
  const line = (text: string, role: Role): CardLine => ({ text: cut(text, width, marks.cut), role })
  const total = formatPrice(card.total, { decimals: shownDecimals(card.company_obj), symbol: view.currency })
  const items = Math.round(cart.reduce((sum, item) => sum + item.qty, 0) * 1000) / 1000
  // Lines that are ready, once the kitchen has begun to tick them off (KDS-10).
  const ticks = (card.ticks?.length ?? 0) > 0 ? drawnLines(card) : []
  const ready = ticks.filter(({ done }) => done).length
  const tick = ready > 0 ? `${marks.done} ${ready}/${ticks.length}` : ''
  const count = t('%1 items', [items])
  const merchant = view.severalMerchants ? plain(localized(card.merchant_obj?.name, view.lang)) : ''
  const first = [
    line(spread(customerOf(card), total, width, marks.cut), 'plain'),
    // Whose order it is says more than how many items there are, which are listed below.
    { ...line(joined(tick, count, merchant), 'quiet'), short: joined(tick, merchant || count) },
  ]
  const comment = plain(card.comment)
  if (density === 'compact') {
    const notes = [...new Set([...cart.flatMap((item) => item.notes), comment])].filter(Boolean)
    return notes.length > 0 ? [...first, ...loudLines(joined(...notes), view)] : first
  }
  const courier = plain(card.courier_obj?.name)
  const payment = plain(localized(card.pay_type_obj?.name, view.lang))
  const about = [plain(card.destination_address), joined(courier, payment)].filter(Boolean).map((text) => line(text, 'quiet'))
  const said = loudLines(comment, view)
  const drawn = cart.map((item) => itemLines(item, view))
  // The kitchen needs the items more than the way to the customer.
  const spare = most - first.length - said.length - drawn.flat().length
  const shown = about.slice(0, Math.max(0, spare))
  return [...first, ...shown, ...fitting(drawn, cart, most - first.length - shown.length - said.length, view), ...said]
}

/** An item with its allergens and note beside it, or below it where they do not fit. */
function itemLines(item: DrawnItem, view: CardView): CardLine[] {
  const { width, marks } = view
  const name = `${item.qty}${marks.times} ${item.name}`
  if (item.notes.length === 0) return [{ text: cut(name, width, marks.cut), role: 'plain' }]
  const loud = warning(item.notes, view.lang)
  if (widthOf(name) + 1 + widthOf(loud) <= width) return [{ text: name, role: 'plain', loud }]
  return [{ text: cut(name, width, marks.cut), role: 'plain' }, ...loudLines(loud, view)]
}

function loudLines(text: string, { width, marks }: CardView): CardLine[] {
  const lines = wrap(text, width)
  const shown = lines.slice(0, NOTE_LINES)
  const rest = lines.slice(NOTE_LINES - 1).join(' ')
  if (lines.length > NOTE_LINES) shown[NOTE_LINES - 1] = cut(rest, width, marks.cut)
  return shown.map((one) => ({ text: one, role: 'loud' }))
}

/** The items that fit into `room` lines; a last line counts the others and keeps their warnings in sight. */
function fitting(drawn: readonly CardLine[][], cart: readonly DrawnItem[], room: number, view: CardView): CardLine[] {
  if (drawn.flat().length <= room) return drawn.flat()
  const { width, marks, t } = view
  const lines: CardLine[] = []
  let shown = 0
  for (const item of drawn) {
    if (lines.length + item.length > room - 1) break
    lines.push(...item)
    shown += 1
  }
  const hidden = cart.slice(shown)
  const text = `+${t('%1 more', [hidden.length])}`
  const notes = hidden.flatMap((item) => item.notes)
  if (notes.length === 0) return [...lines, { text: cut(text, width, marks.cut), role: 'quiet' }]
  const loud = cut(warning(notes, view.lang), width - widthOf(text) - 1, marks.cut)
  return [...lines, { text, role: 'quiet', loud }]
}
