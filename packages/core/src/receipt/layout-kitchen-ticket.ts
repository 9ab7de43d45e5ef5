import { formatList } from '#rules/format-list'
import { isCancelled } from '#rules/statuses'
import { cleanText } from './clean-text.ts'
import type { TicketLine } from './ticket-line.ts'
import {
  itemsOf,
  nameOf,
  quantity,
  shortTime,
  type TicketItem,
  ticketNumber,
  type TicketOptions,
  type TicketOrder,
} from './ticket-order.ts'
import { createPaper, type TicketPaper } from './ticket-paper.ts'

/** Empty rows at the top, because the rail that holds tickets covers them. */
const RAIL_ROWS = 3
const banner = { bold: true, inverted: true, width: 2, height: 2, align: 'center' } as const
const loud = { bold: true, inverted: true } as const

/** Every ticket of a cancelled order is marked as cancelled; otherwise a copy would be cooked (KDS-23). */
function isVoid({ status }: TicketOrder, { purpose }: TicketOptions): boolean {
  if (purpose === 'cancelled') return true
  const { status: number = 1, merchant = 0, value = {}, done = 0 } = status ?? {}
  return isCancelled({ status: number, merchant, value, done })
}

/** Writes at the very top whether it is a copy, a change, a cancellation or the end of one, and the number of the copy. */
export function writeBanners(paper: TicketPaper, order: TicketOrder, options: TicketOptions): void {
  const { t, purpose, copyNumber, copies = 1 } = options
  if (isVoid(order, options)) paper.text(cleanText(t('CANCELLED')), banner)
  else if (options.restored) paper.text(cleanText(t('NOT CANCELLED')), banner)
  if (purpose === 'changed') paper.text(cleanText(t('CHANGED')), banner)
  if (options.copy) paper.text(cleanText(t('COPY')), banner)
  if (copies > 1) paper.text(`${copyNumber ?? 1}/${copies}`, { align: 'end' })
}

function writeItem(paper: TicketPaper, item: TicketItem, { lang, t }: TicketOptions, sign = ''): void {
  paper.text(cleanText(item.name), { bold: true, height: 2, bullet: `${sign}${quantity(item.qty)} x ` })
  const indent = 4
  for (const addon of item.addons ?? [])
    paper.text(cleanText(addon.name), { indent, bullet: addon.qty === 1 ? '+ ' : `+ ${quantity(addon.qty)} x ` })
  paper.text(cleanText(item.note), { ...loud, bullet: '! ' })
  const allergens = formatList((item.allergens ?? []).map(cleanText), lang)
  if (allergens !== '') paper.text(`${cleanText(t('ALLERGENS'))}: ${allergens}`, { ...loud, bullet: '! ' })
}

/** Writes the items under the names of their stations, in order of first appearance. */
function writeItems(paper: TicketPaper, items: readonly TicketItem[], options: TicketOptions, sign = ''): void {
  const stations = Map.groupBy(items, (item) => cleanText(item.station))
  for (const [station, group] of stations) {
    if (station !== '') paper.text(`[ ${station} ]`, { bold: true, align: 'center' })
    for (const item of group) writeItem(paper, item, options, sign)
  }
}

/**
 * Above the items, because it may be about what the customer can't eat. The note itself is for staff, and the paper may reach the
 * customer.
 */
function writeCustomerNote(paper: TicketPaper, { user_obj }: TicketOrder, { t }: TicketOptions): void {
  if (user_obj?.noted === 1) paper.text(cleanText(t('Customer note: see the order')), { ...loud, bullet: '! ' })
}

function writeBody(paper: TicketPaper, order: TicketOrder, options: TicketOptions): void {
  const { t, purpose, changes } = options
  if (purpose !== 'changed' || !changes) return writeItems(paper, itemsOf(order), options)
  if (changes.added.length > 0) {
    paper.text(cleanText(t('ADDED')), loud)
    writeItems(paper, changes.added, options, '+')
  }
  if (changes.removed.length > 0) {
    paper.text(cleanText(t('REMOVED')), loud)
    writeItems(paper, changes.removed, options, '-')
  }
}

/**
 * The ticket for the kitchen: large number and type, due time, quantity before the name, modifiers indented, notes and
 * allergens inverted, stations, no prices (UX "Receipts", KDS-22). `changed` lists additions and removals (KDS-24),
 * `cancelled` is marked (KDS-23), a reprint is marked COPY (KDS-12).
 */
export function layoutKitchenTicket(order: TicketOrder, options: TicketOptions): TicketLine[] {
  const { lang, t, purpose } = options
  const paper = createPaper(options.columns, lang)
  paper.blank(RAIL_ROWS)
  writeBanners(paper, order, options)
  paper.text(`${ticketNumber(order)} ${nameOf(order.type_obj?.value, lang)}`.trim(), { bold: true, width: 2, height: 2 })

  const due = shortTime(order.time_finish, options, order.time_create)
  if (due !== '')
    paper.text(order.asap === 0 ? cleanText(t('Due at %1', [due])) : cleanText(t('As soon as possible, by %1', [due])), {
      bold: true,
      height: 2,
    })
  paper.text(nameOf(order.merchant_obj?.name, lang))
  const ordered = shortTime(order.time_create, options)
  if (ordered !== '') paper.pair(cleanText(t('Ordered at %1', [ordered])), order.ticket ? `${order.order_id ?? ''}` : '')
  if (isVoid(order, options)) paper.text(cleanText(order.cancel_reason), { ...loud, bullet: '! ' })

  writeCustomerNote(paper, order, options)

  paper.rule()
  writeBody(paper, order, options)
  paper.rule()
  paper.text(cleanText(order.comment), { ...loud, bullet: '! ' })
  if (order.cutlery) paper.text(cleanText(t('Cutlery: %1', [order.cutlery])))
  if (purpose === 'kitchen') {
    const pieces = itemsOf(order).reduce((sum, item) => sum + (item.qty ?? 1), 0)
    paper.text(cleanText(t('Total items: %1', [quantity(pieces)])))
  }
  paper.add({ kind: 'cut' })
  return [...paper.lines]
}
