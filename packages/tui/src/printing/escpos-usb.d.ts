declare module 'escpos-usb' {
  /** A device of the usb library, as far as printing needs it. */
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
