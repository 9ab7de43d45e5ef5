import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type USB from 'escpos-usb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parsePrinterAddress } from './address.ts'
import { openPrinter } from './open-printer.ts'
import { createUsbPrinter, listUsbPrinters, type LoadUsb } from './usb-printer.ts'

const bytes = Uint8Array.from({ length: 10_000 }, (_, index) => index % 251)

describe('printer addresses', () => {
  it.each([
    ['tcp://10.0.0.7', { kind: 'tcp', host: '10.0.0.7', port: 9100 }],
    ['tcp://kitchen.local:9101', { kind: 'tcp', host: 'kitchen.local', port: 9101 }],
    ['tcp://[::1]:9100', { kind: 'tcp', host: '::1', port: 9100 }],
    ['usb://04b8:0202', { kind: 'usb', vendor: 0x04b8, product: 0x0202 }],
    ['usb://0x4B8:0x202', { kind: 'usb', vendor: 0x04b8, product: 0x0202 }],
    ['virtual:', { kind: 'virtual', name: '' }],
    ['virtual:paper', { kind: 'virtual', name: 'paper' }],
  ])('%s', (address, parsed) => {
    expect(parsePrinterAddress(address)).toEqual(parsed)
  })

  it.each([
    '',
    'printer',
    'tcp://',
    'tcp://host:0',
    'tcp://host:70000',
    'tcp://host/path',
    'usb://printer',
    'usb://1:2:3',
    'http://host',
  ])('%o is invalid', (address) => {
    expect(() => parsePrinterAddress(address)).toThrow(expect.objectContaining({ code: 'printer_bad_address', bytes_sent: 0 }))
  })
})

describe('file printer', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tiffin-printer-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const at = (name: string) => openPrinter(pathToFileURL(join(folder, name)).href)

  it('appends one ticket after another', async () => {
    const printer = at('tickets.bin')
    expect(await printer.send(bytes)).toEqual({ sent: bytes.length })
    await printer.send(bytes)
    expect((await readFile(join(folder, 'tickets.bin'))).equals(Buffer.concat([bytes, bytes]))).toBe(true)
    expect(await printer.status()).toMatchObject({ paper: 'unknown' })
  })

  it('puts each ticket into a separate file, which appears complete', async () => {
    const printer = openPrinter(`${pathToFileURL(join(folder, 'tickets')).href}/`)
    const visible = async () => (await readdir(join(folder, 'tickets'))).filter((name) => !name.startsWith('.'))
    let before: string[] = []
    await printer.send(bytes, { onFirstByte: async () => void (before = await visible()) })
    await printer.send(bytes)
    expect([before.length, (await visible()).length]).toEqual([0, 2])
    for (const name of await visible()) expect((await readFile(join(folder, 'tickets', name))).equals(bytes)).toBe(true)
  })

  it('leaves nothing behind if it may not begin', async () => {
    const refusal = new Error('lease lost')
    for (const address of ['refused/', 'refused.bin'] as const) {
      const printer = openPrinter(pathToFileURL(join(folder, address)).href)
      await expect(printer.send(bytes, { onFirstByte: () => Promise.reject(refusal) })).rejects.toBe(refusal)
    }
    expect(await readdir(join(folder, 'refused'))).toEqual([])
    expect((await stat(join(folder, 'refused.bin'))).size).toBe(0)
  })

  it('KDS-12 KDS-23: stops writing once the lease is over', async () => {
    let asked = 0
    const isOver = () => (asked += 1) > 3
    await expect(at('late.bin').send(bytes, { isOver })).rejects.toMatchObject({ code: 'printer_late', bytes_sent: 4096 })
    expect((await readFile(join(folder, 'late.bin'))).equals(bytes.subarray(0, 4096))).toBe(true)
  })

  it.each(['is over', 'ends while the server is asked'])('KDS-12 KDS-23: creates no file for a lease that %s', async (when) => {
    let late = when === 'is over'
    const printer = openPrinter(`${pathToFileURL(join(folder, 'late')).href}/`)
    const sending = { isOver: () => late, onFirstByte: () => void (late = true) }
    await expect(printer.send(bytes, sending)).rejects.toMatchObject({ code: 'printer_late', bytes_sent: 0 })
    expect(await readdir(join(folder, 'late'))).toEqual([])
  })

  it("reports that it can't be found if its folder is missing or is a file", async () => {
    await at('plain').send(bytes)
    for (const name of ['missing/tickets.bin', 'plain/tickets.bin'])
      await expect(at(name).send(bytes)).rejects.toMatchObject({ code: 'printer_not_found', bytes_sent: 0 })
  })
})

describe('a full disk', () => {
  // The Linux device that is always full.
  it('KDS-12: reports that, and that nothing was printed', async () => {
    const printer = openPrinter('file:///dev/full')
    let begun = 0
    await expect(printer.send(bytes, { onFirstByte: () => void begun++ })).rejects.toMatchObject({
      code: 'printer_disk_full',
      message: 'The disk is full',
      bytes_sent: 0,
    })
    expect(begun).toBe(1)
  })
})

describe('file printer state', () => {
  it('is offline if nothing can be written', async () => {
    const state = async (address: string) => (await openPrinter(address).status()).online
    expect(await state(pathToFileURL(tmpdir()).href)).toBe('unknown')
    expect(await state(pathToFileURL(join(tmpdir(), 'not-there-yet.bin')).href)).toBe('unknown')
    expect(await state('file:///nowhere/at/all.bin')).toBe('no')
  })
})

describe('virtual printer', () => {
  it('passes on its output', async () => {
    const papers: Uint8Array[] = []
    const printer = openPrinter('virtual:', { onPaper: (paper) => void papers.push(paper) })
    expect([await printer.send(bytes), papers]).toEqual([{ sent: bytes.length }, [bytes]])
    await expect(printer.send(bytes, { onFirstByte: () => Promise.reject(new Error('no')) })).rejects.toThrow('no')
    expect(papers).toHaveLength(1)
  })
})

describe('USB printer', () => {
  type Write = (data: Buffer, done: (error?: Error | null) => void) => void
  const plugged = { deviceDescriptor: { idVendor: 0x04b8, idProduct: 0x0202 } }

  /** The library with one printer plugged in. */
  function library(write: Write, opening: Error | null = null) {
    const log: string[] = []
    class Device {
      constructor(vendor?: unknown) {
        if (vendor !== plugged.deviceDescriptor.idVendor) throw new Error('Can not find printer')
      }
      static findPrinter() {
        return [plugged]
      }
      open(done: (error: Error | null) => void) {
        log.push('open')
        done(opening)
        return this
      }
      write(data: Buffer, done: (error?: Error | null) => void) {
        write(data, done)
        return this
      }
      close(done?: (error: Error | null) => void) {
        log.push('close')
        done?.(null)
        return this
      }
      on() {
        return this
      }
    }
    return { log, load: (() => Promise.resolve(Device as unknown as typeof USB)) satisfies LoadUsb }
  }

  it('PRINT-13: is listed with its address and prints', async () => {
    const got: Buffer[] = []
    const { log, load } = library((data, done) => {
      got.push(data)
      done()
    })
    const [found] = await listUsbPrinters(load)
    expect(found).toEqual({ address: 'usb://04b8:0202', name: 'USB 04b8:0202' })
    const online = async (product: number) => (await createUsbPrinter(0x04b8, product, { load }).status()).online
    expect([await online(0x0202), await online(0x0203)]).toEqual(['unknown', 'no'])
    const sent = await createUsbPrinter(0x04b8, 0x0202, { load }).send(bytes, { onFirstByte: () => void log.push('begin') })
    expect([sent.sent, Buffer.concat(got).equals(bytes)]).toEqual([bytes.length, true])
    expect(log).toEqual(['open', 'begin', 'close'])
  })

  it.each([
    ['is not plugged in', 0x1234, library(() => {}).load],
    ["can't be opened", 0x04b8, library(() => {}, new Error('LIBUSB_ERROR_ACCESS')).load],
    ['has no library on this machine', 0x04b8, () => Promise.reject(new Error('libusb-1.0.so: cannot open'))],
  ])('that %s: no byte was sent', async (_, vendor, load) => {
    let begun = false
    const sending = createUsbPrinter(vendor, 0x0202, { load }).send(bytes, { onFirstByte: () => void (begun = true) })
    await expect(sending).rejects.toMatchObject({ code: 'printer_not_found', bytes_sent: 0 })
    expect(begun).toBe(false)
  })

  it.each([
    ['breaks off', 'printer_broke_off', (done: (error: Error) => void) => done(new Error('LIBUSB_TRANSFER_NO_DEVICE'))],
    ['stalls', 'printer_timeout', () => {}],
  ] as const)('that %s at its second chunk: some bytes were sent', async (_, code, second) => {
    let parts = 0
    const { log, load } = library((_data, done) => (++parts === 1 ? done() : second(done)))
    await expect(createUsbPrinter(0x04b8, 0x0202, { load, stall: 50 }).send(bytes)).rejects.toMatchObject({
      code,
      bytes_sent: 8192,
    })
    expect(log.at(-1)).toBe('close')
  })

  it('PRINT-13: gets no further chunk once printing is stopped', async () => {
    const control = new AbortController()
    const { log, load } = library((_data, done) => {
      control.abort()
      done()
    })
    const sending = createUsbPrinter(0x04b8, 0x0202, { load }).send(bytes, { signal: control.signal })
    await expect(sending).rejects.toMatchObject({ code: 'printer_cancelled', bytes_sent: 4096 })
    expect(log.at(-1)).toBe('close')
  })

  it('is not listed without USB, and the real library causes no error', async () => {
    expect(await listUsbPrinters(() => Promise.reject(new Error('no libusb')))).toEqual([])
    expect(Array.isArray(await listUsbPrinters())).toBe(true)
    await expect(createUsbPrinter(0xfffe, 0xfffe).send(bytes)).rejects.toMatchObject({ code: 'printer_not_found', bytes_sent: 0 })
  })
})
