import type { FoundPrinter } from '@tiffin/core/printing'
import { printerError, type PrinterTransport, unknownStatus } from '@tiffin/core/receipt'
import type { BluetoothDevice, DeviceNavigator, GattServer } from './device-types.ts'
import { before, sendChunks } from './send-chunks.ts'

/** The smallest piece that printers in use agree on beyond 20 bytes. */
const PIECE = 100

/** Services and the characteristic that takes tickets, by makers of printers. */
const outlets = [
  ['000018f0-0000-1000-8000-00805f9b34fb', '00002af1-0000-1000-8000-00805f9b34fb'],
  ['e7810a71-73ae-499d-8c15-faa9aef0c3f2', 'bef8d6c9-9c21-4c9e-b632-bd58c1009f9f'],
  ['49535343-fe7d-4ae5-8fa9-9fafd205e455', '49535343-8841-43f4-a8d4-ecbe34729bb3'],
  ['0000ff00-0000-1000-8000-00805f9b34fb', '0000ff02-0000-1000-8000-00805f9b34fb'],
] as const

const addressOf = ({ id }: BluetoothDevice): string => `bluetooth:${id}`
const asFound = (device: BluetoothDevice): FoundPrinter => ({ address: addressOf(device), name: device.name || device.id })

async function outletOf(server: GattServer) {
  for (const [service, characteristic] of outlets) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the first that there is
      return await (await server.getPrimaryService(service)).getCharacteristic(characteristic)
    } catch {
      // Another maker's.
    }
  }
  throw printerError('printer_refused')
}

/** Bluetooth printers of one page: many browsers know a device only until the page is left. */
export function createBluetooth(browser: DeviceNavigator) {
  const met = new Map<string, BluetoothDevice>()

  async function devices(): Promise<Map<string, BluetoothDevice>> {
    for (const device of (await browser.bluetooth?.getDevices?.()) ?? []) met.set(addressOf(device), device)
    return met
  }

  return {
    list: async (): Promise<FoundPrinter[]> => [...(await devices()).values()].map(asFound),

    /** Lets the person choose a printer; throws `printer_no_permission` where Bluetooth is forbidden (PRINT-11). */
    async add(): Promise<FoundPrinter | undefined> {
      const optionalServices = outlets.map(([service]) => service)
      const device = await browser.bluetooth?.requestDevice({ acceptAllDevices: true, optionalServices })
      if (!device) return undefined
      met.set(addressOf(device), device)
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
          const server = await before(gatt.connect(), 'printer_unreachable')
          const outlet = await before(outletOf(server), 'printer_refused')
          const write = (piece: Uint8Array) =>
            outlet.properties.write ? outlet.writeValueWithResponse(piece) : outlet.writeValueWithoutResponse(piece)
          return await sendChunks(bytes, PIECE, write, options)
        } finally {
          gatt.disconnect()
        }
      },
    }),
  }
}
