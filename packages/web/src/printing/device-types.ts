// The parts of Web Serial, WebUSB and Web Bluetooth that printing needs; TypeScript's library lacks them.

export interface SerialPort {
  getInfo(): { usbVendorId?: number; usbProductId?: number }
  open(options: { baudRate: number }): Promise<void>
  close(): Promise<void>
  readonly writable: WritableStream<Uint8Array> | null
}

export interface UsbEndpoint {
  endpointNumber: number
  direction: 'in' | 'out'
  type: 'bulk' | 'interrupt' | 'isochronous'
}
interface UsbAlternate {
  alternateSetting: number
  interfaceClass: number
  endpoints: readonly UsbEndpoint[]
}
interface UsbInterface {
  interfaceNumber: number
  alternates: readonly UsbAlternate[]
}
export interface UsbDevice {
  vendorId: number
  productId: number
  productName?: string | null
  serialNumber?: string | null
  configuration: { interfaces: readonly UsbInterface[] } | null
  open(): Promise<void>
  close(): Promise<void>
  selectConfiguration(number: number): Promise<void>
  claimInterface(number: number): Promise<void>
  selectAlternateInterface(number: number, alternate: number): Promise<void>
  transferOut(endpoint: number, data: Uint8Array): Promise<{ status: 'ok' | 'stall' | 'babble'; bytesWritten: number }>
}

interface Characteristic {
  properties: { write: boolean }
  writeValueWithResponse(data: Uint8Array): Promise<void>
  writeValueWithoutResponse(data: Uint8Array): Promise<void>
}
export interface GattServer {
  connect(): Promise<GattServer>
  disconnect(): void
  getPrimaryService(uuid: string): Promise<{ getCharacteristic(uuid: string): Promise<Characteristic> }>
}
export interface BluetoothDevice {
  id: string
  name?: string | null
  gatt?: GattServer
}

/** Browser APIs that may be available for printers. */
export interface DeviceNavigator {
  serial?: { getPorts(): Promise<SerialPort[]>; requestPort(): Promise<SerialPort> }
  usb?: { getDevices(): Promise<UsbDevice[]>; requestDevice(options: { filters: { classCode: number }[] }): Promise<UsbDevice> }
  bluetooth?: {
    getAvailability?(): Promise<boolean>
    /** Not in every browser with Bluetooth: without it, a device is known until the page is closed. */
    getDevices?(): Promise<BluetoothDevice[]>
    requestDevice(options: { acceptAllDevices: true; optionalServices: string[] }): Promise<BluetoothDevice>
  }
}
