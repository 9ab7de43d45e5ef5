import type { StoreApi } from 'zustand/vanilla'
import type { PrintJob, PrintPurpose } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import type { Notices } from '#notices/notices'
import { parseOfferedAddress } from './offered-printers.ts'
import { reportFailure } from './print-failures.ts'
import type { PrintOutcome } from './print-next.ts'
import type { PrinterList } from './printer-list.ts'
import type { PrintAlarm } from './read-jobs.ts'
import type { PrintStationState } from './station-state.ts'
import type { TicketPrinter } from './ticket-printer.ts'
import type { TicketReader } from './ticket-reader.ts'

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
  printers: PrinterList
  printer: TicketPrinter
  reader: TicketReader
  report: (outcome: PrintOutcome) => boolean
  nameOf: (orderId: number) => string
}): TicketRequests {
  const { client, store, notices, printers, printer, reader, report, nameOf } = options

  /** Shows a failure and reloads the tickets. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      reportFailure(notices, error)
      await reader.read()
    }
  }

  async function request(order_id: number, purpose: PrintPurpose, doubtful?: number): Promise<void> {
    const { address } = store.getState()
    if (address === undefined) return void notices.show('warning', 'Choose a printer first')
    await attempt(async () => {
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
    if (outcome.state === 'idle' && printers.own().length > 0 && isWaiting)
      notices.show('info', 'Ticket %1 is waiting for a printer', { params: [nameOf(order_id)] })
  }

  return {
    print: (orderId, purpose = 'kitchen') => request(orderId, purpose),
    again(ticket) {
      if (ticket.state !== 'queued') return request(ticket.order, ticket.purpose, ticket.print_job_id)
      return attempt(() => printRequested(ticket.print_job_id, ticket.order))
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
