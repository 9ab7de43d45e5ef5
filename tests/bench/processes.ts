import { availableParallelism } from 'node:os'
import type { Bench } from './bench.ts'
import { median } from './measure.ts'
import { startServe } from './stage.ts'
import { signIn, type Wire } from './wire.ts'
import { openWorld } from './world.ts'

const CLIENTS = 32
const ROUND_MS = 4000
const ROUNDS = 5
/** For the load itself, PostgreSQL and two servers: with fewer, they compete for time. */
const CORES = 6

/** Reads boards and single rows; every tenth call is a save. Returns calls per second. */
async function load(wires: readonly Wire[], orders: readonly number[]): Promise<number> {
  const end = performance.now() + ROUND_MS
  let calls = 0
  const client = async (place: number): Promise<void> => {
    const wire = wires[place % wires.length] as Wire
    for (let turn = place; performance.now() < end; turn += 1) {
      const id = orders[(turn * CLIENTS + place) % orders.length]
      if (turn % 10 === 0) {
        await wire.call('Reference', 'saveData', {
          tables: [{ table: 'order', id, row: { comment: `turn ${turn} of ${place}` } }],
        })
      } else if (turn % 10 < 3) {
        await wire.call('Reference', 'getData', {
          tables: [{ table: 'order', join: ['user', 'merchant'], order: [{ field: 'order_id', dir: 'desc' }], limit: [0, 50] }],
        })
      } else {
        await wire.call('Reference', 'getData', { tables: [{ table: 'order', search: [{ key: 'order_id', prm: id }] }] })
      }
      calls += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, place) => client(place)))
  return (calls / ROUND_MS) * 1000
}

export const processes: Bench = {
  name: 'processes',
  async run() {
    const world = await openWorld(200)
    const other = await startServe(world.urls)
    try {
      const rows = await world.asOwner<{ order_id: number }>(
        `select order_id from "order" where company = $1 order by order_id desc limit 200`,
        [world.owner.company],
      )
      const orders = rows.map(({ order_id }) => order_id)
      const item = [world.owner]
      const two = [world.owner, await signIn(other.url, 'owner')]
      await load(two, orders)
      const rates: { alone: number; both: number }[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const first = await load(round % 2 === 0 ? item : two, orders)
        const second = await load(round % 2 === 0 ? two : item, orders)
        rates.push(round % 2 === 0 ? { alone: first, both: second } : { alone: second, both: first })
      }
      const cores = availableParallelism()
      const value = median(rates.map(({ alone, both }) => both / alone))
      const alone = median(rates.map((rate) => rate.alone))
      const excused = `${cores} cores: load, PostgreSQL and two servers share them, so this run cannot tell (it takes ${CORES})`
      return [
        {
          what: 'two server processes against one, mixed load',
          value,
          unit: 'x',
          budget: 1.5,
          bound: 'least',
          note: `one: ${alone.toFixed(0)} calls/s`,
          ...(cores < CORES ? { excused } : {}),
        },
      ]
    } finally {
      await other.stop()
      await world.stop()
    }
  },
}
