import { fileURLToPath } from 'node:url'
import { printerAddress } from '@tiffin/core/printing'
import { printerError } from '@tiffin/core/receipt'

export type PrinterAddress =
  | { kind: 'tcp'; host: string; port: number }
  | { kind: 'usb'; vendor: number; product: number }
  | { kind: 'file'; path: string }
  | { kind: 'virtual'; name: string }

const RAW_PORT = 9100

function url(address: string): URL {
  try {
    return new URL(address)
  } catch (error) {
    throw printerError('printer_bad_address', 0, error)
  }
}

/**
 * Parses `[tcp://]host[:port]` (9100), `usb://vendor:product` (hexadecimal), `file:///path` (a folder if it ends with
 * `/`) or `virtual:name`. Throws PrinterError `printer_bad_address`.
 */
export function parsePrinterAddress(typed: string): PrinterAddress {
  const address = printerAddress(typed)
  const usb = /^usb:\/\/(?:0x)?([0-9a-f]{1,4}):(?:0x)?([0-9a-f]{1,4})\/?$/i.exec(address)
  if (usb) return { kind: 'usb', vendor: Number.parseInt(usb[1] ?? '', 16), product: Number.parseInt(usb[2] ?? '', 16) }
  const virtual = /^virtual:(?:\/\/)?(.*)$/.exec(address)
  if (virtual) return { kind: 'virtual', name: virtual[1] ?? '' }
  const parsed = url(address)
  if (parsed.protocol === 'tcp:' && parsed.hostname !== '' && parsed.pathname.length <= 1 && parsed.port !== '0')
    return { kind: 'tcp', host: parsed.hostname.replaceAll(/^\[|\]$/g, ''), port: Number(parsed.port || RAW_PORT) }
  if (parsed.protocol === 'file:' && parsed.host === '') return { kind: 'file', path: fileURLToPath(parsed) }
  throw printerError('printer_bad_address')
}
