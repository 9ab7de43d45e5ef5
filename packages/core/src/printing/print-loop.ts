import type { StoreApi } from 'zustand/vanilla'
import type { Ports } from '../ports.ts'
import type { HeldTickets } from './held-tickets.ts'
import type { PrintOutcome } from './print-next.ts'
import type { PrinterList } from './printer-list.ts'
import type { PrinterWatch } from './printer-watch.ts'
import type { PrintStationState } from './station-state.ts'
import type { TicketPrinter } from './ticket-printer.ts'

/** Prints what is queued by itself, one ticket after the other (KDS-12). */
export interface PrintLoop {
  /** News that comes meanwhile is looked at right after, not at the next tick. */
  look(): void
}

export function createPrintLoop(options: {
  store: StoreApi<PrintStationState>
  ports: Ports
  printers: PrinterList
  watch: PrinterWatch
  held: HeldTickets
  printer: TicketPrinter
  /** Says how a ticket went; answers whether the next one may be tried at once. */
  tell: (outcome: PrintOutcome) => boolean
  isRunning: () => boolean
}): PrintLoop {
  const { store, ports, printers, watch, held, printer, tell, isRunning } = options
  let looking = false
  let lookAgain = false
  const isOn = (): boolean => store.getState().on && isRunning()

  async function printQueued(): Promise<void> {
    let more = isOn() && printers.own().length > 0
    if (more && watch.isStopped()) {
      await watch.ask()
      // Printers that are known to be off take no ticket away from a console that has a better one.
      more = !watch.isStopped()
    }
    // What waits for one printer does not hold up the others; the server gives it to nobody here before its time.
    const isFree = () => printers.own().length > 1 || held.isDue()
    while (more && isFree()) {
      const oldest = held.isDue() ? held.next() : undefined
      // oxlint-disable-next-line no-await-in-loop -- a printer takes one ticket after the other
      const outcome = await printer.print(oldest)
      // One that another console has printed meanwhile holds up nothing.
      const isTaken = outcome.state === 'idle' && oldest !== undefined
      more = (tell(outcome) || isTaken) && isOn()
    }
  }

  async function look(): Promise<void> {
    lookAgain = looking
    if (looking) return
    looking = true
    try {
      await printQueued()
    } catch (error) {
      ports.log('queued tickets were not printed', error)
    } finally {
      looking = false
    }
    if (lookAgain) await look()
  }

  return { look: () => void look() }
}
