import type { StoreApi } from 'zustand/vanilla'
import type { Board } from '#board/board'
import type { Confirmations } from '#outbox/kinds/confirmations'
import type { Ports } from '../ports.ts'
import type { PrintLoop } from './print-loop.ts'
import type { PrinterWatch } from './printer-watch.ts'
import type { PrintStationState } from './station-state.ts'
import type { TicketPrinter } from './ticket-printer.ts'
import type { TicketReader } from './ticket-reader.ts'

export interface StationRun {
  /** Starts listening and printing when the board is open. */
  start(): void
  stop(): void
}

const INTERVAL_MS = 5000
/** Idle printers are asked for their state at the start, and then once in this many ticks. */
const STATUS_EVERY_TICKS = 3

/** Runs a station while its board is open. */
export function createStationRun(options: {
  store: StoreApi<PrintStationState>
  ports: Ports
  board: Board
  watch: PrinterWatch
  printer: TicketPrinter
  loop: PrintLoop
  reader: TicketReader
  confirmations: Confirmations
  /** Tells others which printers of this console they may choose. */
  offer: () => void
  /** Called before the tickets are read. */
  onStart: () => void
}): StationRun & { isRunning(): boolean } {
  const { store, ports, board, watch, printer, loop, reader, confirmations, offer, onStart } = options
  let running = false
  let ticks = 0
  let cancelTick = (): void => {}
  let stopListening = (): void => {}

  function tick(): void {
    if (ticks % STATUS_EVERY_TICKS === 0) {
      watch.checkIdle()
      offer()
    }
    ticks += 1
    reader.retry()
    loop.poll()
    confirmations.restore()
    cancelTick = ports.clock.after(INTERVAL_MS, tick)
  }

  function onJobsChanged(jobs: readonly (number | string)[]): void {
    reader.readAfterDelay()
    // This console's own updates are no reason to look for another ticket.
    if (jobs.length > 0 && jobs.every((job) => job === printer.latest())) return
    watch.stopAsking()
    loop.poll()
  }

  return {
    isRunning: () => running,
    start() {
      if (running) return
      running = true
      stopListening = board.onChanged((table, ids) => table === 'print_job' && onJobsChanged(ids))
      onStart()
      void reader.read()
      tick()
    },
    stop() {
      running = false
      offer()
      cancelTick()
      confirmations.close()
      reader.stop()
      stopListening()
      store.setState({ alarms: [], tickets: [] })
    },
  }
}
