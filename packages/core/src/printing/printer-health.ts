import type { PlainKey } from '#i18n/text-key'
import { obstacleOf, printerErrors, type PrinterStatus, type PrinterTransport } from '#receipt/printer'

/** What a printer last said of itself, and what stands in its way as a key of the dictionary. */
export interface PrinterHealth {
  status: PrinterStatus
  trouble: PlainKey | undefined
  at: number
}

/** Asks a printer how it is; what it answers after `signal` says nothing. */
export async function askHealth(transport: PrinterTransport, now: () => number, signal?: AbortSignal): Promise<PrinterHealth> {
  const status = await transport.status(signal)
  const obstacle = obstacleOf(status)
  return { status, trouble: obstacle && printerErrors[obstacle], at: now() }
}
