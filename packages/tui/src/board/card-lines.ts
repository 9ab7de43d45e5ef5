import { type Card, customerMarks } from '@tiffin/core'
import type { Translate } from '@tiffin/core/i18n'
import {
  clockTime,
  formatList,
  formatPhone,
  formatPrice,
  heldText,
  isOtherDay,
  isPickup,
  localized,
  shownDecimals,
} from '@tiffin/core/rules'
import type { Marks, ColorRole } from '../theme/theme.ts'
import { truncate, sanitize, widthOf, wrap } from '../theme/text.ts'
import { cartItems, dishText, type DisplayItem, displayItems } from './cart-items.ts'

export type Density = 'compact' | 'detailed'

/** With a lower limit, dishes come before the customer's name. */
const SMALL_SCREEN = 8

/** The note about the customer may take this share of the lines that fit the screen. */
const NOTE_SHARE = 1 / 8

/** Lines of the comment that may exceed the target while all dishes are shown. */
export const COMMENT_LINES = 2

/** A piece of a line in one style. */
export interface Span {
  text: string
  role: ColorRole
}

export interface CardLine {
  spans: readonly Span[]
  /** At the right end of the line; if both do not fit, the order's age replaces it. */
  end?: string
  /** Counts the items that don't fit. */
  isRest?: true
}

export interface CardView {
  density: Density
  /** Cells to the right of the card's colour bar. */
  width: number
  /** The target number of lines below the first; notes, allergens and the beginning of the comment may take more. */
  most: number
  /** The maximum number of lines that fit the screen. */
  limit: number
  lang: string
  timezone: string
  /** Two-letter code of the company's country. */
  country: string
  /** Server time in ms; times on the same date are shown without the date. */
  now: number
  /** Whether cards show their merchant, because the board has several. */
  severalMerchants: boolean
  currency: string | undefined
  /** Until when orders are held, in ms, by their key. */
  held?: ReadonlyMap<number, number>
  /** Unread chat messages by customer. */
  unread?: ReadonlyMap<number, number>
  marks: Marks
  t: Translate
}

const widthOfSpans = (spans: readonly Span[]): number => spans.reduce((sum, { text }) => sum + widthOf(text), 0)

/** The customer's name, or else the phone. */
const customerOf = (card: Card): string => sanitize(card.user_obj?.name) || formatPhone(sanitize(card.user_obj?.phone))

/**
 * A card's lines below its first, each at most `width` cells wide. Dishes with their add-ons, allergens and notes come
 * first; the comment gets the lines that they leave.
 */
export function cardLines(card: Card, view: CardView): CardLine[] {
  const { density, limit } = view
  const most = density === 'compact' ? limit : view.most
  const isSmall = limit < SMALL_SCREEN
  const cart = cartItems(card, view.marks.times)
  const facts = [...heldLines(card, view), ...factLines(card, cart, view), ...customerNoteLines(card, view)]
  const elsewhere = elsewhereLines(card, view)
  const taken = facts.length + elsewhere.length + (isSmall ? 0 : CUSTOMER_LINES)
  const items =
    density === 'compact'
      ? [...allergenLines(cart, view), ...unique(cart.map(({ note }) => note)).flatMap((note) => markedLines(note, 'note', view))]
      : itemLines(cart, { soft: most - taken, hard: limit - taken }, view)
  const used = taken + items.length
  const isWhole = !items.some(({ isRest }) => isRest)
  const comment = commentLines(card, { soft: isWhole ? Math.max(most - used, COMMENT_LINES) : 1, hard: limit - used }, view)
  const free = Math.max(0, most - used - comment.length)
  if (isSmall)
    return limitLines([...facts, ...items, ...elsewhere, ...comment, ...(free > 0 ? [customerLine(card, [], view)] : [])], view)
  // The kitchen needs every item more than the delivery address.
  const way = density === 'detailed' && isWhole ? aboutLines(card, view).slice(0, free) : []
  const isHidden = comment.length === 0 && sanitize(card.comment) !== ''
  const customer = customerLine(card, isHidden ? [{ text: view.marks.comment, role: 'comment' }] : [], view)
  return limitLines([...facts, customer, ...items, ...elsewhere, ...comment, ...way], view)
}

const line = (text: string, role: ColorRole): CardLine => ({ spans: [{ text, role }] })
const unique = (texts: readonly string[]): string[] => [...new Set(texts)].filter(Boolean)
const wrapLines = (text: string, role: ColorRole, { width }: CardView): CardLine[] =>
  wrap(text, width).map((item) => line(item, role))

/** The number of lines of `customerLine`. */
const CUSTOMER_LINES = 1

/** Customer and total, with signs for details that the card doesn't show. */
function customerLine(card: Card, signs: readonly Span[], { lang, currency }: CardView): CardLine {
  const total = formatPrice(card.total, { decimals: shownDecimals(card.company_obj), symbol: currency, lang })
  return { spans: [{ text: customerOf(card), role: 'plain' }, ...signs], end: total }
}

/** The note about the customer, cut to fit, for users who may see it (KDS-15); the order shows all of it. */
function customerNoteLines(card: Card, view: CardView): CardLine[] {
  const { note } = customerMarks(card, view.t)
  if (note === '') return []
  const lines = wrapLines(`${view.t('Customer note')}: ${sanitize(note)}`, 'customerNote', view)
  return cutLines(lines, Math.ceil(view.limit * NOTE_SHARE), view)
}

/** The comment in the available lines; the hard limit is that of the screen. */
function commentLines(card: Card, available: { soft: number; hard: number }, view: CardView): CardLine[] {
  const lines = markedLines(sanitize(card.comment), 'comment', view)
  return cutLines(lines, Math.max(0, Math.min(available.hard, available.soft)), view)
}

/** Address, courier and payment. */
const aboutLines = (card: Card, { lang, width, marks }: CardView): CardLine[] =>
  [
    sanitize(card.destination_address),
    [sanitize(card.courier_obj?.name), sanitize(localized(card.pay_type_obj?.name, lang))].filter(Boolean).join(` ${marks.dot} `),
  ]
    .filter(Boolean)
    .map((text) => line(truncate(text, width, marks.cut), 'quiet'))

/** The first lines of a text, with a mark at the end if there are more. */
function cutLines(lines: readonly CardLine[], count: number, { width, marks }: CardView): CardLine[] {
  if (lines.length <= count || count <= 0) return lines.slice(0, Math.max(0, count))
  const rest = lines.slice(count - 1)
  const text = rest.map(({ spans }) => spans.map((span) => span.text).join('')).join(' ')
  const role = rest[0]?.spans[0]?.role ?? 'plain'
  return [...lines.slice(0, count - 1), { ...line(truncate(text, width, marks.cut), role), isRest: true }]
}

/** A text after the sign of its kind, which distinguishes it without colours. */
const markedLines = (text: string, kind: 'allergens' | 'note' | 'comment', view: CardView): CardLine[] =>
  text === '' ? [] : wrapLines(`${view.marks[kind]} ${text}`, kind, view)

const allergenLines = (items: readonly DisplayItem[], view: CardView): CardLine[] =>
  markedLines(formatList(unique(items.flatMap(({ allergens }) => allergens)), view.lang), 'allergens', view)

/** The number of items made at other stations (KDS-09). */
const elsewhereLines = ({ elsewhere = 0 }: Card, view: CardView): CardLine[] =>
  elsewhere === 0 ? [] : wrapLines(view.t('+%1 elsewhere', [elsewhere]), 'quiet', view)

/** Why a scheduled order is held, and until when (KDS-11). */
function heldLines(card: Card, view: CardView): CardLine[] {
  const until = view.held?.get(card.order_id)
  if (until === undefined) return []
  const { lang, timezone, country, now, t } = view
  const { text, params } = heldText(card, until, (time) => clockTime(time, { lang, timezone, country, now }))
  return wrapLines(t.message(text, params), 'due', view)
}

/** Pickup, due time, merchant and progress, in as many lines as needed. */
function factLines(card: Card, cart: readonly DisplayItem[], view: CardView): CardLine[] {
  const { density, lang, timezone, country, now, marks, t } = view
  const due = clockTime(card.time_finish, { lang, timezone, country, now })
  const merchant = view.severalMerchants ? sanitize(localized(card.merchant_obj?.name, lang)) : ''
  const items = Math.round(cart.reduce((sum, { qty }) => sum + qty, 0) * 1000) / 1000
  // Number of finished lines, once the kitchen has ticked one (KDS-10).
  const ticks = (card.ticks?.length ?? 0) > 0 ? displayItems(card, marks.times) : []
  const ready = ticks.filter(({ done }) => done).length
  const { placed, isBlocked, isNoted, note } = customerMarks(card, t)
  const made = card.outside ? clockTime(card.time_create, { lang, timezone, country, now }) : ''
  const unread = view.unread?.get(card.user) ?? 0
  const facts: Span[] = [
    { text: unread > 0 ? `[${t('Unread messages: %1', [unread])}]` : '', role: 'accent' as const },
    { text: isPickup(card) ? `[${t('Pickup')}]` : '', role: 'pickup' as const },
    { text: due, role: isOtherDay(card.time_finish, { timezone, now }) ? ('due' as const) : ('plain' as const) },
    { text: merchant, role: 'plain' as const },
    { text: isBlocked ? `[${t('Blocked customer')}]` : '', role: 'late' as const },
    { text: isNoted && note === '' ? `[${t('Customer note')}]` : '', role: 'customerNote' as const },
    { text: placed, role: 'quiet' as const },
    { text: ready > 0 ? `${marks.done} ${ready}/${ticks.length}` : '', role: 'plain' as const },
    { text: made === '' ? '' : t('Ordered %1', [made]), role: 'quiet' as const },
    // A small screen may have no line for the comment.
    { text: view.limit < SMALL_SCREEN && sanitize(card.comment) !== '' ? marks.comment : '', role: 'comment' as const },
  ].filter(({ text }) => text !== '')
  const between = ` ${marks.dot} `
  const lines = flow(facts, between, view)
  const counted = flow([...facts, { text: t('%1 items', [items]), role: 'quiet' }], between, view)
  // Shows the number of items only if that takes no extra line.
  return density === 'compact' && counted.length === lines.length ? counted : lines
}

/** Joins spans, wrapping to as many lines as needed. */
function flow(spans: readonly Span[], between: string, { width }: CardView): CardLine[] {
  const lines: Span[][] = []
  for (const span of spans) {
    const last = lines.at(-1)
    if (last && widthOfSpans(last) + widthOf(between) + widthOf(span.text) <= width)
      last.push({ text: between, role: 'quiet' }, span)
    else for (const part of wrap(span.text, width)) lines.push([{ ...span, text: part }])
  }
  return lines.map((item) => ({ spans: item }))
}

/** A dish with its add-ons, then its allergens and note behind or below it; the note in at most `noteLines`. */
function dishLines(item: DisplayItem, view: CardView, noteLines: number): CardLine[] {
  const { width, marks } = view
  const name = dishText(item, marks.times)
  const allergens = allergenLines([item], view)
  const note = cutLines(markedLines(item.note, 'note', view), noteLines, view)
  const [first] = allergens
  const beside = first && allergens.length === 1 && widthOf(name) + 1 + widthOfSpans(first.spans) <= width
  if (beside) return [{ spans: [{ text: `${name} `, role: 'plain' }, ...first.spans] }, ...note]
  return [...wrapLines(name, 'plain', view), ...allergens, ...note]
}

/**
 * The dishes of a card: as many as fit, the first one in any case, and every dish with a note, because no one would look
 * for it. Notes are cut before such a dish is left out. A last line counts the others and shows their allergens.
 */
function itemLines(cart: readonly DisplayItem[], available: { soft: number; hard: number }, view: CardView): CardLine[] {
  let noteLines = Math.max(1, ...cart.map(({ note }) => markedLines(note, 'note', view).length))
  const shown = new Set(cart)
  const drawn = (): CardLine[] => [
    ...cart.filter((dish) => shown.has(dish)).flatMap((dish) => dishLines(dish, view, noteLines)),
    ...moreLines(
      cart.filter((dish) => !shown.has(dish)),
      view,
    ),
  ]
  const whole = drawn()
  if (whole.length <= available.soft) return whole
  for (const [index, dish] of cart.entries()) if (index > 0 && dish.note === '') shown.delete(dish)
  for (const dish of cart) {
    if (shown.has(dish)) continue
    shown.add(dish)
    if (drawn().length <= available.soft) continue
    shown.delete(dish)
    break
  }
  // Cutting long notes hides less than leaving out dishes.
  while (noteLines > 1 && drawn().length > available.hard) noteLines -= 1
  // If many notes do not fit a small screen, the last ones are only counted, and the sign shows that there are some.
  for (const dish of cart.toReversed()) if (drawn().length > available.hard) shown.delete(dish)
  return drawn()
}

function moreLines(hidden: readonly DisplayItem[], view: CardView): CardLine[] {
  if (hidden.length === 0) return []
  const { width, marks, t } = view
  const noted = hidden.some(({ note }) => note !== '')
  const more: Span = { text: `+${t('%1 more', [hidden.length])}`, role: 'quiet' }
  const lines = flow(noted ? [more, { text: marks.note, role: 'note' }] : [more], ' ', view)
  const allergens = allergenLines(hidden, view)
  const [first, second] = allergens
  const last = lines.at(-1)
  const isSeparate = !first || second || !last || widthOfSpans(last.spans) + 1 + widthOfSpans(first.spans) > width
  const all = isSeparate
    ? [...lines, ...allergens]
    : [...lines.slice(0, -1), { spans: [...last.spans, { text: ' ', role: 'plain' as const }, ...first.spans] }]
  return all.map((item) => ({ ...item, isRest: true }))
}

/** Lines that do not fit the screen are counted. Allergens stay, whatever has to go for them. */
function limitLines(lines: readonly CardLine[], { limit, width, marks, t }: CardView): CardLine[] {
  if (lines.length <= limit) return [...lines]
  const excess = lines.length - (limit - 1)
  const dropped = new Set(lines.filter((item) => !hasAllergens(item)).slice(-excess))
  const kept = lines.filter((item) => !dropped.has(item)).slice(0, limit - 1)
  const rest = line(truncate(`+${t('%1 more lines', [lines.length - kept.length])}`, width, marks.cut), 'quiet')
  return [...kept, { ...rest, isRest: true }]
}

const hasAllergens = ({ spans }: CardLine): boolean => spans.some(({ role }) => role === 'allergens')
