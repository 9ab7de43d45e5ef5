import type { CartItem, Multilang, PrintPurpose, PrintSeller } from '@tiffin/sdk/contract'
import type { BoardOrder } from '#board/board-order'
import type { Say } from '#i18n/create-i18n'
import { clockTime } from '#rules/clock-time'
import { localized } from '#rules/text'
import type { CartChanges } from './cart-changes.ts'
import { cleanText } from './clean-text.ts'
import type { PaperColumns } from './ticket-line.ts'

export type TicketItem = Partial<CartItem>

/** An order in board form (ORDER-14); what is not known may be missing. */
export type TicketOrder = {
  [K in keyof BoardOrder as string extends K ? never : K extends 'cart' ? never : K]?: BoardOrder[K]
} & {
  cart?: readonly TicketItem[] | null
  /** As the server names it with a ticket that a console prints. */
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
  /** Language of the names on the ticket; decides its direction too. */
  lang: string
  t: Say
  /** The company's, which decides the hour shown. */
  timezone: string
  /** Two letters of the company's country, which decides between 24 and 12 hours. */
  country: string
  purpose: PrintPurpose
  /** The order had a ticket before. */
  copy?: boolean
  /** Of several equal ones, this is which (from 1) and how many there are. */
  copyNumber?: number
  copies?: number
  /** For `changed` (KDS-24); without it the whole cart is shown. */
  changes?: CartChanges | undefined
  /** For receipts, before that of the order. */
  seller?: Seller | undefined
  /** Symbol or code of the currency, never "%" (AMB-119); left out, the order's own code. */
  currency?: string | undefined
  /** Whether the customer pays in cash, which opens the drawer; left out: payment types that ask for change do. */
  cash?: boolean | undefined
  /** Address behind the code at the foot of a receipt. */
  qr?: string | undefined
}

/** A name in several languages or already in one, fit for paper. */
export const nameOf = (name: Readonly<Multilang> | string | null | undefined, lang: string): string =>
  cleanText(typeof name === 'string' ? name : localized(name, lang))

/** `18:45`, with the day before it where that is not the day of `beside`; empty for no moment. */
export const shortTime = (
  moment: string | null | undefined,
  { lang, timezone, country }: TicketOptions,
  beside?: string | null,
): string => cleanText(clockTime(moment, { lang, timezone, country, ...(beside ? { now: Date.parse(beside) } : {}) }))

/** Day, month, year, hour and minute; empty for no moment. */
export function longTime(moment: string | null | undefined, { lang, timezone, country }: TicketOptions): string {
  const at = Date.parse(moment ?? '')
  if (Number.isNaN(at)) return ''
  // a month in letters cannot be taken for a day
  const day = new Intl.DateTimeFormat(`${lang}-u-nu-latn`, {
    timeZone: timezone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  return cleanText(`${day.format(at)} ${clockTime(at, { lang, timezone, country })}`)
}

/** `#47`, or the key where there is no number of the day (KDS-22). */
export const ticketNumber = (order: TicketOrder): string => (order.ticket ? `#${order.ticket}` : `${order.order_id ?? ''}`)

/** A quantity without needless digits: 2, 0.5. */
export const quantity = (qty: number | undefined): string => cleanText(Number((qty ?? 1).toFixed(3)))

export const itemsOf = (order: TicketOrder): readonly TicketItem[] => order.cart ?? []
