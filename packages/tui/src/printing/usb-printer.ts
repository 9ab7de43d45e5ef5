import type USB from 'escpos-usb'
import type { FoundPrinter } from '@tiffin/core/printing'
import { printerError, type PrinterStatus, type PrinterTransport, throwIfStopped, unknownStatus } from '@tiffin/core/receipt'

type UsbLibrary = typeof USB
/** Loads the library on first use: it contains native code that some machines can't run. */
export type LoadUsb = () => Promise<UsbLibrary>
const loadUsb: LoadUsb = async () => (await import('escpos-usb')).default

const CHUNK = 4096
const STALL = 8000

/** Settles when `start` calls back, or rejects after `ms`. */
function callWithTimeout(start: (done: (error?: Error | null) => void) => unknown, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(printerError('printer_timeout')), ms)
    const done = (error?: Error | null) => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve()
    }
    try {
      start(done)
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
}

const hex = (number: number): string => number.toString(16).padStart(4, '0')
const addressOf = (vendor: number, product: number): string => `usb://${hex(vendor)}:${hex(product)}`

/** USB printers that are plugged in; empty if there is no USB or its library can't be loaded. */
export async function listUsbPrinters(load: LoadUsb = loadUsb): Promise<FoundPrinter[]> {
  try {
    const library = await load()
    return library.findPrinter().map(({ deviceDescriptor: { idVendor, idProduct } }) => {
      return { address: addressOf(idVendor, idProduct), name: `USB ${hex(idVendor)}:${hex(idProduct)}` }
    })
  } catch {
    return []
  }
}

/** A USB printer (PRINT-13); the library reports only whether it is plugged in, not its paper. */
export function createUsbPrinter(
  vendor: number,
  product: number,
  { load = loadUsb, stall = STALL }: { load?: LoadUsb; stall?: number } = {},
): PrinterTransport {
  return {
    name: `USB ${hex(vendor)}:${hex(product)}`,
    kind: 'usb',
    async status(): Promise<PrinterStatus> {
      const address = addressOf(vendor, product)
      const plugged = (await listUsbPrinters(load)).some((found) => found.address === address)
      return { ...unknownStatus, online: plugged ? 'unknown' : 'no' }
    },
    async send(bytes, sending = {}) {
      let device: USB | undefined
      let sent = 0
      const close = () => callWithTimeout((done) => device?.close(done) ?? done(), stall).catch(() => {})
      try {
        const library = await load()
        const opened = new library(vendor, product)
        device = opened
        await callWithTimeout((done) => opened.open(done), stall)
        if (sending.signal?.aborted) throw printerError('printer_cancelled')
      } catch (error) {
        await close()
        if (sending.signal?.aborted) throw error
        throw printerError('printer_not_found', 0, error)
      }
      try {
        await sending.onFirstByte?.()
        for (let at = 0; at < bytes.length; at += CHUNK) {
          throwIfStopped(sending, sent)
          const chunk = bytes.subarray(at, at + CHUNK)
          const before = sent
          sent += chunk.length
          const open = device
          await callWithTimeout((done) => open.write(Buffer.from(chunk), done), stall).catch((error: unknown) => {
            const stalled = error instanceof Error && error.name === 'PrinterError'
            throw printerError(stalled ? 'printer_timeout' : 'printer_broke_off', Math.max(before, sent), error)
          })
        }
        return { sent }
      } finally {
        await close()
      }
    },
  }
}
