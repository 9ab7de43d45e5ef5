import type { BrowserContext } from '@playwright/test'

export type Kind = 'serial' | 'usb' | 'bluetooth'

export interface FakeDevices {
  /** Bytes that reached each printer since the last call. */
  take(kind: Kind): Uint8Array
  /** Interrupts the next ticket after its first chunk. */
  breakOff(): void
}

/**
 * Puts fake printers behind the browser's device interfaces, with their rules: a port is opened once and closed unlocked,
 * a USB interface is claimed before it accepts data, a Bluetooth device is forgotten with the page. A user has to allow
 * each before it is listed.
 */
export async function fakeDevices(context: BrowserContext): Promise<FakeDevices> {
  const bytes: Record<Kind, number[]> = { serial: [], usb: [], bluetooth: [] }
  let broken = false
  await context.exposeFunction('takeBytes', (kind: Kind, piece: number[]): boolean => {
    bytes[kind].push(...piece)
    const breaks = broken
    broken = false
    return !breaks
  })
  await context.addInitScript(installDevices)
  return {
    take: (kind) => Uint8Array.from(bytes[kind].splice(0)),
    breakOff: () => {
      broken = true
    },
  }
}

/** Runs in the page, so it must not use anything outside this function. */
function installDevices(): void {
  const take = (window as unknown as { takeBytes: (kind: string, piece: number[]) => Promise<boolean> }).takeBytes
  const allowed = (kind: string): boolean => localStorage.getItem(`fake.${kind}`) === '1'
  const allow = (kind: string): void => localStorage.setItem(`fake.${kind}`, '1')
  const fail = (name: string): never => {
    throw new DOMException('as the browser would', name)
  }
  const put = async (kind: string, piece: Uint8Array): Promise<void> => {
    if (!(await take(kind, [...piece]))) fail('NetworkError')
  }
  const define = (name: string, value: object): void => void Object.defineProperty(navigator, name, { value, configurable: true })

  let writable: WritableStream<Uint8Array> | null = null
  const port = {
    getInfo: () => ({ usbVendorId: 0x0403, usbProductId: 0x6001 }),
    async open({ baudRate }: { baudRate: number }) {
      if (writable) fail('InvalidStateError')
      if (baudRate !== 19_200) fail('NetworkError')
      writable = new WritableStream({ write: (piece) => put('serial', piece) })
    },
    async close() {
      if (writable?.locked) fail('TypeError')
      writable = null
    },
    get writable() {
      return writable
    },
  }
  define('serial', {
    getPorts: async () => (allowed('serial') ? [port] : []),
    requestPort: async () => {
      allow('serial')
      return port
    },
  })

  let open = false
  let claimed = -1
  const face = (interfaceNumber: number, interfaceClass: number, endpointNumber: number) => ({
    interfaceNumber,
    alternates: [{ alternateSetting: 0, interfaceClass, endpoints: [{ endpointNumber, direction: 'out', type: 'bulk' }] }],
  })
  const device = {
    vendorId: 0x04b8,
    productId: 0x0202,
    productName: 'TM-T20',
    serialNumber: 'A1',
    configuration: null as object | null,
    async open() {
      open = true
    },
    async close() {
      open = false
      claimed = -1
    },
    async selectConfiguration(number: number) {
      if (!open || number !== 1) fail('InvalidStateError')
      device.configuration = { interfaces: [face(0, 255, 1), face(1, 7, 3)] }
    },
    async claimInterface(number: number) {
      if (!open || !device.configuration) fail('InvalidStateError')
      claimed = number
    },
    async transferOut(endpoint: number, piece: Uint8Array) {
      if (claimed !== 1 || endpoint !== 3) fail('InvalidAccessError')
      await put('usb', piece)
      return { status: 'ok', bytesWritten: piece.length }
    },
  }
  define('usb', {
    getDevices: async () => (allowed('usb') ? [device] : []),
    requestDevice: async ({ filters }: { filters: { classCode: number }[] }) => {
      if (filters[0]?.classCode !== 7) fail('NotFoundError')
      allow('usb')
      return device
    },
  })

  let connected = false
  const outlet = {
    properties: { write: false },
    async writeValueWithoutResponse(piece: Uint8Array) {
      if (!connected || piece.length > 182) fail('NetworkError')
      await put('bluetooth', piece)
    },
  }
  const services: Record<string, string> = {
    '49535343-fe7d-4ae5-8fa9-9fafd205e455': '49535343-8841-43f4-a8d4-ecbe34729bb3',
  }
  const gatt = {
    async connect() {
      connected = true
      return gatt
    },
    disconnect() {
      connected = false
    },
    async getPrimaryService(service: string) {
      if (!connected || !(service in services)) fail('NotFoundError')
      return { getCharacteristic: async (wanted: string) => (wanted === services[service] ? outlet : fail('NotFoundError')) }
    },
  }
  define('bluetooth', {
    getAvailability: async () => localStorage.getItem('fake.no-bluetooth') === null,
    requestDevice: async () => ({ id: 'b7', name: 'MPT-II', gatt }),
  })
}
