import { createServer } from 'node:net'
import { type Core, createCore, memoryStorage } from '@tiffin/core'
import { createPrintStation, type PrinterSettings, type PrintStation } from '@tiffin/core/printing'
import { createRaster, openPrinter } from '@tiffin/tui/printing'
import { insertOrder, PASSWORD, startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type CuttableNetwork, startNetwork } from '../fakes/cuttable-network.ts'
import { installFakeUsb } from '../fakes/fake-usb.ts'
import { type FakePrinter, type FakePrinterOptions, startFakePrinter } from '../fakes/fake-printer.ts'
import { fullRunOnly, sampled } from '../fixtures/full.ts'

let server: TestServer
let network: CuttableNetwork
const usb = installFakeUsb()
const ends: (() => unknown)[] = []
beforeAll(async () => {
  network = await startNetwork()
  server = await startTestServer({ TIFFIN_PUBLIC_URL: network.url })
  network.setTarget(server.url)
})
afterAll(async () => {
  await network.close()
  await server.stop()
})
afterEach(async () => {
  await network.restore()
  network.setTarget(server.url)
  await Promise.all(ends.splice(0).map((end) => end()))
  await server.database.asOwner('delete from print_job')
})

/** Ten seconds of a kitchen take one; the printers' own limits are short for the same reason. */
const FASTER = 10
const tcp = { connect: 1000, status: 150, stall: 400, close: 100 }
const clock = {
  now: () => Date.now(),
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms / FASTER)
    return () => clearTimeout(timer)
  },
}
const wait = { timeout: 20_000 }

interface Kitchen {
  core: Core
  station: PrintStation
  offline: ReturnType<typeof memoryStorage>
  /** All notices ever shown. */
  said: string[]
}

async function openKitchen(
  printers: readonly (Partial<PrinterSettings> & { address: string })[],
  name = 'kitchen-1',
): Promise<Kitchen> {
  const offline = memoryStorage()
  const core = createCore({
    url: network.url,
    app: { name: 'tui', version: '0' },
    keep: 'bearer',
    ports: { clock, storage: memoryStorage(), moves: offline, log: () => {} },
  })
  const said: string[] = []
  core.notices.store.subscribe(({ notices }) => {
    for (const { text } of notices) if (!said.includes(text)) said.push(text)
  })
  await core.session.start()
  expect(await core.session.signIn('owner', PASSWORD)).toBe(true)
  await core.board.open()
  await expect.poll(() => core.board.store.getState().live.phase, wait).toBe('online')
  const station = createPrintStation({
    ...core,
    console: name,
    open: (address) => openPrinter(address, { tcp }),
    raster: createRaster,
  })
  for (const { address, ...settings } of printers) {
    station.setActive(address, true)
    station.change(address, settings)
  }
  station.setOn(true)
  station.start()
  ends.push(() => {
    station.stop()
    core.board.close()
  })
  return { core, station, offline, said }
}

async function printerOf(options: FakePrinterOptions = {}): Promise<FakePrinter> {
  const printer = await startFakePrinter(options)
  ends.push(() => printer.close())
  return printer
}

let nextTicket = 100
/** An order that has entered a printing status; returns its number. */
async function order(cart: object[] = [{ id: 1, name: 'Margherita', qty: 1, price: '9.00' }]): Promise<number> {
  nextTicket += 1
  const time_create = new Date().toISOString()
  const order_id = await insertOrder(server.database, server.world, { time_create, ticket: nextTicket, cart })
  const [from, to] = [server.world.statuses[2] as number, server.world.statuses[3] as number]
  const token = await server.signIn('owner')
  const intents = [{ intent_id: crypto.randomUUID(), order_id, from, to }]
  const answer = await server.call('Order', 'move', { intents }, { token, company: server.world.a })
  expect(answer).toMatchObject({ data: { results: [{ status: 'OK' }] } })
  return nextTicket
}
const states = async () =>
  (await server.database.asOwner<{ state: string }>('select state from print_job order by print_job_id')).map(
    ({ state }) => state,
  )
/** Whether nothing is left to print. */
async function settled(): Promise<boolean> {
  // Otherwise the lease of half a minute and the delay of a returned ticket would have to pass.
  await server.database.asOwner(
    `update print_job set retry_at = null, lease_until = now() - interval '1 second' where state in ('queued', 'claimed', 'sending')`,
  )
  return (await states()).every((state) => ['printed', 'unknown'].includes(state))
}
/** Numbers of the completely printed tickets, in order. */
const tickets = (...printers: Pick<FakePrinter, 'jobs' | 'paper' | 'text'>[]) =>
  printers.flatMap((printer) =>
    printer.jobs.flatMap((_, index) => {
      const whole = printer.paper(index).items.some(({ kind }) => kind === 'cut')
      return whole ? [Number(/#(\d+)/.exec(printer.text(index))?.[1])] : []
    }),
  )

describe('faulty printer', () => {
  it.each<[string, FakePrinterOptions, string]>([
    ['has no paper', { fault: { kind: 'no_paper', after: 0 } }, 'The printer is out of paper'],
    ['stands open', { cover: 'open' }, 'The printer cover is open'],
  ])('KDS-12 PRINT-13: that %s is named, and prints automatically once it works again', async (_, fault, sentence) => {
    const printer = await printerOf(fault)
    const { station, said } = await openKitchen([{ address: printer.address }])
    const ticket = await order()
    await expect.poll(() => station.store.getState().obstacle, wait).toBe(sentence)
    expect(said).toContain(sentence)
    await expect.poll(() => station.store.getState().health[printer.address]?.obstacle, wait).toBe(sentence)
    printer.behave({})
    await expect.poll(() => tickets(printer), wait).toEqual([ticket])
    await expect.poll(states, wait).toEqual(['printed'])
    await expect.poll(() => station.store.getState().obstacle, wait).toBeUndefined()
  })

  it('KDS-12 PRINT-13: that is off, unplugged or plugged in again neither loses nor duplicates tickets, and prints the oldest first', async () => {
    // Not an ephemeral port, which another program could get while the printer is off.
    const printer = await printerOf({ port: 20_000 + Math.floor(Math.random() * 10_000) })
    const { station, said } = await openKitchen([{ address: printer.address }])
    const first = await order()
    await expect.poll(() => tickets(printer), wait).toEqual([first])
    await printer.close()
    const [second, third, fourth] = [await order(), await order(), await order()]
    await expect.poll(() => station.store.getState().obstacle, wait).toBeDefined()
    expect(said.some((text) => /refused the connection|is offline/.test(text))).toBe(true)
    await expect.poll(() => station.store.getState().tickets.length, wait).toBe(3)
    expect(station.store.getState().alarms).toEqual([])
    const again = await printerOf({ port: printer.port })
    await expect.poll(() => tickets(again), wait).toHaveLength(3)
    expect(tickets(again)).toEqual([second, third, fourth])
    await expect.poll(states, wait).toEqual(['printed', 'printed', 'printed', 'printed'])
  })

  sampled.it.each<[string, FakePrinterOptions, string]>([
    ['stalls', { fault: { kind: 'stall', after: 60 } }, "The printer isn't responding"],
    ['breaks off', { fault: { kind: 'drop', after: 60 } }, 'The printer stopped before the ticket was finished'],
    ['runs out of paper', { fault: { kind: 'no_paper', after: 60 } }, 'The printer is out of paper'],
    [
      'can’t answer and disconnects',
      { answers: false, fault: { kind: 'drop', after: 60 } },
      'The printer stopped before the ticket was finished',
    ],
  ])('KDS-12: that %s in the middle raises an alarm with the ticket, and waits for a person', async (_, fault, sentence) => {
    const printer = await printerOf(fault)
    const { station, core, said } = await openKitchen([{ address: printer.address }])
    const ticket = await order()
    await expect.poll(() => station.store.getState().alarms.length, wait).toBe(1)
    const [alarm] = station.store.getState().alarms
    expect(core.board.store.getState().rows.get(alarm?.order ?? 0)?.ticket).toBe(ticket)
    expect([alarm?.state, alarm?.error]).toEqual(['unknown', sentence])
    expect(said).toContain(sentence)
    printer.behave({})
    if (alarm) await station.again(alarm)
    expect(tickets(printer)).toEqual([ticket])
    expect(printer.text()).toContain('COPY')
    await expect.poll(() => station.store.getState().alarms, wait).toEqual([])
  })

  sampled.it.each([false, true])(
    'PRINT-13: that never replies counts acknowledged bytes as printed, with an unknown paper state (keeps open: %s)',
    async (keepsOpen) => {
      const printer = await printerOf({ answers: false, keepsOpen })
      const { station } = await openKitchen([{ address: printer.address }])
      const ticket = await order()
      await expect.poll(states, wait).toEqual(['printed'])
      expect(tickets(printer)).toEqual([ticket])
      await station.find()
      expect(station.store.getState().health[printer.address]).toMatchObject({
        status: { online: 'unknown', paper: 'unknown' },
        obstacle: undefined,
      })
    },
  )

  it('KDS-12: a full disk is named, and the ticket waits', async () => {
    const { station, said } = await openKitchen([{ address: 'file:///dev/full' }])
    await order()
    await expect.poll(() => station.store.getState().obstacle, wait).toBe('The disk is full')
    expect(said).toContain('The disk is full')
    expect(station.store.getState().alarms).toEqual([])
    expect(await states()).toEqual(['queued'])
  })

  it('KDS-12: is known after a restart to answer or not, until it is removed', async () => {
    const printer = await printerOf()
    const { station, core } = await openKitchen([{ address: printer.address }])
    await expect.poll(() => station.store.getState().printers[0]?.answers, wait).toBe(true)
    const again = createPrintStation({ ...core, console: 'kitchen-1', open: (address) => openPrinter(address, { tcp }) })
    expect(again.store.getState().printers[0]).toMatchObject({ address: printer.address, answers: true })
    again.forget(printer.address)
    again.choose(printer.address)
    expect(again.store.getState().printers[0]).toMatchObject({ address: printer.address, answers: false })
  })

  it('PRINT-06: a test page prints without an order, or says why not', async () => {
    const printer = await printerOf()
    const { station, said } = await openKitchen([{ address: printer.address, name: 'Oven printer' }])
    await station.test(printer.address)
    expect(printer.text()).toContain('Oven printer')
    printer.behave({ cover: 'open' })
    await station.test(printer.address)
    expect(said).toEqual(expect.arrayContaining(['Test page printed', 'The printer cover is open']))
    expect(await states()).toEqual([])
  })

  it('PRINT-11: that is really a web server does not fail silently', async () => {
    const web = createServer((socket) =>
      socket
        .on('error', () => {})
        .end('HTTP/1.1 400 Bad Request\r\n\r\n')
        .resume(),
    )
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
    ends.push(() => new Promise((resolve) => web.close(resolve)))
    const { station } = await openKitchen([{ address: `tcp://127.0.0.1:${(web.address() as { port: number }).port}` }])
    await order()
    await expect.poll(() => station.store.getState().obstacle, wait).toBeDefined()
    expect(await states()).not.toContain('printed')
  })
})

describe('faulty USB printer', () => {
  it('KDS-12 PRINT-13: that is unplugged between tickets prints the queued ones when plugged in again', async () => {
    const printer = usb.plugIn()
    const { station } = await openKitchen([{ address: printer.address }])
    const first = await order()
    await expect.poll(() => tickets(printer), wait).toEqual([first])
    printer.unplug()
    const [second, third] = [await order(), await order()]
    await expect.poll(() => station.store.getState().obstacle, wait).toBe('The printer is offline')
    expect(station.store.getState().alarms).toEqual([])
    const again = usb.plugIn()
    await expect.poll(settled, { ...wait, interval: 1000 }).toBe(true)
    expect(tickets(again).toSorted((a, b) => a - b)).toEqual([second, third])
    expect([tickets(printer), await states()]).toEqual([[first], ['printed', 'printed', 'printed']])
    await expect.poll(() => station.store.getState().obstacle, wait).toBeUndefined()
  })

  it('KDS-12 PRINT-13: that is unplugged in the middle raises an alarm, and prints the copy and the others when it is back', async () => {
    const printer = usb.plugIn()
    const { station, said } = await openKitchen([{ address: printer.address }])
    printer.unplugAfter(60)
    const first = await order()
    await expect.poll(() => station.store.getState().alarms.length, wait).toBe(1)
    const second = await order()
    expect(said).toContain('The printer stopped before the ticket was finished')
    const again = usb.plugIn()
    await expect.poll(() => tickets(again), wait).toEqual([second])
    const [alarm] = station.store.getState().alarms
    if (alarm) await station.again(alarm)
    expect(tickets(again)).toEqual([second, first])
    expect([again.text(0).includes('COPY'), again.text(1).includes('COPY')]).toEqual([false, true])
    await expect.poll(() => station.store.getState().alarms, wait).toEqual([])
  })
})

describe('several', () => {
  it('BOARD-49 KDS-12: consoles on one printer print each ticket once', async () => {
    const printer = await printerOf()
    await openKitchen([{ address: printer.address }], 'kitchen-1')
    await openKitchen([{ address: printer.address }], 'kitchen-2')
    const made: number[] = []
    for (let count = 0; count < 6; count += 1) made.push(await order())
    await expect.poll(() => tickets(printer).length, wait).toBe(made.length)
    expect(tickets(printer).toSorted((a, b) => a - b)).toEqual(made)
    await expect.poll(async () => new Set(await states()), wait).toEqual(new Set(['printed']))
  })

  fullRunOnly.it('KDS-12: consoles: if one has no working printer, the other prints at once', async () => {
    const [broken, good] = [await printerOf({ cover: 'open' }), await printerOf()]
    const idle = await openKitchen([{ address: broken.address }], 'kitchen-1')
    await order()
    await expect.poll(() => idle.station.store.getState().obstacle, wait).toBeDefined()
    await openKitchen([{ address: good.address }], 'kitchen-2')
    const more = await order()
    await expect.poll(() => tickets(good), wait).toContain(more)
    await expect.poll(() => tickets(good).length, wait).toBe(2)
    expect(tickets(broken)).toEqual([])
  })

  fullRunOnly.it('KDS-12 PRINT-13: printers on one console: if one is off, only its own tickets are delayed', async () => {
    const [pass, till] = [await printerOf(), await printerOf({ cover: 'open' })]
    const { core, station } = await openKitchen([
      { address: pass.address, use: 'kitchen' },
      { address: till.address, use: 'receipt' },
    ])
    await expect.poll(() => station.store.getState().obstacle, wait).toBeDefined()
    const first = await order()
    const [row] = await server.database.asOwner<{ order_id: string }>('select max(order_id) as order_id from "order"')
    await core.client.Print.request({ order_id: Number(row?.order_id), purpose: 'receipt' })
    await expect
      .poll(() => station.store.getState().tickets.map(({ error }) => error), wait)
      .toEqual([expect.stringMatching(/./)])
    const second = await order()
    await expect.poll(() => tickets(pass), wait).toEqual([first, second])
    expect([station.store.getState().obstacle, tickets(till)]).toEqual(['The printer cover is open', []])
    till.behave({})
    await expect.poll(async () => new Set(await states()), wait).toEqual(new Set(['printed']))
    await expect.poll(() => station.store.getState().obstacle, wait).toBeUndefined()
  })

  it('PRINT-13: printers on one console share a ticket by station', async () => {
    const [oven, bar] = [await printerOf(), await printerOf({ answers: false })]
    await openKitchen([
      { address: oven.address, stations: ['Oven'] },
      { address: bar.address, stations: ['Bar'], copies: 2 },
    ])
    const ticket = await order([
      { id: 1, name: 'Pizza', qty: 1, price: '9.00', station: 'Oven' },
      { id: 2, name: 'Beer', qty: 2, price: '4.00', station: 'Bar' },
    ])
    await expect.poll(states, wait).toEqual(['printed'])
    expect([tickets(oven), tickets(bar)]).toEqual([[ticket], [ticket]])
    expect([oven.text().includes('Pizza'), oven.text().includes('Beer')]).toEqual([true, false])
    expect([bar.text().includes('Pizza'), bar.text().includes('Beer')]).toEqual([false, true])
    expect(bar.paper().items.filter(({ kind }) => kind === 'cut')).toHaveLength(2)
  })
})

describe('server', () => {
  it('KDS-12: that restarts during a queue: tickets before, during and after it print once each', async () => {
    const printer = await printerOf()
    const before = await server.another()
    network.setTarget(before.url)
    await openKitchen([{ address: printer.address }])
    const made: number[] = []
    for (let count = 0; count < 4; count += 1) made.push(await order())
    await expect.poll(() => tickets(printer).length, wait).toBeGreaterThan(0)
    await Promise.all([before.stop(), network.cut()])
    made.push(await order(), await order())
    network.setTarget((await server.another()).url)
    await network.restore()
    made.push(await order())
    await expect.poll(settled, { ...wait, interval: 1000 }).toBe(true)
    expect(tickets(printer).toSorted((a, b) => a - b)).toEqual(made)
    await expect.poll(async () => new Set(await states()), wait).toEqual(new Set(['printed']))
  })
})

describe('network', () => {
  it('MOON-04 KDS-12: that fails does not stop a ticket in progress, which is reported later', async () => {
    const printer = await printerOf()
    const { offline, core } = await openKitchen([{ address: printer.address }])
    const begin = core.client.Print.begin
    Object.assign(core.client.Print, {
      async begin(...given: Parameters<typeof begin>) {
        const answer = await begin(...given)
        await network.cut()
        return answer
      },
    })
    const ticket = await order()
    await expect.poll(() => tickets(printer), wait).toEqual([ticket])
    await expect.poll(() => offline.keys('printed.').length, wait).toBe(1)
    await server.database.asOwner(`update print_job set lease_until = now() - interval '1 second'`)
    Object.assign(core.client.Print, { begin })
    await network.restore()
    await expect.poll(states, wait).toEqual(['printed'])
    await expect.poll(() => offline.keys('printed.'), wait).toEqual([])
    expect(tickets(printer)).toEqual([ticket])
  })

  fullRunOnly.it('KDS-12: that fails and recovers during a queue: each ticket prints once', async () => {
    const printer = await printerOf()
    await openKitchen([{ address: printer.address }])
    const made: number[] = []
    for (let count = 0; count < 6; count += 1) {
      made.push(await order())
      if (count % 2 === 0) await network.cut()
      else await network.restore()
    }
    await network.restore()
    await expect.poll(settled, { ...wait, interval: 1000 }).toBe(true)
    const out = tickets(printer)
    expect(new Set(out).size).toBe(out.length)
    const printed = await server.database.asOwner<{ ticket: number }>(
      `select o.ticket from print_job p join "order" o on o.order_id = p."order" where p.state = 'printed' order by o.ticket`,
    )
    for (const { ticket } of printed) expect(out).toContain(ticket)
    expect(made).toEqual(expect.arrayContaining(out))
  })
})
