import type { FoundPrinter } from '@tiffin/core/printing'
import { printerError, type PrinterTransport, unknownStatus } from '@tiffin/core/receipt'
import type { DeviceNavigator, SerialPort } from './device-types.ts'
import { hex } from './hex.ts'
import { awaitSetup, sendChunks } from './send-chunks.ts'

const CHUNK = 4096

export const serialSpeeds = [9600, 19_200, 38_400, 57_600, 115_200] as const

/** Serial ports that this browser may use, each under a stable address (PRINT-11). */
async function ports({ serial }: DeviceNavigator): Promise<Map<string, { port: SerialPort; name: string }>> {
  const found = new Map<string, { port: SerialPort; name: string }>()
  for (const port of (await serial?.getPorts()) ?? []) {
    const { usbVendorId = 0, usbProductId = 0 } = port.getInfo()
    const ids = `${hex(usbVendorId)}:${hex(usbProductId)}`
    // Identical adapters are numbered in order.
    const number = [...found.keys()].filter((address) => address.startsWith(`serial:${ids}`)).length
    found.set(`serial:${ids}:${number}`, { port, name: usbVendorId === 0 ? `Serial ${number + 1}` : `Serial ${ids}` })
  }
  return found
}

/** Printers on serial ports, including virtual ones over USB. */
export async function listSerialPrinters(browser: DeviceNavigator): Promise<FoundPrinter[]> {
  return [...(await ports(browser))].map(([address, { name }]) => ({ address, name }))
}

/** Lets the user choose a port. */
export async function addSerialPrinter(browser: DeviceNavigator): Promise<FoundPrinter | undefined> {
  const chosen = await browser.serial?.requestPort()
  const all = [...(await ports(browser))]
  const known = all.find(([, { port }]) => port === chosen)
  return known && { address: known[0], name: known[1].name }
}

/** A printer on a serial port; open only while printing, so that other programs can use it. */
export const createSerialPrinter = (
  browser: DeviceNavigator,
  address: string,
  speed: (address: string) => number,
): PrinterTransport => ({
  name: address,
  kind: 'serial',
  status: async () => ({ ...unknownStatus, online: (await ports(browser)).has(address) ? 'unknown' : 'no' }),
  async send(bytes, options = {}) {
    const port = (await ports(browser)).get(address)?.port
    if (!port) throw printerError('printer_not_found')
    await awaitSetup(port.open({ baudRate: speed(address) }), 'printer_refused')
    const writer = port.writable?.getWriter()
    try {
      if (!writer) throw printerError('printer_refused')
      const result = await sendChunks(bytes, CHUNK, (piece) => writer.write(piece), options)
      // Resolves when the last byte has left the computer.
      await writer.close()
      return result
    } catch (error) {
      await writer?.abort().catch(() => {})
      throw error
    } finally {
      await port.close().catch(() => {})
    }
  },
})
