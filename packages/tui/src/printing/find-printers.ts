import { type FoundPrinter, printerAddress } from '@tiffin/core/printing'
import { printerError } from '@tiffin/core/receipt'
import { openPrinter, type OpenPrinterOptions } from './open-printer.ts'
import { listUsbPrinters, type LoadUsb } from './usb-printer.ts'

export interface FindOptions {
  /** Addresses to ask, such as `192.168.1.50` or `192.168.1.20-60` for a range. */
  scan?: readonly string[]
  tcp?: OpenPrinterOptions['tcp']
  load?: LoadUsb
}

/** More would take minutes and look like an attack on the network. */
const MAX_ADDRESSES = 256
/** Long enough within the local network. */
const times = { connect: 800, status: 700 }

/** Numbers with a hyphen. Treated as a host name, a mistyped range would fail without explanation. */
const ranged = /^tcp:\/\/(?:\d{1,3}\.){1,3}\d{0,3}-[\d.-]*(?::\d*)?\/?$/

/** The addresses of a range: its last number counts up. Throws PrinterError `printer_bad_range`. */
export function expandAddress(typed: string): string[] {
  const address = printerAddress(typed)
  if (!ranged.test(address)) return [address]
  const range = /^(tcp:\/\/(?:\d{1,3}\.){3})(\d{1,3})-(\d{1,3})(:\d+)?\/?$/.exec(address)
  const [, network = '', first = '', last = '', port = ''] = range ?? []
  const [from, to] = [Number(first), Number(last)]
  if (!range || from > to || to > 255) throw printerError('printer_bad_range')
  return Array.from({ length: to - from + 1 }, (_, index) => `${network}${from + index}${port}`)
}

/**
 * Printers that are plugged in, and those of the given addresses that respond (PRINT-10, PRINT-11). Nothing is printed.
 */
export async function findPrinters({ scan = [], tcp = times, load }: FindOptions = {}): Promise<FoundPrinter[]> {
  const addresses = [...new Set(scan.flatMap(expandAddress))]
  if (addresses.length > MAX_ADDRESSES) throw printerError('printer_bad_address')
  const [plugged, replies] = await Promise.all([
    listUsbPrinters(load),
    Promise.all(
      addresses.map(async (address): Promise<FoundPrinter | undefined> => {
        const { name, status, model } = openPrinter(address, { tcp })
        const { online, cover } = await status()
        // A printer that reports that it can't print is present nevertheless.
        if (online === 'no' && cover === 'unknown') return undefined
        return { address, name: (await model?.()) ?? name }
      }),
    ),
  ])
  return [...plugged, ...replies.filter((found) => found !== undefined)]
}
