import type { CartItem, Multilang, PrintPurpose, PrintSeller } from '@tiffin/sdk/contract'
import type { BoardOrder } from '#board/board-order'
import type { TranslateText } from '#i18n/create-i18n'
import { clockTime } from '#rules/clock-time'
import { localized } from '#rules/text'
import type { CartChanges } from './cart-changes.ts'
import { cleanText } from './clean-text.ts'
import type { PaperColumns } from './ticket-line.ts'

export type TicketItem = Partial<CartItem>

/** An order as read by the board (ORDER-14); unknown fields may be missing. */
export type TicketOrder = {
  [K in keyof BoardOrder as string extends K ? never : K extends 'cart' ? never : K]?: BoardOrder[K]
} & {
  cart?: readonly TicketItem[] | null
  /** The seller that the server adds for a ticket printed by a console. */
  seller?: PrintSeller | undefined
}

export interface Seller {
  legalName?: string | undefined
  taxId?: string | undefined
  address?: string | undefined
  phone?: string | undefined
}

export interface TicketOptions {
  columns: PaperColumns
  /** Language of the names on the ticket; also decides its direction. */
  lang: string
  t: TranslateText
  /** The company's time zone. */
  timezone: string
  /** Two-letter code of the company's country; decides between 24 and 12 hours. */
  country: string
  purpose: PrintPurpose
  /** Whether the order was printed before. */
  copy?: boolean
  /** Whether its cancellation was undone, and the kitchen may have a ticket marked CANCELLED. */
  restored?: boolean
  /** The number of this copy, from 1, and the number of copies. */
  copyNumber?: number
  copies?: number
  /** The changes of a `changed` ticket (KDS-24); without them the whole cart is printed. */
  changes?: CartChanges | undefined
  /** The seller on receipts; overrides the order's seller. */
  seller?: Seller | undefined
  /** Currency symbol or code, never "%" (AMB-119); defaults to the order's code. */
  currency?: string | undefined
  /** Whether the customer pays in cash, which opens the drawer. By default, for payment types that ask about change. */
  cash?: boolean | undefined
  /** Address in the QR code at the bottom of a receipt. */
  qr?: string | undefined
}

/** A name, from texts in several languages or a plain text, cleaned for paper. */
export const nameOf = (name: Readonly<Multilang> | string | null | undefined, lang: string): string =>
  cleanText(typeof name === 'string' ? name : localized(name, lang))

/** `18:45`, preceded by the date if it differs from that of `beside`; empty without a timestamp. */
export const shortTime = (
  time: string | null | undefined,
  { lang, timezone, country }: TicketOptions,
  beside?: string | null,
): string => cleanText(clockTime(time, { lang, timezone, country, ...(beside ? { now: Date.parse(beside) } : {}) }))

/** Day, month, year, hour and minute; empty without a timestamp. */
export function longTime(time: string | null | undefined, { lang, timezone, country }: TicketOptions): string {
  const at = Date.parse(time ?? '')
  if (Number.isNaN(at)) return ''
  // A month in letters can't be mistaken for a day.
  const day = new Intl.DateTimeFormat(`${lang}-u-nu-latn`, {
    timeZone: timezone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  return cleanText(`${day.format(at)} ${clockTime(at, { lang, timezone, country })}`)
}

/** `#47`, or the key if there is no daily number (KDS-22). */
export const ticketNumber = (order: TicketOrder): string => (order.ticket ? `#${order.ticket}` : `${order.order_id ?? ''}`)

/** A quantity without unnecessary digits: 2, 0.5. */
export const quantity = (qty: number | undefined): string => cleanText(Number((qty ?? 1).toFixed(3)))

export const itemsOf = (order: TicketOrder): readonly TicketItem[] => order.cart ?? []
