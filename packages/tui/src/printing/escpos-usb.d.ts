declare module 'escpos-usb' {
  /** The parts of the usb library's device that printing needs. */
  export interface UsbDevice {
    deviceDescriptor: { idVendor: number; idProduct: number }
  }
  class USB {
    constructor(vendorOrDevice?: number | UsbDevice, product?: number)
    static findPrinter(): UsbDevice[]
    open(done: (error: Error | null) => void): this
    write(data: Buffer, done: (error?: Error | null) => void): this
    close(done?: (error: Error | null) => void): this
    on(event: 'detach', listener: () => void): this
  }
  export default USB
}
