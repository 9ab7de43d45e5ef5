import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { isPrinterError, layoutJob, type PrinterError, printerProfile, renderEscpos, renderText } from '@tiffin/core/receipt'
import { createTcpPrinter, findPrinters, openPrinter } from '@tiffin/tui/printing'
import { type FakePrinter, type FakePrinterOptions, startFakePrinter } from '../fakes/fake-printer.ts'
import { options, order } from './sample-order.ts'
import { fullRunOnly } from '../fixtures/full.ts'

// Limits of the code under test, shortened to make failures quick.
const times = { connect: 2000, status: 100, stall: 400, lease: 2500, close: 100 }
const lines = layoutJob(order, options())
const ticket = renderEscpos(lines, printerProfile('epson'))
/** More than a printer that does not read accepts, less than this machine's kernel buffers. */
const long = new Uint8Array(1024 * 1024).fill(0x41)
/** More than the buffers between two processes hold. */
const enormous = new Uint8Array(24 * 1024 * 1024).fill(0x41)

const open: FakePrinter[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((printer) => printer.close()))
})
async function start(behaviour: FakePrinterOptions = {}) {
  const printer = await startFakePrinter(behaviour)
  open.push(printer)
  return printer
}

async function failure(send: Promise<unknown>): Promise<PrinterError> {
  const error = await send.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isPrinterError(error)) throw new Error(`Not a PrinterError: ${String(error)}`)
  return error
}

describe('ticket over TCP', () => {
  it.each([
    ['a printer that answers', {}],
    ['a printer that cannot answer', { answers: false }],
    ['a printer that cannot answer and never closes its side', { answers: false, keepsOpen: true }],
  ])('PRINT-12: prints completely on %s', async (_, behaviour) => {
    const printer = await start(behaviour)
    let begun = 0
    const { sent } = await openPrinter(printer.address, { tcp: times }).send(ticket, { onFirstByte: () => void begun++ })
    expect([sent, begun]).toEqual([ticket.length, 1])
    const printed = lines.filter(({ kind }) => kind !== 'cut')
    expect(printer.text().trimEnd()).toBe(renderText(printed, 32).trimEnd())
    expect(printer.paper().unknown).toEqual([])
  })

  it('is not delayed twice by a printer that never answers, and asks again once it does', async () => {
    const printer = await start({ answers: false })
    const transport = createTcpPrinter('127.0.0.1', printer.port, times)
    await transport.send(ticket)
    const asked = printer.asked
    await transport.send(ticket)
    expect([printer.jobs.length, printer.asked]).toEqual([2, asked])
    printer.behave({ cover: 'open' })
    expect(await transport.status()).toMatchObject({ cover: 'open' })
    expect(await failure(transport.send(ticket))).toMatchObject({ code: 'printer_cover_open' })
  })

  it('prints one ticket after another', async () => {
    const printer = await start()
    const transport = createTcpPrinter('127.0.0.1', printer.port, times)
    await transport.send(ticket)
    await transport.send(ticket)
    expect(printer.jobs).toHaveLength(2)
    expect(printer.text(1)).toBe(printer.text(0))
  })

  it('sends nothing before onFirstByte allows it, and nothing if it refuses', async () => {
    const printer = await start()
    const transport = createTcpPrinter('127.0.0.1', printer.port, times)
    const refusal = new Error('lease lost')
    const order: string[] = []
    await expect(transport.send(ticket, { onFirstByte: () => Promise.reject(refusal) })).rejects.toBe(refusal)
    expect(printer.jobs).toEqual([])
    await transport.send(ticket, {
      async onFirstByte() {
        await transport.status()
        order.push(`jobs ${printer.jobs.length}`)
      },
    })
    expect(order).toEqual(['jobs 0'])
  })
})

describe('faulty printer', () => {
  it('that refuses: no byte was sent', async () => {
    const printer = await startFakePrinter()
    await printer.close()
    const error = await failure(createTcpPrinter('127.0.0.1', printer.port, times).send(ticket))
    expect(error).toMatchObject({ code: 'printer_refused', bytes_sent: 0 })
  })

  it("that can't be found: no byte was sent", async () => {
    const error = await failure(createTcpPrinter('printer.invalid', 9100, times).send(ticket))
    expect(error).toMatchObject({ code: 'printer_unreachable', bytes_sent: 0 })
  })

  it.each([{ answers: true }, { answers: false }, { answers: false, keepsOpen: true }])(
    'that disconnects in the middle (%o): some bytes were sent',
    async (behaviour) => {
      const printer = await start({ ...behaviour, fault: { kind: 'drop', after: 100 } })
      const error = await failure(createTcpPrinter('127.0.0.1', printer.port, times).send(ticket))
      expect(error.code).toBe('printer_broke_off')
      expect(error.bytes_sent).toBeGreaterThanOrEqual(100)
      expect(error.bytes_sent).toBeLessThanOrEqual(ticket.length)
      expect(printer.jobs[0]).toHaveLength(100)
    },
  )

  // For a printer that never answers, this shows only during writing: closing later is how it signals that it is done.
  it.each([
    [true, ticket],
    [false, enormous],
  ])('KDS-12: that closes its side in the middle (answers: %s) has not printed the rest', async (answers, bytes) => {
    const printer = await start({ answers, fault: { kind: 'end', after: 100 } })
    const error = await failure(createTcpPrinter('127.0.0.1', printer.port, times).send(bytes))
    expect(error).toMatchObject({ code: 'printer_broke_off', bytes_sent: bytes.length })
  })

  it.each([
    ['from the start', 0],
    ['in the middle', 100],
  ])('that stalls %s, although the ticket fits into the buffers', async (_, after) => {
    const printer = await start()
    const transport = createTcpPrinter('127.0.0.1', printer.port, times)
    await transport.status()
    printer.behave({ fault: { kind: 'stall', after } })
    const error = await failure(transport.send(ticket))
    expect(error).toMatchObject({ code: 'printer_timeout', bytes_sent: ticket.length })
  })

  it.each([false, true])(
    'that can’t answer and stops reading has not accepted bytes still in our buffers (keeps open: %s)',
    async (keepsOpen) => {
      const printer = await start({ answers: false, keepsOpen, fault: { kind: 'stall', after: 100 } })
      const error = await failure(createTcpPrinter('127.0.0.1', printer.port, times).send(long))
      expect(error).toMatchObject({ code: 'printer_timeout', bytes_sent: long.length })
      expect(printer.jobs[0]).toHaveLength(100)
    },
  )

  it('KDS-12: that answers late is known to answer: acknowledged bytes do not count as printed', async () => {
    const printer = await start({ slow: 150, fault: { kind: 'no_paper', after: 60 } })
    const error = await failure(openPrinter(printer.address, { tcp: times }).send(ticket))
    expect(error.bytes_sent).toBe(ticket.length)
  })

  it('KDS-12: that answered in an earlier run and is silent now has not printed acknowledged bytes', async () => {
    const printer = await start({ answers: false, keepsOpen: true })
    const send = (answers: boolean) => openPrinter(printer.address, { tcp: times }).send(ticket, { answers })
    expect(await failure(send(true))).toMatchObject({ code: 'printer_timeout', bytes_sent: ticket.length })
    expect(await send(false)).toEqual({ sent: ticket.length })
  })

  it('that stalls with full buffers: counts only bytes that were handed over', async () => {
    const printer = await start({ answers: false, keepsOpen: true, fault: { kind: 'stall', after: 10 } })
    const error = await failure(createTcpPrinter('127.0.0.1', printer.port, times).send(enormous))
    expect(error.code).toBe('printer_timeout')
    expect(error.bytes_sent).toBeGreaterThan(0)
    expect(error.bytes_sent).toBeLessThan(enormous.length)
  })

  it('KDS-12 KDS-23: that wakes up after it was given up gets nothing more, since its CANCELLED may be printed elsewhere', async () => {
    const printer = await start({ answers: false, keepsOpen: true, fault: { kind: 'stall', after: 10 } })
    const { bytes_sent } = await failure(createTcpPrinter('127.0.0.1', printer.port, times).send(enormous))
    printer.wake()
    let seen = -1
    await expect
      .poll(() => {
        const isStill = printer.late === seen
        seen = printer.late
        return isStill
      })
      .toBe(true)
    // Data in its own buffers can't be recalled; data queued in ours is gone.
    expect(bytes_sent - seen).toBeGreaterThan(512 * 1024)
  })

  it('KDS-12: that is slow gets nothing more after the lease', async () => {
    const printer = await start()
    let asked = 0
    const isOver = () => (asked += 1) > 2
    const error = await failure(createTcpPrinter('127.0.0.1', printer.port, times).send(long, { isOver }))
    expect(error).toMatchObject({ code: 'printer_late', bytes_sent: 4096 })
    await expect.poll(() => printer.jobs[0]?.length).toBe(4096)
  })

  it('KDS-12: whose kernel accepts each chunk late is given up at the end of its time, not eight seconds after each', async () => {
    const printer = await start({ answers: false, fault: { kind: 'stall', after: 10 } })
    const began = performance.now()
    const transport = createTcpPrinter('127.0.0.1', printer.port, { ...times, stall: 60_000, lease: 500 })
    expect(await failure(transport.send(enormous))).toMatchObject({ code: 'printer_timeout' })
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('without paper: says so before a byte is sent', async () => {
    const printer = await start({ fault: { kind: 'no_paper', after: 0 } })
    let begun = false
    const transport = createTcpPrinter('127.0.0.1', printer.port, times)
    const error = await failure(transport.send(ticket, { onFirstByte: () => void (begun = true) }))
    expect(error).toMatchObject({ code: 'printer_no_paper', bytes_sent: 0 })
    expect([begun, printer.jobs.length]).toEqual([false, 0])
    expect(await transport.status()).toEqual({ online: 'no', paper: 'out', cover: 'closed' })
  })

  it('that runs out of paper in the middle: says so, with the bytes that were sent', async () => {
    const printer = await start({ fault: { kind: 'no_paper', after: 120 } })
    const error = await failure(createTcpPrinter('127.0.0.1', printer.port, times).send(ticket))
    expect(error).toMatchObject({ code: 'printer_no_paper', bytes_sent: ticket.length })
    expect(printer.jobs[0]).toHaveLength(120)
  })

  fullRunOnly.it(
    'PRINT-13 KDS-12: that prints slowly is waited for while it reports no fault, but not past the lease',
    async () => {
      const printer = await start({ prints: 1200 })
      const send = () => openPrinter(printer.address, { tcp: times }).send(ticket)
      expect(await send()).toEqual({ sent: ticket.length })
      printer.behave({ prints: 10_000 })
      expect(await failure(send())).toMatchObject({ code: 'printer_timeout', bytes_sent: ticket.length })
    },
  )

  it('KDS-12: whose cover opens in the middle has not printed: an automatic status is no confirmation', async () => {
    const printer = await start({ fault: { kind: 'cover_opens', after: 120 } })
    const error = await failure(createTcpPrinter('127.0.0.1', printer.port, times).send(ticket))
    expect(error).toMatchObject({ code: 'printer_cover_open', bytes_sent: ticket.length })
  })

  it('with an open cover: says so before a byte is sent', async () => {
    const printer = await start({ cover: 'open' })
    const error = await failure(createTcpPrinter('127.0.0.1', printer.port, times).send(ticket))
    expect(error).toMatchObject({ code: 'printer_cover_open', bytes_sent: 0 })
  })

  it('gets nothing more when printing is stopped', async () => {
    const printer = await start({ answers: false, fault: { kind: 'stall', after: 10 } })
    const controller = new AbortController()
    const transport = createTcpPrinter('127.0.0.1', printer.port, { ...times, stall: 60_000 })
    const sending = transport.send(ticket, {
      signal: controller.signal,
      onFirstByte: () => queueMicrotask(() => controller.abort()),
    })
    expect((await failure(sending)).code).toBe('printer_cancelled')
    expect(await failure(transport.send(ticket, { signal: AbortSignal.abort() }))).toMatchObject({
      code: 'printer_cancelled',
      bytes_sent: 0,
    })
  })
})

describe('printer status', () => {
  it.each([
    [{}, { online: 'yes', paper: 'ok', cover: 'closed' }],
    [{ cover: 'open' as const }, { online: 'no', paper: 'ok', cover: 'open' }],
    [{ answers: false }, { online: 'unknown', paper: 'unknown', cover: 'unknown' }],
  ])('%o is %o', async (behaviour, status) => {
    const printer = await start(behaviour)
    expect(await openPrinter(printer.address, { tcp: times }).status()).toEqual(status)
    expect(printer.jobs).toEqual([])
  })

  it('is offline for an unreachable one', async () => {
    const printer = await startFakePrinter()
    await printer.close()
    expect(await openPrinter(printer.address, { tcp: times }).status()).toMatchObject({ online: 'no', paper: 'unknown' })
  })
})

describe('a device that is not a printer', () => {
  it.each<[string, Server]>([
    ['a web server', createServer()],
    [
      'a web server that keeps the connection open',
      createTcpServer((socket) => void socket.write('HTTP/1.1 400 Bad Request\r\nVary: *\r\n\r\n')),
    ],
    ['a mail server', createTcpServer((socket) => void socket.write('220 mail.example.com ESMTP, 26 waiting\r\n'))],
  ])('PRINT-11: %s is not found, and reports no paper', async (_, server) => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      expect(await openPrinter(address, { tcp: times }).status()).toEqual({ online: 'no', paper: 'unknown', cover: 'unknown' })
      expect(await findPrinters({ scan: [address], tcp: times, load: () => Promise.reject(new Error()) })).toEqual([])
    } finally {
      server.close()
    }
  })
})

describe('address scan', () => {
  it('PRINT-10 PRINT-11: names printers by maker and model if they report them, and prints nothing', async () => {
    const named = await start({ names: ['EPSON', 'TM-T88V'] })
    const hostilePrinter = await start({ names: ['\u001B[31mStar', ''], cover: 'open' })
    const nameless = await start()
    const silentPrinter = await start({ answers: false, names: ['EPSON', 'TM-T20'] })
    const all = [named, hostilePrinter, nameless, silentPrinter]
    const found = await findPrinters({
      scan: all.map(({ address }) => address),
      tcp: times,
      load: () => Promise.reject(new Error()),
    })
    expect(found.map(({ name }) => name)).toEqual([
      'EPSON TM-T88V',
      '[31mStar',
      ...[nameless, silentPrinter].map(({ address }) => address.slice('tcp://'.length)),
    ])
    expect(all.map(({ jobs }) => jobs)).toEqual([[], [], [], []])
  })
})
