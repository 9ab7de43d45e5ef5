import { formatList } from '#rules/format-list'
import { formatMoney, formatPrice, parseMoney, shownDecimals, sum, times } from '#rules/money'
import { formatPhone } from '#rules/format-phone'
import { orderSums } from '#rules/order-sums'
import { cleanText } from './clean-text.ts'
import { writeBanners } from './layout-kitchen-ticket.ts'
import type { TicketLine } from './ticket-line.ts'
import {
  itemsOf,
  longTime,
  nameOf,
  quantity,
  shortTime,
  type TicketItem,
  ticketNumber,
  type TicketOptions,
  type TicketOrder,
} from './ticket-order.ts'
import { createPaper, type TicketPaper } from './ticket-paper.ts'

const centred = { align: 'center' } as const

/** Amounts of lines have no currency; it is shown once, at the total. */
function money(order: TicketOrder, options: TicketOptions) {
  const decimals = shownDecimals(order.company_obj)
  const symbol = cleanText(options.currency) || cleanText(order.currency)
  const bare = (amount: string) => formatPrice(amount, { decimals, symbol: '%' }).slice(0, -2)
  return { bare, total: (amount: string) => (symbol === '' ? bare(amount) : formatPrice(amount, { decimals, symbol })) }
}

/** A line's amount before its own discount: from the server, else computed. */
function lineAmount(item: TicketItem): string {
  if (item.amount !== undefined && parseMoney(item.amount) !== 0n) return item.amount
  const addons = sum((item.addons ?? []).map((addon) => times(parseMoney(addon.price), addon.qty)))
  return formatMoney(times(parseMoney(item.price) + addons, item.qty ?? 1))
}

function writeHead(paper: TicketPaper, order: TicketOrder, options: TicketOptions): void {
  const { lang, t, seller } = options
  const taxId = seller?.taxId ?? order.seller?.legal_tax
  paper.text(nameOf(order.merchant_obj?.name, lang), { ...centred, bold: true, width: 2, height: 2 })
  paper.text(cleanText(seller?.legalName ?? order.seller?.legal_name) || nameOf(order.company_obj?.name, lang), centred)
  if (taxId) paper.text(cleanText(t('Tax ID %1', [taxId])), centred)
  paper.text(cleanText(seller?.address ?? order.merchant_obj?.address?.address), centred)
  paper.text(formatPhone(cleanText(seller?.phone)), centred)
  paper.rule()
}

function writeOrder(paper: TicketPaper, order: TicketOrder, options: TicketOptions): void {
  const { lang, t } = options
  paper.pair(`${ticketNumber(order)} ${nameOf(order.type_obj?.value, lang)}`, order.ticket ? `${order.order_id ?? ''}` : '', {
    bold: true,
  })
  paper.text(longTime(order.time_create, options))
  const due = shortTime(order.time_finish, options, order.time_create)
  if (due !== '') paper.text(cleanText(t('Due at %1', [due])))
  paper.text([cleanText(order.user_obj?.name), formatPhone(cleanText(order.user_obj?.phone))].filter(Boolean).join(' '))
  if ((order.type ?? 1) === 1) {
    paper.text(cleanText(order.destination_address))
    const { entrance, intercom, floor, flat, comment } = order.destination_info_json ?? {}
    const parts = [
      ['Entrance %1', entrance],
      ['Intercom %1', intercom],
      ['Floor %1', floor],
      ['Flat %1', flat],
    ] as const
    const door = parts.map(([key, value]) => cleanText(value) && cleanText(t(key, [value ?? ''])))
    paper.text(formatList(door, lang))
    paper.text(cleanText(order.destination_info))
    paper.text(cleanText(comment))
    if (order.courier_obj) paper.text(cleanText(t('Courier: %1', [order.courier_obj.name])))
  }
  paper.text(cleanText(order.comment))
  paper.rule()
}

function writeItems(paper: TicketPaper, order: TicketOrder, options: TicketOptions): void {
  const { bare } = money(order, options)
  for (const item of itemsOf(order)) {
    paper.pair(cleanText(item.name), bare(lineAmount(item)), { bullet: `${quantity(item.qty)} x ` })
    for (const addon of item.addons ?? [])
      paper.text(cleanText(addon.name), { indent: 4, bullet: addon.qty === 1 ? '+ ' : `+ ${quantity(addon.qty)} x ` })
    if (parseMoney(item.discount) > 0n)
      paper.pair(cleanText(options.t('Discount')), bare(formatMoney(-parseMoney(item.discount))), { indent: 4 })
  }
  paper.rule()
}

function writeSums(paper: TicketPaper, order: TicketOrder, options: TicketOptions): void {
  const { t } = options
  const { bare, total } = money(order, options)
  for (const { label, amount, code } of orderSums(order)) {
    const promo = cleanText(code)
    paper.pair(cleanText(promo === '' ? t(label) : `${t(label)} ${promo}`), bare(amount))
  }
  paper.rule(true)
  paper.pair(cleanText(t('TOTAL')), total(order.total ?? '0.00'), { bold: true, height: 2 })
  paper.rule(true)
  const paid = order.paid === 1 ? t('PAID') : t('NOT PAID')
  paper.pair(nameOf(order.pay_type_obj?.name, options.lang) || cleanText(t('Payment')), cleanText(paid))
  const note = parseMoney(order.odd)
  if (note > 0n) {
    paper.pair(cleanText(t('Paying with')), bare(formatMoney(note)))
    const change = note - parseMoney(order.total)
    if (change > 0n) paper.pair(cleanText(t('Change due')), bare(formatMoney(change)))
  }
}

/**
 * The customer's receipt: seller, order, items with amounts (ORDER-13), discount, bonus, promo code, fee, tips,
 * delivery, the total in double height, payment and a QR code (UX "Receipts"). A cash payment opens the drawer once,
 * not for copies. Money is never shown with "%" (AMB-119).
 */
export function layoutReceipt(order: TicketOrder, options: TicketOptions): TicketLine[] {
  const paper = createPaper(options.columns, options.lang)
  const cash = options.cash ?? order.pay_type_obj?.odd === 2
  const first = options.copy !== true && (options.copyNumber ?? 1) === 1
  if (cash && first) paper.add({ kind: 'drawer' })
  writeBanners(paper, order, options)
  writeHead(paper, order, options)
  writeOrder(paper, order, options)
  writeItems(paper, order, options)
  writeSums(paper, order, options)
  const qr = cleanText(options.qr)
  if (qr !== '') {
    paper.blank()
    paper.add({ kind: 'qr', data: qr })
  }
  paper.add({ kind: 'cut' })
  return [...paper.lines]
}
