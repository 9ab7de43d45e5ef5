import type { PrinterTransport } from '@tiffin/core/receipt'
import { parsePrinterAddress } from './address.ts'
import { createFilePrinter } from './file-printer.ts'
import { createTcpPrinter, type TcpTimeouts } from './tcp-printer.ts'
import { createUsbPrinter } from './usb-printer.ts'
import { createVirtualPrinter } from './virtual-printer.ts'

export interface OpenPrinterOptions {
  tcp?: Partial<TcpTimeouts>
  /** Receives the output of a virtual printer. */
  onPaper?: (bytes: Uint8Array) => void
}

/** Opens the transport of an address (PRINT-10); it connects only when something is sent. Throws PrinterError. */
export function openPrinter(address: string, { tcp, onPaper = () => {} }: OpenPrinterOptions = {}): PrinterTransport {
  const parsed = parsePrinterAddress(address)
  switch (parsed.kind) {
    case 'tcp':
      return createTcpPrinter(parsed.host, parsed.port, tcp)
    case 'usb':
      return createUsbPrinter(parsed.vendor, parsed.product)
    case 'file':
      return createFilePrinter(parsed.path)
    case 'virtual':
      return createVirtualPrinter(parsed.name, onPaper)
  }
}
