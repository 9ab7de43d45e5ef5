import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'
import { decodeEscpos, type PrinterOutput, paperText } from './escpos-decoder.ts'

type Done = (error?: Error | null) => void

/** A printer on a cable that can be pulled out. */
export interface FakeUsbPrinter {
  address: string
  /** The bytes received each time it was opened, one entry for each time. */
  readonly jobs: readonly Uint8Array[]
  paper(job?: number): PrinterOutput
  text(job?: number): string
  unplug(): void
  /** Unplugs the cable in the middle of the next ticket. */
  unplugAfter(bytes: number): void
}

const [VENDOR, PRODUCT] = [0x04b8, 0x0202]
const PRINTER_CLASS = 7

/**
 * Replaces the `usb` library with a fake that has the interface `escpos-usb` needs; `escpos-usb` itself stays real. At
 * most one printer is plugged in, and each time it is a new device, like real ones. Call it before printing.
 */
export function installFakeUsb(): { plugIn(): FakeUsbPrinter } {
  const devices: object[] = []
  const events = Object.assign(new EventEmitter(), { unrefHotplugEvents() {} })
  const library = {
    usb: events,
    getDeviceList: () => devices,
    findByIds: (vendor: number, product: number) => (vendor === VENDOR && product === PRODUCT ? devices[0] : undefined),
  }
  const adapter = createRequire(path.resolve(import.meta.dirname, '../../packages/tui/package.json')).resolve('escpos-usb')
  const ofAdapter = createRequire(adapter)
  const file = ofAdapter.resolve('usb')
  ofAdapter.cache[file] = Object.assign(Object.create(null) as NodeJS.Module, {
    id: file,
    filename: file,
    loaded: true,
    exports: library,
  })

  function plugIn(): FakeUsbPrinter {
    const jobs: Uint8Array[] = []
    let available = Number.POSITIVE_INFINITY
    const isPlugged = () => devices.includes(device)
    const assertPlugged = () => {
      if (!isPlugged()) throw new Error('LIBUSB_ERROR_NO_DEVICE')
    }
    function unplug(): void {
      if (!isPlugged()) return
      devices.splice(0)
      events.emit('detach', device)
    }
    function transfer(data: Buffer, done: Done): void {
      if (!isPlugged()) {
        setImmediate(() => done(new Error('LIBUSB_TRANSFER_NO_DEVICE')))
        return
      }
      const printed = data.subarray(0, available)
      const job = jobs.length - 1
      jobs[job] = Uint8Array.from([...(jobs[job] ?? []), ...printed])
      available -= printed.length
      if (available === 0) unplug()
      setImmediate(() => done(isPlugged() ? null : new Error('LIBUSB_TRANSFER_NO_DEVICE')))
    }
    const face = {
      altSetting: 0,
      endpoints: [{ direction: 'out', transfer }],
      setAltSetting: (_setting: number, done: Done) => void setImmediate(done),
      isKernelDriverActive: () => true,
      detachKernelDriver() {},
      claim: assertPlugged,
    }
    const device = {
      deviceDescriptor: { idVendor: VENDOR, idProduct: PRODUCT },
      configDescriptor: { interfaces: [[{ bInterfaceClass: PRINTER_CLASS }]] },
      interfaces: undefined as object[] | undefined,
      open() {
        assertPlugged()
        device.interfaces = [face]
        jobs.push(new Uint8Array())
      },
      close: () => void (device.interfaces = undefined),
    }
    devices.splice(0, devices.length, device)
    const paper = (job = jobs.length - 1) => decodeEscpos(jobs[job] ?? new Uint8Array())
    return {
      address: `usb://${VENDOR.toString(16).padStart(4, '0')}:${PRODUCT.toString(16).padStart(4, '0')}`,
      jobs,
      paper,
      text: (job) => paperText(paper(job)),
      unplug,
      unplugAfter: (bytes) => void (available = bytes),
    }
  }
  return { plugIn }
}
