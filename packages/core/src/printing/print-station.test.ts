import type { Client } from '@tiffin/sdk/client'
import { expect, it } from 'vitest'
import { createI18n } from '#i18n/create-i18n'
import { createNotices } from '#notices/notices'
import type { PrinterTransport } from '#receipt/index'
import { unknownStatus } from '#receipt/printer'
import { type ListedStorage, memoryStorage } from '../ports.ts'
import { createServerClock } from '../server-clock.ts'
import { stubClock } from '../session/stub-clock.ts'
import { createPrintStation, type PrintStationOptions } from './print-station.ts'
import type { FoundPrinter } from './printer-list.ts'

/** A station with in-memory printers that accept everything, and a server that hands out queued jobs. */
function setUp(found: readonly FoundPrinter[] = [], moves: ListedStorage = memoryStorage()) {
  const clock = stubClock()
  const notices = createNotices(clock)
  const queue: number[] = []
  let asked = 0
  let confirmed = 0
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
    Reference: { getData: () => Promise.resolve({ data: {} }) },
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
  const session = { company: () => 1, store: { getState: () => ({ user: null }) } }
  const station = createPrintStation({
    client: client as unknown as Client,
    board: board as unknown as PrintStationOptions['board'],
    session: session as unknown as PrintStationOptions['session'],
    notices,
    i18n: createI18n(),
    ports: { clock, storage: memoryStorage(), moves, log: () => {} },
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
