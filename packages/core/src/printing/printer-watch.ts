import type { StoreApi } from 'zustand/vanilla'
import type { Clock } from '@tiffin/sdk/client'
import type { Notices } from '#notices/notices'
import { checkHealth } from './printer-health.ts'
import type { PrinterList } from './printer-list.ts'
import type { PrinterSettings } from './printer-settings.ts'
import type { TicketRenderer } from './ticket-renderer.ts'
import type { PrintStationState } from './station-state.ts'
import type { SerialQueue } from './serial-queue.ts'

/** Tracks the state of the printers in use. */
export interface PrinterWatch {
  /** Asks printers for their state, by default those in use; returns what prevents printing. */
  ask(printers?: readonly PrinterSettings[], signal?: AbortSignal): Promise<string | undefined>
  /** Asks idle printers; a ticket does not wait for the response. */
  checkIdle(): void
  /** Stops asking because a ticket is to be printed. */
  stopAsking(): void
  setObstacle(obstacle: string | undefined): void
  /**
   * Whether nothing can be printed. One faulty printer does not stop the others: a ticket checks the printers it needs.
   */
  isStopped(): boolean
  /** Whether no problem is known for any of them. */
  areAllHealthy(): boolean
}

export function createPrinterWatch(options: {
  store: StoreApi<PrintStationState>
  notices: Notices
  clock: Clock
  sheets: TicketRenderer
  printers: PrinterList
  turns: SerialQueue
  /** Called with whether the printers in use are healthy. */
  onHealth: (isHealthy: boolean) => void
}): PrinterWatch {
  const { store, notices, clock, sheets, printers: list, turns } = options
  const { getState: get, setState: set } = store
  let asking: AbortController | undefined
  const isHealthy = ({ address }: PrinterSettings): boolean => get().health[address]?.obstacle === undefined
  const isStopped = (): boolean => get().obstacle !== undefined && !list.own().some(isHealthy)

  function setObstacle(obstacle: string | undefined): void {
    const before = get().obstacle
    if (before === obstacle) return
    set({ obstacle })
    if (obstacle !== undefined) notices.showSentence('negative', { message: obstacle })
    else if (before !== undefined) notices.show('positive', 'Printer ready again')
  }

  const ask: PrinterWatch['ask'] = async (printers = list.active(), signal) => {
    const replies = await turns.run(() =>
      Promise.all(
        printers.map(
          async ({ address }) => [address, await checkHealth(sheets.transportOf(address), clock.now, signal)] as const,
        ),
      ),
    )
    if (signal?.aborted) return get().obstacle
    set({ health: { ...get().health, ...Object.fromEntries(replies) } })
    for (const [address, { status }] of replies) {
      const answered = get().printers.some((printer) => printer.address === address && printer.answers)
      if (status.paper !== 'unknown' && !answered) list.change(address, { answers: true })
    }
    const inUse = new Set(list.active().map(({ address }) => address))
    const states = replies.filter(([address]) => inUse.has(address)).map(([, health]) => health)
    const obstacle = states.find((health) => health.obstacle !== undefined)?.obstacle
    options.onHealth(obstacle === undefined)
    // A printer that does not respond has not confirmed that it works again.
    if (obstacle !== undefined || states.every(({ status }) => status.online === 'yes')) setObstacle(obstacle)
    return obstacle
  }

  return {
    ask,
    checkIdle() {
      if (get().busy || isStopped() || get().address === undefined) return
      asking = new AbortController()
      void ask(list.active(), asking.signal)
    },
    stopAsking: () => asking?.abort(),
    setObstacle,
    isStopped,
    areAllHealthy: () => list.own().every(isHealthy),
  }
}
