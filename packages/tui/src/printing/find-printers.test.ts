import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expandAddress, findPrinters } from './find-printers.ts'

const noUsb = () => Promise.reject(new Error('no libusb'))
const tcp = { connect: 1000, status: 100 }

describe('finding printers', () => {
  let server: Server
  let silent = ''
  let closed = ''
  beforeAll(async () => {
    const listen = () =>
      new Promise<Server>((resolve) => {
        const opened = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1', () => resolve(opened))
      })
    const addressOf = (item: Server) => `tcp://127.0.0.1:${(item.address() as { port: number }).port}`
    server = await listen()
    silent = addressOf(server)
    const gone = await listen()
    closed = addressOf(gone)
    await new Promise((resolve) => gone.close(resolve))
  })
  afterAll(() => server.close())

  it('PRINT-10 PRINT-11: finds a printer that accepts connections, even a silent one, but not one that refuses them', async () => {
    const found = await findPrinters({ scan: [silent, closed, silent], tcp, load: noUsb })
    expect(found).toEqual([{ address: silent, name: silent.slice('tcp://'.length) }])
  })

  it('PRINT-10 PRINT-11: finds printers that are plugged in', async () => {
    const library = { findPrinter: () => [{ deviceDescriptor: { idVendor: 0x0416, idProduct: 0x5011 } }] }
    const load = () => Promise.resolve(library as never)
    expect(await findPrinters({ load })).toEqual([{ address: 'usb://0416:5011', name: 'USB 0416:5011' }])
  })

  it.each([
    ['tcp://10.0.0.7', ['tcp://10.0.0.7']],
    ['tcp://10.0.0.7-9', ['tcp://10.0.0.7', 'tcp://10.0.0.8', 'tcp://10.0.0.9']],
    ['10.0.0.7-8', ['tcp://10.0.0.7', 'tcp://10.0.0.8']],
    ['tcp://10.0.0.254-255:9101', ['tcp://10.0.0.254:9101', 'tcp://10.0.0.255:9101']],
  ])('%s', (address, addresses) => {
    expect(expandAddress(address)).toEqual(addresses)
  })

  it.each([
    ['tcp://10.0.0.9-7', 'printer_bad_range'],
    ['tcp://10.0.0.1-256', 'printer_bad_range'],
    ['tcp://10.0.0.1-', 'printer_bad_range'],
    ['tcp://10.0.0.-7:9100', 'printer_bad_range'],
    ['tcp://10.0.0-7', 'printer_bad_range'],
    ['tcp://10.0.0.1-10.0.0.7', 'printer_bad_range'],
    ['http://10.0.0.1', 'printer_bad_address'],
    ['', 'printer_bad_address'],
  ])('PRINT-11: %o is invalid: %s', async (address, code) => {
    await expect(findPrinters({ scan: [address], load: noUsb })).rejects.toMatchObject({ code })
  })

  it('a name with a hyphen is not a range', () => {
    expect(expandAddress('tcp://10-0-0-7.example')).toEqual(['tcp://10-0-0-7.example'])
  })

  it('asks no more addresses than a network has', async () => {
    const scan = ['tcp://10.0.0.0-255', 'tcp://10.0.1.0-255']
    await expect(findPrinters({ scan, load: noUsb })).rejects.toMatchObject({ code: 'printer_bad_address' })
  })
})
