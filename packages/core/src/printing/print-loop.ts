import type { StoreApi } from 'zustand/vanilla'
import type { Ports } from '../ports.ts'
import type { UndeliveredTickets } from './undelivered-tickets.ts'
import type { PrintOutcome } from './print-next.ts'
import type { PrinterList } from './printer-list.ts'
import type { PrinterWatch } from './printer-watch.ts'
import type { PrintStationState } from './station-state.ts'
import type { TicketPrinter } from './ticket-printer.ts'

/** Prints queued tickets automatically, one after another (KDS-12). */
export interface PrintLoop {
  /** Looks for tickets. A call during a run is handled right after it, not at the next tick. */
  poll(): void
}

export function createPrintLoop(options: {
  store: StoreApi<PrintStationState>
  ports: Ports
  printers: PrinterList
  watch: PrinterWatch
  held: UndeliveredTickets
  printer: TicketPrinter
  /** Reports a ticket's result; returns whether the next one may be tried at once. */
  report: (outcome: PrintOutcome) => boolean
  isRunning: () => boolean
}): PrintLoop {
  const { store, ports, printers, watch, held, printer, report, isRunning } = options
  let running = false
  let runAgain = false
  const isOn = (): boolean => store.getState().on && isRunning()

  async function printQueued(): Promise<void> {
    let more = isOn() && printers.own().length > 0
    if (more && watch.isStopped()) {
      await watch.ask()
      // Don't claim tickets while this console's printers are known to be off: another may have a working one.
      more = !watch.isStopped()
    }
    // A ticket waiting for one printer does not block the others; the server does not hand it out here before its time.
    const isFree = () => printers.own().length > 1 || held.isDue()
    while (more && isFree()) {
      const oldest = held.isDue() ? held.next() : undefined
      // oxlint-disable-next-line no-await-in-loop -- a printer takes one ticket after another
      const outcome = await printer.print(oldest)
      // A ticket printed by another console in the meantime blocks nothing.
      const isTaken = outcome.state === 'idle' && oldest !== undefined
      more = (report(outcome) || isTaken) && isOn()
    }
  }

  async function poll(): Promise<void> {
    runAgain = running
    if (running) return
    running = true
    try {
      await printQueued()
    } catch (error) {
      ports.log('queued tickets were not printed', error)
    } finally {
      running = false
    }
    if (runAgain) await poll()
  }

  return { poll: () => void poll() }
}
