import type { Storage } from '@tiffin/core'
import { type FoundPrinter, KITCHEN } from '@tiffin/core/printing'
import { pageSizes, printerError, type PrinterTransport, unknownStatus } from '@tiffin/core/receipt'
import { createBluetooth } from './bluetooth-printers.ts'
import type { DeviceNavigator } from './device-types.ts'
import { createPagePrinter } from './page-printer.ts'
import { addSerialPrinter, createSerialPrinter, listSerialPrinters, serialSpeeds } from './serial-printers.ts'
import type { DeviceKind } from './support.ts'
import { addUsbPrinter, createUsbPrinter, listUsbPrinters } from './usb-printers.ts'

export const pageAddresses = pageSizes.map((size) => `page:${size}`)

const speedKey = (address: string): string => `printer_speed.${address}`
const TRUST = 'printer_trust'

/** The printers of one browser (PRINT-10): opened by address, found and added. */
export interface BrowserPrinters {
  /** Opens the transport of an address; throws PrinterError. */
  open(address: string): PrinterTransport
  /** Devices that the user has permitted before. */
  find(): Promise<FoundPrinter[]>
  /** Asks the user for a device; undefined if they choose none. Throws PrinterError. */
  add(kind: DeviceKind): Promise<FoundPrinter | undefined>
  speed(address: string): number
  setSpeed(address: string, speed: number): void
  /** Whether a page counts as printed when its dialog closes, without asking. */
  trusts(): boolean
  setTrusts(trusts: boolean): void
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

export function createBrowserPrinters(options: {
  browser: DeviceNavigator
  storage: Storage
  ask: () => Promise<boolean>
}): BrowserPrinters {
  const { browser, storage, ask } = options
  const bluetooth = createBluetooth(browser)
  const speed = (address: string): number =>
    serialSpeeds.find((serialSpeed) => String(serialSpeed) === storage.get(speedKey(address))) ?? serialSpeeds[0]
  const trusts = (): boolean => storage.get(TRUST) === '1'
  const adders = {
    serial: () => addSerialPrinter(browser),
    usb: () => addUsbPrinter(browser),
    bluetooth: () => bluetooth.add(),
  }
  return {
    open(address) {
      // Tickets for these are queued, and a terminal board takes them.
      if (address.startsWith(KITCHEN))
        return {
          name: address,
          kind: 'elsewhere',
          status: () => Promise.resolve(unknownStatus),
          send: () => Promise.reject(printerError('printer_not_found')),
        }
      const size = pageSizes.find((pageSize) => address === `page:${pageSize}`)
      if (size) return createPagePrinter(size, (closed) => (trusts() ? closed.then(() => true) : ask()))
      if (address.startsWith('serial:')) return createSerialPrinter(browser, address, speed)
      if (address.startsWith('usb:')) return createUsbPrinter(browser, address)
      if (address.startsWith('bluetooth:')) return bluetooth.open(address)
      throw printerError('printer_bad_address')
    },
    async find() {
      return (await Promise.all([listSerialPrinters(browser), listUsbPrinters(browser), bluetooth.list()])).flat()
    },
    async add(kind) {
      try {
        return await adders[kind]()
      } catch (error) {
        // Closing the browser's list means choosing none.
        if (nameOf(error) === 'NotFoundError') return undefined
        throw kind === 'bluetooth' ? printerError('printer_no_permission', 0, error) : printerError('printer_failed', 0, error)
      }
    },
    speed,
    setSpeed: (address, requested) => storage.set(speedKey(address), String(requested)),
    trusts,
    setTrusts: (target) => storage.set(TRUST, target ? '1' : undefined),
  }
}
