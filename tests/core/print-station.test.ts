import { type Core, createCore, memoryStorage } from '@tiffin/core'
import { createPrintStation, type PrintAlarm, type PrintStation } from '@tiffin/core/printing'
import { printerError, type PrinterTransport, unknownStatus } from '@tiffin/core/receipt'
import { systemClock } from '@tiffin/sdk/client'
import { apiError } from '@tiffin/sdk/contract'
import { insertOrder, PASSWORD, startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fullRunOnly } from '../fixtures/full.ts'

let server: TestServer
const ends: (() => Promise<void>)[] = []
const wait = { timeout: 20_000 }
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()))
  await server.database.asOwner('truncate print_job, "order" cascade')
})

/** An in-memory printer that may fail before or after the first byte, or wait before it prints. */
function memoryPrinter() {
  const state = {
    tickets: [] as string[],
    fault: undefined as 'refuse' | 'break' | 'no answer' | undefined,
    isReady: Promise.resolve(),
  }
  const transport: PrinterTransport = {
    name: 'memory',
    kind: 'virtual',
    status: (signal) =>
      new Promise((resolve) => {
        if (state.fault === 'no answer') signal?.addEventListener('abort', () => resolve(unknownStatus))
        else resolve(unknownStatus)
      }),
    async send(bytes, { onFirstByte } = {}) {
      if (state.fault === 'refuse') throw printerError('printer_refused')
      await onFirstByte?.()
      await state.isReady
      if (state.fault === 'break') throw printerError('printer_broke_off', 10)
      state.tickets.push(new TextDecoder().decode(bytes))
      return { sent: bytes.length }
    },
  }
  return { state, transport }
}

interface Kitchen {
  core: Core
  station: PrintStation
  printer: ReturnType<typeof memoryPrinter>['state']
  /** Addresses of requested printers. */
  opened: string[]
  notices: () => string[]
  storage: ReturnType<typeof memoryStorage>
}

async function openKitchen(
  options: { address?: string; on?: boolean; console?: string; fault?: 'no answer'; offers?: boolean } = {},
): Promise<Kitchen> {
  const storage = memoryStorage()
  const core = createCore({
    url: server.url,
    app: { name: 'tui', version: '0' },
    keep: 'bearer',
    ports: { clock: systemClock, storage, log: () => {} },
    validate: true,
  })
  await core.session.start()
  expect(await core.session.signIn('owner', PASSWORD)).toBe(true)
  await core.board.open()
  await expect.poll(() => core.board.store.getState().live.phase, wait).toBe('online')
  const { state, transport } = memoryPrinter()
  state.fault = options.fault
  const opened: string[] = []
  const station = createPrintStation({
    ...core,
    console: options.console ?? 'kitchen-1',
    open(address) {
      opened.push(address)
      return transport
    },
    offers: options.offers === true,
  })
  if (options.address !== undefined) station.choose(options.address)
  station.setOn(options.on ?? false)
  station.start()
  ends.push(async () => {
    // A pending move or ticket would lock the same tables in reverse order.
    await expect.poll(() => [core.board.store.getState().pending, station.store.getState().busy], wait).toEqual([[], false])
    station.stop()
    core.board.close()
  })
  return {
    core,
    station,
    printer: state,
    opened,
    storage,
    notices: () => core.notices.store.getState().notices.map(({ text }) => text),
  }
}

const place = (values: Record<string, unknown> = {}) =>
  insertOrder(server.database, server.world, {
    time_create: new Date().toISOString(),
    cart: [{ id: 1, name: 'Margherita', qty: 2, price: '5.00' }],
    ...values,
  })
const accepted = (): number => server.world.statuses[3] as number
const jobs = () =>
  server.database.asOwner<{ state: string; copy: string }>(
    'select state, copy::text as copy from print_job order by print_job_id',
  )

describe('printer of a console', () => {
  fullRunOnly.it('KDS-12 BOARD-49: is offered to others while its board prints automatically', async () => {
    const { core, station } = await openKitchen({ address: 'virtual:', on: true, console: 'grill#7', offers: true })
    station.change('virtual:', { name: 'Paper' })
    const offered = async () =>
      (await core.client.Print.offers({})).data.printers.map(({ console, name }) => `${name} at ${console}`)
    station.setOn(true)
    await expect.poll(offered, wait).toEqual(['Paper at grill'])
    station.setOn(false)
    await expect.poll(offered, wait).toEqual([])
    station.setOn(true)
    await expect.poll(offered, wait).toEqual(['Paper at grill'])
    station.stop()
    await expect.poll(offered, wait).toEqual([])
  })

  it('PRINT-09 BOARD-10: remembers its address, its paper and automatic printing', async () => {
    const { storage, station, core } = await openKitchen({ address: 'virtual:', on: true })
    station.change('virtual:', { columns: 42, copies: 2 })
    expect([storage.get('printer'), storage.get('printer_line'), storage.get('number_receipts')]).toEqual(['virtual:', '42', '2'])
    const again = createPrintStation({ ...core, console: 'kitchen-1', open: () => memoryPrinter().transport })
    expect(again.store.getState()).toMatchObject({
      address: 'virtual:',
      on: true,
      printers: [{ address: 'virtual:', active: true, columns: 42, copies: 2 }],
    })
  })

  it('PRINT-01 PRINT-02: defaults to 32 characters and one receipt', async () => {
    const { station } = await openKitchen()
    expect(station.store.getState()).toMatchObject({ address: undefined, on: false, printers: [] })
    station.choose('virtual:')
    expect(station.store.getState().printers).toMatchObject([{ columns: 32, copies: 1 }])
  })

  it('PRINT-02: prints each ticket the set number of times, numbered', async () => {
    const { station, printer } = await openKitchen({ address: 'virtual:' })
    for (const [copies, numbers] of [
      [1, []],
      [3, ['1/3', '2/3', '3/3']],
      [2, ['1/2', '2/2']],
    ] as const) {
      station.change('virtual:', { copies })
      await station.print(await place())
      const ticket = printer.tickets.at(-1) ?? ''
      expect(ticket.match(/Margherita/g)).toHaveLength(copies)
      expect(ticket.match(/\b\d\/\d\b/g) ?? []).toEqual(numbers)
    }
    expect(printer.tickets).toHaveLength(3)
  })

  it.each([32, 42, 48] as const)('PRINT-01: prints lines of %i characters', async (columns) => {
    const { station, printer } = await openKitchen({ address: 'virtual:' })
    station.change('virtual:', { columns })
    await station.print(await place({ comment: 'please '.repeat(20) }))
    const lines = (printer.tickets[0] ?? '').split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBe(columns)
    // Texts are wrapped at that width, not only ruled.
    const [text = ''] = lines.filter((line) => line.includes('please'))
    expect(text.match(/please/g)).toHaveLength(Math.floor((columns - 1) / 7))
  })

  it('PRINT-12: prints to the address of a printer, whatever its name', async () => {
    const { station, printer, opened } = await openKitchen({ address: 'virtual:' })
    station.change('virtual:', { name: 'Paper' })
    await station.print(await place())
    expect(printer.tickets).toHaveLength(1)
    expect(new Set(opened)).toEqual(new Set(['virtual:']))
  })

  it('PRINT-12: prints on request, and marks the second ticket as a copy', async () => {
    const { station, printer } = await openKitchen({ address: 'virtual:' })
    const id = await place()
    await station.print(id)
    await station.print(id)
    expect(printer.tickets).toHaveLength(2)
    expect(printer.tickets[0]).toContain('Margherita')
    expect(printer.tickets.map((ticket) => ticket.includes('COPY'))).toEqual([false, true])
    expect((await jobs()).map(({ state }) => state)).toEqual(['printed', 'printed'])
  })

  it('says that a slow printer is printing a ticket, and requests no other until it is done', async () => {
    const { station, printer, notices } = await openKitchen({ address: 'virtual:' })
    const id = await place()
    const { promise, resolve } = Promise.withResolvers<void>()
    printer.isReady = promise
    const printed = station.print(id)
    await expect.poll(notices, wait).toEqual(['Printing ticket %1…'])
    await station.print(id)
    expect(notices()).toEqual(['Printing ticket %1…', 'Ticket %1 is already being printed'])
    resolve()
    await printed
    expect(notices()).toEqual(['Ticket %1 is already being printed', 'Ticket %1 printed'])
    expect(await jobs()).toEqual([{ state: 'printed', copy: '0' }])
  })

  it('says that a ticket was not printed because the server could not be reached, and what to do', async () => {
    const { core, station } = await openKitchen({ address: 'virtual:' })
    const id = await place({ ticket: 41 })
    await core.board.reload()
    Object.assign(core.client.Print, { request: () => Promise.reject(apiError('network')) })
    await station.print(id)
    expect(said(core)).toEqual(["Ticket #41 Pizzeria not printed: Can't reach the server. Try again."])
  })

  it('says that a ticket waits because its printer did not take it', async () => {
    const { core, station, printer } = await openKitchen({ address: 'virtual:' })
    const id = await place({ ticket: 41 })
    await core.board.reload()
    printer.fault = 'refuse'
    await station.print(id)
    expect(said(core).at(-1)).toBe('Ticket #41 Pizzeria is waiting for a printer: The printer refused the connection')
    expect(await jobs()).toEqual([{ state: 'queued', copy: '0' }])
  })

  it('asks for a printer before requesting a ticket', async () => {
    const { station, notices } = await openKitchen()
    await station.print(await place())
    expect(notices()).toContain('Choose a printer first')
    expect(await jobs()).toEqual([])
  })

  it('BOARD-49: automatically prints orders that enter a printing status, once with two consoles', async () => {
    const first = await openKitchen({ address: 'virtual:', on: true })
    const second = await openKitchen({ address: 'virtual:', on: true, console: 'kitchen-2' })
    const id = await place()
    await first.core.board.reload()
    first.core.board.move(id, accepted())
    await expect.poll(() => first.printer.tickets.length + second.printer.tickets.length, wait).toBe(1)
    await expect.poll(async () => (await jobs()).map(({ state }) => state), wait).toEqual(['printed'])
  })

  it('KDS-12: prints a ticket at once, and once, if the answer to its claim was lost', async () => {
    const order = await place()
    const { core, station, printer } = await openKitchen({ address: 'virtual:' })
    const { claim } = core.client.Print
    let isLost = false
    async function loseAnswer(...request: Parameters<typeof claim>): ReturnType<typeof claim> {
      const answer = await claim(...request)
      if (isLost || answer.data.job === null) return answer
      isLost = true
      throw apiError('network')
    }
    Object.assign(core.client.Print, { claim: loseAnswer })
    core.board.move(order, accepted())
    await expect.poll(jobs, wait).toEqual([{ state: 'queued', copy: '0' }])
    station.setOn(true)
    await expect.poll(() => printer.tickets.length, wait).toBe(1)
    await expect.poll(jobs, wait).toEqual([{ state: 'printed', copy: '0' }])
    const [job] = await server.database.asOwner<{ attempt: number }>('select attempt::int as attempt from print_job')
    expect([isLost, job?.attempt]).toEqual([true, 1])
  })

  it('BOARD-49: does not delay tickets while a printer’s status is requested', async () => {
    const { core, printer } = await openKitchen({ address: 'virtual:', on: true, fault: 'no answer' })
    const id = await place()
    await core.board.reload()
    core.board.move(id, accepted())
    await expect.poll(() => printer.tickets.length, wait).toBe(1)
    await expect.poll(async () => (await jobs()).map(({ state }) => state), wait).toEqual(['printed'])
    printer.fault = undefined
  })

  it('BOARD-49: prints nothing automatically while that is off', async () => {
    const { core, printer, station } = await openKitchen({ address: 'virtual:' })
    const id = await place()
    await core.board.reload()
    core.board.move(id, accepted())
    await expect.poll(() => station.store.getState().tickets.map(({ state }) => state), wait).toEqual(['queued'])
    expect(printer.tickets).toEqual([])
    station.setOn(true)
    await expect.poll(() => printer.tickets.length, wait).toBe(1)
  })

  fullRunOnly.it('KDS-12: returns a ticket that never reached the printer, and says why once', async () => {
    const { station, printer, notices } = await openKitchen({ address: 'virtual:' })
    printer.fault = 'refuse'
    await station.print(await place())
    expect(notices()).toContain('The printer refused the connection')
    expect(station.store.getState().obstacle).toBe('The printer refused the connection')
    expect((await jobs()).map(({ state }) => state)).toEqual(['queued'])
    printer.fault = undefined
    station.setOn(true)
    await expect.poll(() => printer.tickets.length, wait).toBe(1)
    await expect.poll(() => station.store.getState().obstacle, wait).toBeUndefined()
  })

  it('KDS-12: prints an unknown ticket again even if its merchant is not shown', async () => {
    const { core, station, printer } = await openKitchen({ address: 'virtual:' })
    const [first, second] = server.world.merchants
    printer.fault = 'break'
    await station.print(await place({ merchant: first }))
    await expect.poll(() => station.store.getState().alarms.length, wait).toBe(1)
    printer.fault = undefined
    await core.board.choose([second])
    const [alarm] = station.store.getState().alarms
    if (alarm) await station.again(alarm)
    expect(printer.tickets).toHaveLength(1)
    expect((await jobs()).at(-1)?.state).toBe('printed')
  })

  it('KDS-12 KDS-24: prints the chosen unknown CHANGED again, with its changes', async () => {
    const { core, station, printer } = await openKitchen({ address: 'virtual:' })
    const id = await place()
    await station.print(id)
    for (const name of ['Cola', 'Tea']) {
      const cart = [{ id: 9, name, qty: 1, price: '2.00' }]
      // oxlint-disable-next-line no-await-in-loop -- one change after the other
      await core.client.Reference.saveData({ tables: [{ table: 'order', id, row: { cart } }] })
    }
    const [first] = await server.database.asOwner<PrintAlarm>(
      `update print_job set state = 'unknown' where purpose = 'changed' returning print_job_id, "order", purpose, state, error`,
    )
    if (first) await station.again(first)
    expect(printer.tickets[1]).toMatch(/CHANGED[^]*COPY[^]*ADDED[^]*Cola[^]*REMOVED[^]*Margherita/)
    expect(printer.tickets[1]).not.toContain('Tea')
  })

  fullRunOnly.it('KDS-12: learns of alarms even if nothing could be read at the start', async () => {
    const { core, station, printer } = await openKitchen({ address: 'virtual:' })
    printer.fault = 'break'
    const id = await place()
    await station.print(id)
    await expect.poll(() => station.store.getState().alarms.map(({ order }) => order), wait).toEqual([id])
    let isCut = true
    const { Reference, Print } = core.client
    const late = createPrintStation({
      ...core,
      client: {
        ...core.client,
        Print,
        Reference: {
          ...Reference,
          getData: (data) => (isCut ? Promise.reject(new Error('no network')) : Reference.getData(data)),
        },
      },
      console: 'kitchen-2',
      open: () => memoryPrinter().transport,
    })
    late.start()
    ends.push(() => Promise.resolve(late.stop()))
    await expect.poll(() => late.store.getState().busy, wait).toBe(false)
    expect(late.store.getState().alarms).toEqual([])
    isCut = false
    await expect.poll(() => late.store.getState().alarms.map(({ order }) => order), wait).toEqual([id])
  })

  it('KDS-12: raises an alarm for an interrupted ticket, until it is reprinted or dismissed', async () => {
    const { station, printer } = await openKitchen({ address: 'virtual:', on: true })
    const other = await openKitchen({ console: 'kitchen-2' })
    printer.fault = 'break'
    const id = await place()
    await station.print(id)
    await expect.poll(() => station.store.getState().alarms.map(({ order }) => order), wait).toEqual([id])
    await expect.poll(() => other.station.store.getState().alarms.map(({ order }) => order), wait).toEqual([id])
    printer.fault = undefined
    const [alarm] = station.store.getState().alarms
    expect(alarm).toBeDefined()
    if (alarm) await station.again(alarm)
    expect(printer.tickets).toHaveLength(1)
    expect(printer.tickets[0]).toContain('COPY')
    await expect.poll(() => other.station.store.getState().alarms, wait).toEqual([])

    printer.fault = 'break'
    const second = await place()
    await station.print(second)
    await expect.poll(() => other.station.store.getState().alarms.map(({ order }) => order), wait).toEqual([second])
    const [doubtful] = other.station.store.getState().alarms
    if (doubtful) await other.station.dismiss(doubtful)
    await expect.poll(() => station.store.getState().alarms, wait).toEqual([])
    expect((await jobs()).at(-1)?.state).toBe('dismissed')
  })
})

/** The notices as displayed. */
const said = ({ notices, i18n }: Core): string[] =>
  notices.store.getState().notices.map(({ text, params }) => i18n.t.message(text, params))

describe('moves checked before they are sent', () => {
  it('KDS-01: bumps to the next allowed status and says if there is none', async () => {
    const { core } = await openKitchen()
    const id = await place()
    await core.board.reload()
    expect(core.moves.bump(id)).toBe(true)
    expect(core.moves.order(id)?.order_status).toBe(accepted())
    const last = await place({ order_status: server.world.statuses[9] as number })
    await core.board.reload()
    expect(core.moves.bump(last)).toBe(false)
    expect(said(core).at(-1)).toContain('This order has no next status')
  })

  it('BOARD-22 KDS-23: refuses a locked column and a cancellation without a reason, in the words of the rule', async () => {
    const { core } = await openKitchen()
    const id = await place()
    await core.board.reload()
    const [closed, cancelled] = [server.world.statuses[9] as number, server.world.statuses[0] as number]
    expect(core.moves.moveTo(id, closed)).toBe(false)
    expect(core.moves.moveTo(id, cancelled)).toBe(false)
    expect(said(core)).toEqual([
      expect.stringContaining('The column Closed is locked'),
      expect.stringContaining('Enter a reason'),
    ])
    expect(core.board.store.getState().pending).toEqual([])
    expect(core.moves.moveTo(id, cancelled, 'sold out')).toBe(true)
  })
})
