import type { Client } from '@tiffin/sdk/client'
import { expect, it } from 'vitest'
import { createI18n } from '#i18n/create-i18n'
import { createNotices } from '#notices/notices'
import type { PrinterTransport } from '#receipt/index'
import { unknownStatus } from '#receipt/printer'
import { type ListedStorage, memoryStorage } from '../ports.ts'
import { createServerClock } from '../server-clock.ts'
import { stubClock } from '../session/stub-clock.ts'
import { createLastTickets } from './last-tickets.ts'
import { createPrintStation, type PrintStationOptions } from './print-station.ts'
import type { FoundPrinter } from './printer-list.ts'

/** Where the unfinished tickets are kept, and the server's answer about them. */
interface Tickets {
  lastKnown?: ListedStorage
  getData?: () => Promise<{ data: object }>
  admin_id?: number
}

/** A station with in-memory printers that accept everything, and a server that hands out queued jobs. */
function setUp(
  found: readonly FoundPrinter[] = [],
  moves: ListedStorage = memoryStorage(),
  { lastKnown, getData = () => Promise.resolve({ data: {} }), admin_id = 5 }: Tickets = {},
) {
  const clock = stubClock()
  const notices = createNotices(clock)
  const queue: number[] = []
  let asked = 0
  let confirmed = 0
  let signedOut = (): void => {}
  const client = {
    Print: {
      claim() {
        asked += 1
        const print_job_id = queue.shift()
        const job = print_job_id === undefined ? null : { print_job_id, order: 1, purpose: 'kitchen', copy: 0, content: {} }
        return Promise.resolve({ data: { job, order: job && { order_id: 1 } } })
      },
      begin: () => Promise.resolve({ data: { job: {} } }),
      confirm: () => Promise.resolve(void (confirmed += 1)),
    },
    Reference: { getData },
    session: {
      subscribe: (listener: (change: { type: string }) => void) => void (signedOut = () => listener({ type: 'signed_out' })),
    },
  }
  const transport: PrinterTransport = {
    name: 'memory',
    kind: 'virtual',
    status: () => Promise.resolve(unknownStatus),
    async send(bytes, { onFirstByte } = {}) {
      await onFirstByte?.()
      return { sent: bytes.length }
    },
  }
  let changed: (table: string, ids: readonly number[]) => void = () => {}
  const board = {
    store: { getState: () => ({ chosen: 'all', rows: new Map(), merchants: [] }) },
    onChanged(listener: typeof changed) {
      changed = listener
      return () => {}
    },
  }
  const session = { company: () => 1, store: { getState: () => ({ user: { admin_id } }) } }
  const parts = {
    client: client as unknown as Client,
    session: session as unknown as PrintStationOptions['session'],
    ports: { clock, storage: memoryStorage(), moves, log: () => {}, ...(lastKnown ? { lastKnown } : {}) },
  }
  const station = createPrintStation({
    ...parts,
    lastTickets: createLastTickets(parts),
    board: board as unknown as PrintStationOptions['board'],
    notices,
    i18n: createI18n(),
    serverClock: createServerClock(clock),
    console: 'grill#7',
    open: () => transport,
    find: () => Promise.resolve(found),
  })
  return {
    clock,
    queue,
    station,
    asked: () => asked,
    signOut: () => signedOut(),
    confirmed: () => confirmed,
    told: () => notices.store.getState().notices.map(({ text }) => text),
    changed: (ids: readonly number[]) => changed('print_job', ids),
  }
}

it("KDS-12: updates about a console's own ticket trigger no claim, those about another ticket do", async () => {
  const { clock, queue, station, asked, changed } = setUp()
  station.choose('virtual:')
  station.setOn(true)
  station.start()
  /** Number of claims after this update. */
  async function askedAfter(ids: number[]): Promise<number> {
    const before = asked()
    changed(ids)
    for (let turn = 0; turn < 20; turn += 1) await clock.advance(0)
    return asked() - before
  }
  await askedAfter([])
  queue.push(7)
  expect(await askedAfter([7])).toBe(2)
  expect([await askedAfter([7]), await askedAfter([7]), await askedAfter([8])]).toEqual([0, 0, 1])
  station.stop()
})

it('KDS-12: confirms a printed ticket even if that could not be stored on disk', async () => {
  const moves = memoryStorage()
  moves.set = () => {
    throw new Error('ENOSPC')
  }
  const { clock, queue, station, confirmed, told } = setUp([], moves)
  station.choose('virtual:')
  station.setOn(true)
  queue.push(7)
  station.start()
  for (let turn = 0; turn < 20; turn += 1) await clock.advance(0)
  expect([confirmed(), told()]).toEqual([1, ['Ticket %1 printed']])
  station.stop()
})

it('PRINT-10: found printers use their own name unless a person named them', async () => {
  const addresses = ['tcp://10.0.0.1', 'tcp://10.0.0.2', 'tcp://10.0.0.3']
  const { station } = setUp(addresses.map((address) => ({ address, name: 'EPSON TM' })))
  for (const address of addresses.slice(0, 2)) station.setActive(address, true)
  station.change('tcp://10.0.0.1', { name: 'Grill' })
  await station.find()
  expect(station.store.getState().printers.map(({ name }) => name)).toEqual(['Grill', 'EPSON TM', 'EPSON TM'])
})

it('the address of a printer has one form, whichever was typed', () => {
  const { station } = setUp()
  const stored = () => station.store.getState().printers.map(({ address, active }) => [address, active])
  station.choose('192.168.1.50')
  station.setActive(' tcp://192.168.1.50:9100', true)
  station.setActive('printer.local:9101', true)
  expect(stored()).toEqual([
    ['tcp://192.168.1.50', true],
    ['tcp://printer.local:9101', true],
  ])
  station.choose('192.168.1.50:9100')
  expect(stored()).toEqual([
    ['tcp://192.168.1.50', true],
    ['tcp://printer.local:9101', false],
  ])
})

it('a start without a network shows the tickets that failed or wait, but only to who saw them', async () => {
  const lastKnown = memoryStorage()
  const ticket = { order: 1, merchant: 1, purpose: 'kitchen', console: 'grill#7', error: '', created: null }
  const rows = [
    { ...ticket, print_job_id: 8, state: 'failed', error: 'Printer error' },
    { ...ticket, print_job_id: 9, state: 'queued' },
  ]
  const answers = [rows.slice(0, 1), rows.slice(1)]
  const online = setUp([], undefined, {
    lastKnown,
    getData: () => Promise.resolve({ data: { print_job: { data: answers.shift() ?? [] } } }),
  })
  const shown = ({ station }: ReturnType<typeof setUp>) => {
    const { alarms, tickets } = station.store.getState()
    return { alarms: alarms.map(({ print_job_id }) => print_job_id), tickets: tickets.map(({ print_job_id }) => print_job_id) }
  }
  online.station.start()
  for (let turn = 0; turn < 20; turn += 1) await online.clock.advance(0)
  online.station.stop()
  const start = async (more: Tickets = {}) => {
    const offline = setUp([], undefined, { lastKnown, getData: () => Promise.reject(new Error('no network')), ...more })
    offline.station.start()
    for (let turn = 0; turn < 20; turn += 1) await offline.clock.advance(0)
    return offline
  }
  const offline = await start()
  expect(shown(offline)).toEqual({ alarms: [8], tickets: [8, 9] })
  expect(shown(await start({ admin_id: 6 }))).toEqual({ alarms: [], tickets: [] })
  offline.signOut()
  expect(shown(await start())).toEqual({ alarms: [], tickets: [] })
})

it.each(['', '{}', '[null,1,{},{"print_job_id":8}]'])('ignores stored tickets that are damaged: %o', (text) => {
  const lastKnown = memoryStorage()
  lastKnown.set('tickets.1.5', text)
  const { station } = setUp([], undefined, { lastKnown })
  station.start()
  expect(station.store.getState().tickets).toEqual([])
  station.stop()
})
