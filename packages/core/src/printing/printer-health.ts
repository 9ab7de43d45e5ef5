import type { PlainKey } from '#i18n/text-key'
import { printerObstacle, printerErrors, type PrinterStatus, type PrinterTransport } from '#receipt/printer'

/** The last reported state of a printer, and what prevents printing, as a dictionary key. */
export interface PrinterHealth {
  status: PrinterStatus
  obstacle: PlainKey | undefined
  at: number
}

/** Asks a printer for its state; responses after `signal` are ignored. */
export async function checkHealth(transport: PrinterTransport, now: () => number, signal?: AbortSignal): Promise<PrinterHealth> {
  const status = await transport.status(signal)
  const obstacle = printerObstacle(status)
  return { status, obstacle: obstacle && printerErrors[obstacle], at: now() }
}
