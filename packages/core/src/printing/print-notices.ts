import type { StoreApi } from 'zustand/vanilla'
import type { Notices } from '#notices/notices'
import { messageOf } from './print-failures.ts'
import type { PrintOutcome } from './print-next.ts'
import type { PrinterList } from './printer-list.ts'
import type { PrinterWatch } from './printer-watch.ts'
import type { PrintStationState } from './station-state.ts'

/** Reports a ticket's result; returns whether the next one may be tried at once. */
export function createPrintNotices(options: {
  store: StoreApi<PrintStationState>
  notices: Notices
  printers: PrinterList
  watch: PrinterWatch
  nameOf: (orderId: number, merchant?: number) => string
  /** Called when staff must check a ticket. */
  onUnknown: () => void
}): (outcome: PrintOutcome) => boolean {
  const { store, notices, printers, watch, nameOf, onUnknown } = options
  return (outcome) => {
    if (outcome.state === 'idle') return false
    const ticket = nameOf(outcome.job.order, outcome.job.merchant)
    if (outcome.state === 'printed') {
      if (printers.own().length === 1 || watch.areAllHealthy()) store.setState({ obstacle: undefined })
      notices.show('positive', 'Ticket %1 printed', { params: [ticket], isBackground: true })
      return true
    }
    if (outcome.state === 'cancelled') {
      notices.showSentence('info', { message: messageOf(outcome.error) }, { isBackground: true })
      return true
    }
    if (outcome.state === 'lost') notices.show('info', 'Another console has taken over this print job', { isBackground: true })
    else if (outcome.state === 'unconfirmed')
      notices.show('warning', 'Ticket %1 printed, but not confirmed by the server yet', { params: [ticket], isBackground: true })
    else {
      watch.setObstacle(messageOf(outcome.error))
      void watch.ask()
    }
    if (outcome.state === 'unknown') onUnknown()
    return false
  }
}
