import { randomUUID } from 'node:crypto'
import { type FakePrinter, startFakePrinter } from '../fakes/fake-printer.ts'
import type { Bench, Figure } from './bench.ts'
import { openBoard } from './board-program.ts'
import { median, percentile } from './measure.ts'
import { openWorld, type World } from './world.ts'

const ORDERS = 120
const TICKETS = 30
const WARM_UP = 5
const TIMEOUT_MS = 20_000

/** Resolves with the time when the printer got the first byte of the ticket with this number. */
async function began(printer: FakePrinter, number: number): Promise<number> {
  const giveUp = performance.now() + TIMEOUT_MS
  while (printer.began[number] === undefined) {
    if (performance.now() > giveUp) throw new Error(`Ticket ${number} never came`)
    // oxlint-disable-next-line no-await-in-loop -- waiting is the work
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return printer.began[number]
}

async function measure(world: World, answers: boolean): Promise<number[]> {
  const printer = await startFakePrinter({ answers })
  const board = openBoard(world, {}, ['--printer', printer.address])
  const orders = await world.asOwner<{ order_id: number; from: number; to: number }>(
    `select o.order_id, s.order_status_id as from, t.order_status_id as to from "order" o
     join order_status s on s.order_status_id = o.order_status and s.status = 2
     join order_status t on t.company = o.company and t.print = 1
     where o.company = $1 and o.delete = 0 and not exists (select 1 from print_job p where p."order" = o.order_id)
     order by o.order_id limit $2`,
    [world.owner.company, TICKETS + WARM_UP],
  )
  // The demo's orders are marked as already printed, and tickets of scheduled ones wait for the kitchen's start (KDS-11).
  await world.asOwner(`update "order" set print = 0, asap = 1 where order_id = any($1)`, [orders.map(({ order_id }) => order_id)])
  const times: number[] = []
  try {
    await board.waitFor('online', TIMEOUT_MS)
    for (const [index, { order_id, from, to }] of orders.entries()) {
      const sent = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- one ticket after the other
      await world.owner.call('Order', 'move', { intents: [{ intent_id: randomUUID(), order_id, from, to }] })
      // oxlint-disable-next-line no-await-in-loop -- as above
      const first = await began(printer, index)
      if (index >= WARM_UP) times.push(first - sent)
      // oxlint-disable-next-line no-await-in-loop -- the next one finds a printer that is done
      await board.waitFor(() => printer.paper(index).items.some(({ kind }) => kind === 'cut'), TIMEOUT_MS)
    }
    return times
  } finally {
    board.kill()
    await board.exited
    board.remove()
    await printer.close()
  }
}

const figure = (what: string, times: readonly number[]): Figure => ({
  what,
  value: percentile(times, 0.95),
  unit: 'ms',
  budget: 300,
  note: `p50 ${median(times).toFixed(0)} ms of ${times.length} tickets`,
})

export const ticket: Bench = {
  name: 'ticket',
  async run() {
    const world = await openWorld(ORDERS * 6)
    try {
      return [
        figure('from a move to the first byte of its ticket, p95', await measure(world, true)),
        figure('the same with a printer that never answers', await measure(world, false)),
      ]
    } finally {
      await world.stop()
    }
  },
}
