import type { FoundPrinter } from '@tiffin/core/printing'
import { printerError, type PrinterTransport, unknownStatus } from '@tiffin/core/receipt'
import type { DeviceNavigator, UsbDevice, UsbEndpoint } from './device-types.ts'
import { hex } from './hex.ts'
import { awaitSetup, sendChunks } from './send-chunks.ts'

const CHUNK = 4096
/** The USB device class of printers. */
const PRINTER_CLASS = 7

const addressOf = ({ vendorId, productId, serialNumber }: UsbDevice): string =>
  `usb:${hex(vendorId)}:${hex(productId)}:${serialNumber ?? ''}`
const asFound = (device: UsbDevice): FoundPrinter => ({
  address: addressOf(device),
  name: device.productName || `USB ${hex(device.vendorId)}:${hex(device.productId)}`,
})

/** USB printers that this browser may use (PRINT-11). */
export const listUsbPrinters = async ({ usb }: DeviceNavigator): Promise<FoundPrinter[]> =>
  ((await usb?.getDevices()) ?? []).map(asFound)

/** Lets the user choose a printer. */
export async function addUsbPrinter({ usb }: DeviceNavigator): Promise<FoundPrinter | undefined> {
  const device = await usb?.requestDevice({ filters: [{ classCode: PRINTER_CLASS }] })
  return device && asFound(device)
}

interface TicketEndpoint {
  number: number
  alternate: number
  endpoint: UsbEndpoint
}

/** The endpoint for tickets; some printers do not declare the printer class. */
function ticketEndpointOf({ configuration }: UsbDevice): TicketEndpoint | undefined {
  const outlets = (configuration?.interfaces ?? []).flatMap(({ interfaceNumber, alternates }) =>
    alternates.flatMap(({ alternateSetting, interfaceClass, endpoints }) =>
      endpoints
        .filter(({ direction, type }) => direction === 'out' && type === 'bulk')
        .map((endpoint) => ({ number: interfaceNumber, alternate: alternateSetting, endpoint, interfaceClass })),
    ),
  )
  return outlets.find(({ interfaceClass }) => interfaceClass === PRINTER_CLASS) ?? outlets[0]
}

async function openEndpoint(device: UsbDevice): Promise<TicketEndpoint> {
  await device.open()
  if (!device.configuration) await device.selectConfiguration(1)
  const outlet = ticketEndpointOf(device)
  if (!outlet) throw printerError('printer_refused')
  await device.claimInterface(outlet.number)
  if (outlet.alternate !== 0) await device.selectAlternateInterface(outlet.number, outlet.alternate)
  return outlet
}

/** A USB printer; open only while printing, so that other programs can use it. */
export const createUsbPrinter = (browser: DeviceNavigator, address: string): PrinterTransport => {
  const find = async () => ((await browser.usb?.getDevices()) ?? []).find((device) => addressOf(device) === address)
  return {
    name: address,
    kind: 'usb',
    status: async () => ({ ...unknownStatus, online: (await find()) ? 'unknown' : 'no' }),
    async send(bytes, options = {}) {
      const device = await find()
      if (!device) throw printerError('printer_not_found')
      try {
        const { endpoint } = await awaitSetup(openEndpoint(device), 'printer_refused')
        const write = async (piece: Uint8Array): Promise<void> => {
          const { status, bytesWritten } = await device.transferOut(endpoint.endpointNumber, piece)
          if (status !== 'ok' || bytesWritten !== piece.length) throw printerError('printer_broke_off')
        }
        return await sendChunks(bytes, CHUNK, write, options)
      } finally {
        await device.close().catch(() => {})
      }
    },
  }
}
