import type { FoundPrinter } from '@tiffin/core/printing'
import { printerError, type PrinterTransport, unknownStatus } from '@tiffin/core/receipt'
import type { BluetoothDevice, DeviceNavigator, GattServer } from './device-types.ts'
import { awaitSetup, sendChunks } from './send-chunks.ts'

/** The smallest chunk above 20 bytes that common printers accept. */
const CHUNK = 100

/** Services and characteristics that accept tickets, by manufacturer. */
const ticketServices = [
  ['000018f0-0000-1000-8000-00805f9b34fb', '00002af1-0000-1000-8000-00805f9b34fb'],
  ['e7810a71-73ae-499d-8c15-faa9aef0c3f2', 'bef8d6c9-9c21-4c9e-b632-bd58c1009f9f'],
  ['49535343-fe7d-4ae5-8fa9-9fafd205e455', '49535343-8841-43f4-a8d4-ecbe34729bb3'],
  ['0000ff00-0000-1000-8000-00805f9b34fb', '0000ff02-0000-1000-8000-00805f9b34fb'],
] as const

const addressOf = ({ id }: BluetoothDevice): string => `bluetooth:${id}`
const asFound = (device: BluetoothDevice): FoundPrinter => ({ address: addressOf(device), name: device.name || device.id })

async function ticketCharacteristicOf(server: GattServer) {
  for (const [service, characteristic] of ticketServices) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- use the first that exists
      return await (await server.getPrimaryService(service)).getCharacteristic(characteristic)
    } catch {
      // Belongs to another manufacturer.
    }
  }
  throw printerError('printer_refused')
}

/** Bluetooth printers of one page: many browsers remember a device only until the page is closed. */
export function createBluetooth(browser: DeviceNavigator) {
  const knownDevices = new Map<string, BluetoothDevice>()

  async function devices(): Promise<Map<string, BluetoothDevice>> {
    for (const device of (await browser.bluetooth?.getDevices?.()) ?? []) knownDevices.set(addressOf(device), device)
    return knownDevices
  }

  return {
    list: async (): Promise<FoundPrinter[]> => [...(await devices()).values()].map(asFound),

    /** Lets the user choose a printer; throws `printer_no_permission` if Bluetooth is blocked (PRINT-11). */
    async add(): Promise<FoundPrinter | undefined> {
      const optionalServices = ticketServices.map(([service]) => service)
      const device = await browser.bluetooth?.requestDevice({ acceptAllDevices: true, optionalServices })
      if (!device) return undefined
      knownDevices.set(addressOf(device), device)
      return asFound(device)
    },

    open: (address: string): PrinterTransport => ({
      name: address,
      kind: 'bluetooth',
      status: async () => ({ ...unknownStatus, online: (await devices()).has(address) ? 'unknown' : 'no' }),
      async send(bytes, options = {}) {
        const gatt = (await devices()).get(address)?.gatt
        if (!gatt) throw printerError('printer_not_found')
        try {
          const server = await awaitSetup(gatt.connect(), 'printer_unreachable')
          const outlet = await awaitSetup(ticketCharacteristicOf(server), 'printer_refused')
          const write = (piece: Uint8Array) =>
            outlet.properties.write ? outlet.writeValueWithResponse(piece) : outlet.writeValueWithoutResponse(piece)
          return await sendChunks(bytes, CHUNK, write, options)
        } finally {
          gatt.disconnect()
        }
      },
    }),
  }
}
