import type { StoreApi } from 'zustand/vanilla'
import type { Notices } from '#notices/notices'
import { reportFailure } from './print-failures.ts'
import type { FoundPrinter, PrinterList } from './printer-list.ts'
import type { PrinterWatch } from './printer-watch.ts'
import type { TicketRenderer } from './ticket-renderer.ts'
import type { PrintStationState } from './station-state.ts'
import type { SerialQueue } from './serial-queue.ts'

export interface PrinterSearch {
  /**
   * Searches for printers and asks the known ones for their state (PRINT-10). Returns the number of new ones, or undefined if
   * the search failed.
   */
  find(): Promise<number | undefined>
  /** Prints a page that shows whether the profile fits the printer (PRINT-06). */
  test(address: string): Promise<void>
}

export function createPrinterSearch(options: {
  store: StoreApi<PrintStationState>
  notices: Notices
  sheets: TicketRenderer
  printers: PrinterList
  watch: PrinterWatch
  turns: SerialQueue
  /** Finds printers that are plugged in or respond. */
  find: (() => Promise<readonly FoundPrinter[]>) | undefined
}): PrinterSearch {
  const { store, notices, sheets, printers, watch, turns } = options
  const { getState: get, setState: set } = store
  return {
    async find() {
      set({ searching: true })
      try {
        const found = (await options.find?.()) ?? []
        const known = get().printers.length
        printers.addFound(found)
        const added = get().printers.length - known
        await watch.ask(get().printers)
        return added
      } catch (error) {
        reportFailure(notices, error)
        return undefined
      } finally {
        set({ searching: false })
      }
    },
    async test(address) {
      const printer = get().printers.find((item) => item.address === address)
      if (!printer) return
      try {
        await turns.run(async () => {
          const { transport, bytes } = await sheets.ofTest(printer)
          await transport.send(bytes)
        })
        notices.show('positive', 'Test page printed')
      } catch (error) {
        reportFailure(notices, error)
      }
      await watch.ask([printer])
    },
  }
}
