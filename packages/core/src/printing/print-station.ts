import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '@tiffin/sdk/client'
import type { Board } from '#board/board'
import { orderName } from '#board/order-name'
import type { I18n } from '#i18n/create-i18n'
import type { Notices } from '#notices/notices'
import { createConfirmations } from '#outbox/kinds/confirmations'
import type { PrinterTransport, RasterLine } from '#receipt/index'
import type { SessionStore } from '#session/session-store'
import type { Ports } from '../ports.ts'
import type { ServerClock } from '../server-clock.ts'
import type { LastTickets } from './last-tickets.ts'
import { createUndeliveredTickets } from './undelivered-tickets.ts'
import { createPrinterOffer } from './offered-printers.ts'
import { createPrintLoop } from './print-loop.ts'
import { createPrintNotices } from './print-notices.ts'
import { createPrinterList, type FoundPrinter, type PrinterSetup } from './printer-list.ts'
import { createPrinterSearch, type PrinterSearch } from './printer-search.ts'
import { createPrinterWatch } from './printer-watch.ts'
import { needsPerson, type OpenTicket } from './read-jobs.ts'
import { createTicketRenderer } from './ticket-renderer.ts'
import { createStationRun, type StationRun } from './station-run.ts'
import { storedState, ON, type PrintStationState } from './station-state.ts'
import { createTicketPrinter } from './ticket-printer.ts'
import { createTicketReader } from './ticket-reader.ts'
import { createTicketRequests, type TicketRequests } from './ticket-requests.ts'
import { createSerialQueue } from './serial-queue.ts'

/** The printers of one console and the tickets sent to them. */
export interface PrintStation extends PrinterSetup, PrinterSearch, StationRun, TicketRequests {
  store: StoreApi<PrintStationState>
  setOn(on: boolean): void
}

export interface PrintStationOptions {
  client: Client
  board: Board
  session: SessionStore
  notices: Notices
  i18n: I18n
  ports: Ports
  serverClock: ServerClock
  /** Identifies this console to the server. */
  console: string
  /** Opens the transport of an address; throws PrinterError. */
  open: (address: string) => PrinterTransport
  /** Finds printers that are plugged in or respond. */
  find?: () => Promise<readonly FoundPrinter[]>
  /** Offers this console's printers to others while it prints automatically, as kitchens do. */
  offers?: boolean
  /** Keeps unfinished tickets for a start without a network. */
  lastTickets?: LastTickets
  /** Draws lines in scripts that printers have no characters for; loaded at the first such line. */
  raster?: () => Promise<RasterLine | undefined>
}

/**
 * Assembles the station from its parts: claimed tickets are printed one after another, and alarms stay visible
 * (KDS-12).
 */
export function createPrintStation(options: PrintStationOptions): PrintStation {
  const { client, board, session, i18n, ports, lastTickets } = options
  const { storage, clock } = ports
  const store = createStore<PrintStationState>(() => storedState(storage))
  const { getState: get, setState: set } = store
  const sheets = createTicketRenderer({ session, i18n, open: options.open, raster: options.raster })
  const held = createUndeliveredTickets(options.serverClock.now)
  const turns = createSerialQueue((busy) => set({ busy }))
  const confirmations = createConfirmations({ client: client.Print, ports, company: () => session.company() ?? 0 })
  const printers = createPrinterList({ store, storage, sheets, open: options.open, onUse })
  const parts = { ...options, store, sheets, held, turns, confirmations, printers }
  const watch = createPrinterWatch({ ...parts, clock, onHealth: held.recordHealth })
  const printer = createTicketPrinter(parts)
  const isRunning = (): boolean => run.isRunning()
  const show = (tickets: readonly OpenTicket[]): void => set({ tickets, alarms: tickets.filter(needsPerson) })
  const reader = createTicketReader({
    client,
    ports,
    onRead(tickets) {
      if (!isRunning()) return
      show(tickets)
      lastTickets?.store(tickets)
    },
  })
  const nameOf = (order_id: number, merchant?: number): string =>
    orderName(board.store.getState(), { order_id, merchant }, i18n.lang())
  const report = createPrintNotices({ ...parts, watch, nameOf, onUnknown: () => void reader.read() })
  const loop = createPrintLoop({ ...parts, watch, printer, report, isRunning })
  const offer = createPrinterOffer({
    client,
    ports,
    console: options.console,
    printers: () => (options.offers === true && isRunning() && get().on ? printers.own() : []),
    merchants: () => board.store.getState().chosen,
  })
  const run = createStationRun({
    ...parts,
    watch,
    printer,
    loop,
    reader,
    offer,
    onStart: () => show(lastTickets?.read() ?? []),
  })

  /** Applies changed printers: resets the transports and retries waiting tickets. */
  function onUse(): void {
    set({ obstacle: undefined })
    held.release()
    if (!isRunning()) return
    offer()
    void watch.ask()
    loop.poll()
  }

  const { choose, setActive, change, forget, reload } = printers
  return {
    store,
    choose,
    setActive,
    change,
    forget,
    reload,
    ...createPrinterSearch({ ...parts, watch, find: options.find }),
    ...createTicketRequests({ ...parts, printer, reader, report, nameOf }),
    start: run.start,
    stop: run.stop,
    setOn(on) {
      storage.set(ON, on ? '1' : undefined)
      set({ on })
      offer()
      loop.poll()
    },
  }
}
