import type { PrintJob } from '@tiffin/sdk/contract'
import type { I18n } from '#i18n/create-i18n'
import {
  layoutJob,
  layoutTestPage,
  needsRaster,
  type PrinterTransport,
  type RasterLine,
  readCartChanges,
  renderEscpos,
  renderHtml,
  renderText,
  type TicketLine,
  type TicketOrder,
} from '#receipt/index'
import type { SessionStore } from '#session/session-store'
import type { PrinterSheet } from './print-next.ts'
import { type PrinterSettings, profileOf } from './printer-settings.ts'
import { routeTicket } from './route-ticket.ts'

/** Renders tickets, each with the profile of its printer. */
export interface TicketRenderer {
  transportOf(address: string): PrinterTransport
  ofJob(job: PrintJob, order: TicketOrder, printers: readonly PrinterSettings[]): Promise<PrinterSheet[]>
  ofTest(printer: PrinterSettings): Promise<PrinterSheet>
}

export function createTicketRenderer(options: {
  session: SessionStore
  i18n: I18n
  open: (address: string) => PrinterTransport
  raster: (() => Promise<RasterLine | undefined>) | undefined
}): TicketRenderer {
  const { session, i18n } = options
  const ways = new Map<string, PrinterTransport>()
  let raster: Promise<RasterLine | undefined> | undefined

  function transportOf(address: string): PrinterTransport {
    const known = ways.get(address)
    if (known) return known
    const openedTransport = options.open(address)
    ways.set(address, openedTransport)
    return openedTransport
  }

  async function sheetOf(printer: PrinterSettings, lines: readonly TicketLine[]): Promise<PrinterSheet> {
    const transport = transportOf(printer.address)
    // A virtual printer only shows text on the screen.
    if (transport.kind === 'virtual') {
      return { transport, bytes: new TextEncoder().encode(renderText(lines, printer.columns)) }
    }
    if (transport.kind === 'page') {
      const { pageSize: page } = transport
      return { transport, bytes: new TextEncoder().encode(renderHtml(lines, { columns: printer.columns, page })) }
    }
    const profile = profileOf(printer)
    const draw = printer.raster && needsRaster(lines, profile) ? await (raster ??= options.raster?.()) : undefined
    return { transport, bytes: renderEscpos(lines, profile, draw), answers: printer.answers }
  }

  return {
    transportOf,
    ofJob(job, order, printers) {
      const company = session.store.getState().user?.company
      const symbol = company?.country.currency_symbol || company?.country.currency_code
      const changes = job.purpose === 'changed' ? readCartChanges(job.content) : undefined
      const papers = routeTicket(job.purpose, order, changes, printers).map((routed) =>
        sheetOf(
          routed.printer,
          layoutJob(routed.order, {
            columns: routed.printer.columns,
            copies: routed.printer.copies,
            lang: i18n.lang(),
            t: i18n.t,
            timezone: company?.timezone ?? 'UTC',
            country: company?.country.alpha2 ?? '',
            purpose: job.purpose,
            copy: job.copy === 1,
            restored: job.content?.['restored'] === 1,
            changes: routed.changes,
            seller: order.seller && { legalName: order.seller.legal_name, taxId: order.seller.legal_tax },
            ...(symbol ? { currency: symbol } : {}),
          }),
        ),
      )
      return Promise.all(papers)
    },
    ofTest(printer) {
      return sheetOf(printer, layoutTestPage(profileOf(printer), { name: printer.name, lang: i18n.lang(), t: i18n.t }))
    },
  }
}
