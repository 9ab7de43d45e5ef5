import type { PrintPurpose } from '@tiffin/sdk/contract'
import type { CartChanges, TicketItem, TicketOrder } from '#receipt/index'
import { normalizeStation } from '#rules/index'
import type { PrinterSettings } from './printer-settings.ts'

/** The part of a ticket for one printer. */
export interface RoutedTicket {
  printer: PrinterSettings
  order: TicketOrder
  changes?: CartChanges | undefined
}

/**
 * Distributes a ticket among a console's printers: receipts and kitchen tickets by use, items by station. Every item is
 * printed: items of unassigned stations go to printers without stations, else to the first.
 */
export function routeTicket(
  purpose: PrintPurpose,
  order: TicketOrder,
  changes: CartChanges | undefined,
  printers: readonly PrinterSettings[],
): RoutedTicket[] {
  const requested = purpose === 'receipt' ? 'receipt' : 'kitchen'
  const fitting = printers.filter(({ use }) => use === 'all' || use === requested)
  const chosen = fitting.length > 0 ? fitting : printers.slice(0, 1)
  if (purpose === 'receipt') return chosen.map((printer) => ({ printer, order }))

  const named = new Set(chosen.flatMap(({ stations }) => stations.map(normalizeStation)))
  const anybody = chosen.some(({ stations }) => stations.length === 0)
  const takes = (printer: PrinterSettings) => (item: TicketItem) => {
    const station = normalizeStation(item.station)
    if (printer.stations.length === 0) return true
    if (!named.has(station)) return !anybody && printer === chosen[0]
    return printer.stations.some((own) => normalizeStation(own) === station)
  }
  const routed = chosen.flatMap((printer): RoutedTicket[] => {
    const cart = (order.cart ?? []).filter(takes(printer))
    const own = changes && { added: changes.added.filter(takes(printer)), removed: changes.removed.filter(takes(printer)) }
    const items = own ? [...own.added, ...own.removed] : cart
    return items.length > 0 ? [{ printer, order: { ...order, cart }, changes: own }] : []
  })
  // An order without items is still a ticket.
  return routed.length > 0 ? routed : chosen.slice(0, 1).map((printer) => ({ printer, order, changes }))
}
