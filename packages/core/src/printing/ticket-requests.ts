import type { StoreApi } from 'zustand/vanilla'
import { isApiError, type PrintJob, type PrintPurpose } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import type { I18n } from '#i18n/create-i18n'
import type { Notices } from '#notices/notices'
import type { Ports } from '../ports.ts'
import { isTransient } from '../transient-error.ts'
import { parseOfferedAddress } from './offered-printers.ts'
import { messageOf, reportFailure } from './print-failures.ts'
import type { PrintOutcome } from './print-next.ts'
import type { PrinterList } from './printer-list.ts'
import type { PrintAlarm } from './read-jobs.ts'
import type { PrintStationState } from './station-state.ts'
import type { TicketPrinter } from './ticket-printer.ts'
import type { TicketReader } from './ticket-reader.ts'

/** A printer that takes longer is reported: without an answer, people press the key again. */
const SLOW_MS = 500

/** Tickets requested by hand. */
export interface TicketRequests {
  /** Requests a ticket of an order and prints it here (PRINT-12, PRINT-13). */
  print(orderId: number, purpose?: PrintPurpose): Promise<void>
  /** Reprints a ticket in doubt, marked COPY; retries one that is waiting. */
  again(ticket: PrintAlarm): Promise<void>
  dismiss(ticket: PrintAlarm): Promise<void>
}

export function createTicketRequests(options: {
  client: Client
  store: StoreApi<PrintStationState>
  notices: Notices
  i18n: Pick<I18n, 't'>
  ports: Pick<Ports, 'clock'>
  printers: PrinterList
  printer: TicketPrinter
  reader: TicketReader
  report: (outcome: PrintOutcome) => boolean
  nameOf: (orderId: number) => string
}): TicketRequests {
  const { client, store, notices, i18n, ports, printers, printer, reader, report, nameOf } = options

  /** The requests in progress. */
  const printing = new Set<string>()

  /** Runs one request of a kind at a time, says that it takes long, and shows a failure and reloads the tickets. */
  async function attempt(kind: string, order_id: number, work: () => Promise<void>): Promise<void> {
    const params = [nameOf(order_id)] as const
    if (printing.has(kind)) return void notices.show('info', 'Ticket %1 is already being printed', { params })
    printing.add(kind)
    let notice: number | undefined
    const cancel = ports.clock.after(SLOW_MS, () => {
      notice = notices.show('info', 'Printing ticket %1…', { params, ms: Infinity, closable: false, isBackground: false })
    })
    try {
      await work()
    } catch (error) {
      if (isApiError(error) && isTransient(error))
        notices.show('negative', 'Ticket %1 not printed: %2. Try again.', {
          params: [...params, i18n.t.message(error.message, error.params)],
        })
      else reportFailure(notices, error)
      await reader.read()
    } finally {
      printing.delete(kind)
      cancel()
      if (notice !== undefined) notices.close(notice)
    }
  }

  async function request(order_id: number, purpose: PrintPurpose, doubtful?: number): Promise<void> {
    const { address } = store.getState()
    if (address === undefined) return void notices.show('warning', 'Choose a printer first')
    await attempt(`${order_id} ${purpose} ${doubtful}`, order_id, async () => {
      const at = parseOfferedAddress(address)
      const again = doubtful === undefined ? {} : { print_job_id: doubtful }
      const { data } = await client.Print.request({ order_id, purpose, ...again, ...(at ? { at } : {}) })
      if (printers.own().length === 0)
        notices.show('info', 'Ticket %1 is waiting for a kitchen printer', { params: [nameOf(order_id)] })
      await printRequested((data.job as PrintJob).print_job_id, order_id)
    })
  }

  /** Prints one ticket and shows a message if it has to wait. A station that prints automatically may have been faster. */
  async function printRequested(print_job_id: number, order_id: number): Promise<void> {
    const outcome = await printer.print(print_job_id)
    report(outcome)
    await reader.read()
    const { tickets } = store.getState()
    const isWaiting = tickets.some((item) => item.print_job_id === print_job_id && item.state === 'queued')
    if (!isWaiting) return
    if (outcome.state === 'idle' && printers.own().length > 0)
      notices.show('info', 'Ticket %1 is waiting for a printer', { params: [nameOf(order_id)] })
    if (outcome.state === 'failed')
      notices.show('warning', 'Ticket %1 is waiting for a printer: %2', {
        params: [nameOf(order_id), i18n.t.message(messageOf(outcome.error))],
      })
  }

  return {
    print: (orderId, purpose = 'kitchen') => request(orderId, purpose),
    again(ticket) {
      if (ticket.state !== 'queued') return request(ticket.order, ticket.purpose, ticket.print_job_id)
      return attempt(String(ticket.print_job_id), ticket.order, () => printRequested(ticket.print_job_id, ticket.order))
    },
    async dismiss(ticket) {
      try {
        await client.Print.dismiss({ print_job_id: ticket.print_job_id })
      } catch (error) {
        reportFailure(notices, error)
      }
      await reader.read()
    },
  }
}
