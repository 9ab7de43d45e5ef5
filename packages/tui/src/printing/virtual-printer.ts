import type { PrinterTransport } from '@tiffin/core/receipt'
import { printerError } from '@tiffin/core/receipt'

/** A printer without hardware; `onPaper` receives each ticket's bytes for display. */
export const createVirtualPrinter = (name: string, onPaper: (bytes: Uint8Array) => void): PrinterTransport => ({
  name: name === '' ? 'virtual' : name,
  kind: 'virtual',
  status: () => Promise.resolve({ online: 'yes', paper: 'ok', cover: 'closed' }),
  async send(bytes, { onFirstByte, signal } = {}) {
    if (signal?.aborted) throw printerError('printer_cancelled')
    await onFirstByte?.()
    onPaper(bytes)
    return { sent: bytes.length }
  },
})
