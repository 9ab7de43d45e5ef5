import type { Card } from '@tiffin/core'
import type { Translate } from '@tiffin/core/i18n'
import {
  clockTime,
  formatList,
  formatPhone,
  formatPrice,
  isOtherDay,
  isPickup,
  localized,
  shownDecimals,
} from '@tiffin/core/rules'
import type { Marks, Role } from '../look/look.ts'
import { cut, plain, widthOf, wrap } from '../look/text.ts'
import { cartItems, dishText, type DrawnItem, drawnLines } from './cart-items.ts'

export type Density = 'compact' | 'detailed'

/** Lines that even the longest comment leaves to the dishes. */
const LEAST_ITEMS = 4

/** A part of a line that looks the same. */
export interface Span {
  text: string
  role: Role
}

export interface CardLine {
  spans: readonly Span[]
  /** At the right end of the line; the age of the order takes its place where both do not fit. */
  end?: string
}

export interface CardView {
  density: Density
  /** Cells within the bar at the card's left. */
  width: number
  /** The lines that a card is to have below its first; what must not be overlooked may take more. */
  most: number
  /** The most lines that fit on the screen. */
  limit: number
  lang: string
  timezone: string
  /** Two letters of the company's country. */
  country: string
  /** Server time in ms, of the day that need not be named. */
  now: number
  /** Several merchants are on the board, so each card names its own. */
  severalMerchants: boolean
  currency: string | undefined
  marks: Marks
  t: Translate
}

const widthOfSpans = (spans: readonly Span[]): number => spans.reduce((sum, { text }) => sum + widthOf(text), 0)

/** The customer, or the phone of one without a name. */
const customerOf = (card: Card): string => plain(card.user_obj?.name) || formatPhone(plain(card.user_obj?.phone))

/** The lines of a card below its first, each of at most `width` cells. */
export function cardLines(card: Card, view: CardView): CardLine[] {
  const { density, width, most, limit, marks } = view
  const cart = cartItems(card, marks.times)
  const total = formatPrice(card.total, { decimals: shownDecimals(card.company_obj), symbol: view.currency })
  const head = [...factLines(card, cart, view), { spans: [{ text: customerOf(card), role: 'plain' as const }], end: total }]
  const comment = signed(plain(card.comment), 'comment', view)
  if (density === 'compact') {
    const notes = unique(cart.map(({ note }) => note)).flatMap((note) => signed(note, 'note', view))
    return within([...head, ...allergenLines(cart, view), ...notes, ...comment], limit, view)
  }
  const room = (lines: number): number => lines - head.length - comment.length
  const items = itemLines(cart, { soft: room(most), hard: Math.max(LEAST_ITEMS, room(limit)) }, view)
  const courier = plain(card.courier_obj?.name)
  const payment = plain(localized(card.pay_type_obj?.name, view.lang))
  const about = [plain(card.destination_address), [courier, payment].filter(Boolean).join(` ${marks.dot} `)].filter(Boolean)
  // The kitchen needs the items more than the way to the customer.
  const spare = Math.max(0, most - head.length - items.length - comment.length)
  const way = about.slice(0, spare).map((text) => line(cut(text, width, marks.cut), 'quiet'))
  return within([...head, ...items, ...comment, ...way], limit, view)
}

const line = (text: string, role: Role): CardLine => ({ spans: [{ text, role }] })
const unique = (texts: readonly string[]): string[] => [...new Set(texts)].filter(Boolean)
const wrapped = (text: string, role: Role, { width }: CardView): CardLine[] => wrap(text, width).map((one) => line(one, role))

/** A text behind the sign of its kind, which tells it from the others without colours too; never cut. */
const signed = (text: string, kind: 'allergens' | 'note' | 'comment', view: CardView): CardLine[] =>
  text === '' ? [] : wrapped(`${view.marks[kind]} ${text}`, kind, view)

const allergenLines = (items: readonly DrawnItem[], view: CardView): CardLine[] =>
  signed(formatList(unique(items.flatMap(({ allergens }) => allergens)), view.lang), 'allergens', view)

/** How it leaves the house, when it is due, from whom, and how far it is: as many lines as these take. */
function factLines(card: Card, cart: readonly DrawnItem[], view: CardView): CardLine[] {
  const { density, lang, timezone, country, now, marks, t } = view
  const due = clockTime(card.time_finish, { lang, timezone, country, now })
  const merchant = view.severalMerchants ? plain(localized(card.merchant_obj?.name, lang)) : ''
  const items = Math.round(cart.reduce((sum, { qty }) => sum + qty, 0) * 1000) / 1000
  // Lines that are ready, once the kitchen has begun to tick them off (KDS-10).
  const ticks = (card.ticks?.length ?? 0) > 0 ? drawnLines(card, marks.times) : []
  const ready = ticks.filter(({ done }) => done).length
  const made = card.outside ? clockTime(card.time_create, { lang, timezone, country, now }) : ''
  const facts: Span[] = [
    { text: isPickup(card) ? `[${t('Pickup')}]` : '', role: 'pickup' as const },
    { text: due, role: isOtherDay(card.time_finish, { timezone, now }) ? ('due' as const) : ('plain' as const) },
    { text: merchant, role: 'plain' as const },
    { text: ready > 0 ? `${marks.done} ${ready}/${ticks.length}` : '', role: 'plain' as const },
    { text: made === '' ? '' : t('Ordered %1', [made]), role: 'quiet' as const },
  ].filter(({ text }) => text !== '')
  const between = ` ${marks.dot} `
  const lines = flow(facts, between, view)
  const counted = flow([...facts, { text: t('%1 items', [items]), role: 'quiet' }], between, view)
  // How many there are only where that takes no further line.
  return density === 'compact' && counted.length === lines.length ? counted : lines
}

/** Spans one after the other, in as many lines as they need. */
function flow(spans: readonly Span[], between: string, { width }: CardView): CardLine[] {
  const lines: Span[][] = []
  for (const span of spans) {
    const last = lines.at(-1)
    if (last && widthOfSpans(last) + widthOf(between) + widthOf(span.text) <= width)
      last.push({ text: between, role: 'quiet' }, span)
    else for (const part of wrap(span.text, width)) lines.push([{ ...span, text: part }])
  }
  return lines.map((one) => ({ spans: one }))
}

/** A dish with its add-ons, and behind or below it its allergens and its note. */
function dishLines(item: DrawnItem, view: CardView): CardLine[] {
  const { width, marks } = view
  const name = dishText(item, marks.times)
  const allergens = allergenLines([item], view)
  const note = signed(item.note, 'note', view)
  const [first] = allergens
  const beside = first && allergens.length === 1 && widthOf(name) + 1 + widthOfSpans(first.spans) <= width
  if (beside) return [{ spans: [{ text: `${name} `, role: 'plain' }, ...first.spans] }, ...note]
  return [...wrapped(name, 'plain', view), ...allergens, ...note]
}

/**
 * The dishes of a card: as many as have room, and all with a note, which nobody looks for. A last line counts the others and
 * keeps their allergens in sight.
 */
function itemLines(cart: readonly DrawnItem[], room: { soft: number; hard: number }, view: CardView): CardLine[] {
  const dishes = cart.map((item) => ({ item, lines: dishLines(item, view) }))
  const whole = dishes.flatMap(({ lines }) => lines)
  if (whole.length <= room.soft) return whole
  const noted = dishes.filter(({ item }) => item.note !== '')
  const shown = new Set(noted)
  const drawn = (): CardLine[] => {
    const left = dishes.filter((dish) => !shown.has(dish)).map(({ item }) => item)
    return [...dishes.filter((dish) => shown.has(dish)).flatMap(({ lines }) => lines), ...moreLines(left, view)]
  }
  for (const dish of dishes) {
    if (shown.has(dish)) continue
    shown.add(dish)
    if (drawn().length <= room.soft) continue
    shown.delete(dish)
    break
  }
  // An order of many notes on a small screen: the last ones are counted too, and the sign says that there are some.
  while (shown.size > 0 && drawn().length > room.hard) shown.delete([...shown].at(-1) as (typeof dishes)[number])
  return drawn()
}

function moreLines(hidden: readonly DrawnItem[], view: CardView): CardLine[] {
  if (hidden.length === 0) return []
  const { width, marks, t } = view
  const noted = hidden.some(({ note }) => note !== '')
  const more: Span = { text: `+${t('%1 more', [hidden.length])}`, role: 'quiet' }
  const lines = flow(noted ? [more, { text: marks.note, role: 'note' }] : [more], ' ', view)
  const allergens = allergenLines(hidden, view)
  const [first, second] = allergens
  const last = lines.at(-1)
  if (!first || second || !last || widthOfSpans(last.spans) + 1 + widthOfSpans(first.spans) > width)
    return [...lines, ...allergens]
  return [...lines.slice(0, -1), { spans: [...last.spans, { text: ' ', role: 'plain' }, ...first.spans] }]
}

/** What does not fit on the screen at all is counted by its lines. */
function within(lines: readonly CardLine[], limit: number, { width, marks, t }: CardView): CardLine[] {
  if (lines.length <= limit) return [...lines]
  const left = lines.length - limit + 1
  return [...lines.slice(0, limit - 1), line(cut(`+${t('%1 more lines', [left])}`, width, marks.cut), 'quiet')]
}
