import path from 'node:path'
import { entities } from '@tiffin/sdk/contract'
import type { Bench, Figure } from './bench.ts'
import { compare, median } from './measure.ts'
import { millionOrders } from './million.ts'
import { startProcess, startServe } from './stage.ts'
import { post, signIn, type Wire } from './wire.ts'

const include = (
  'order_id user type merchant destination_address cost discount bonus promocode_amount total promocode paid order_status ' +
  'time_create last_time time_finish time_delivery courier pay_type'
).split(' ')
const join = ['user', 'type', 'merchant', 'order_status', 'courier', 'pay_type']
const MONTH = 30 * 86_400_000
const CLIENTS = 32
const ROWS = 60
const ROUND_MS = 3000

/** A read as the console requests it, and the same values by hand-written SQL. */
interface Read {
  name: string
  what: string
  table: Record<string, unknown>
  values: unknown[]
  /** Maximum ratio to the floor. */
  most: number
}

async function readsOf(wire: Wire): Promise<Read[]> {
  const newest = { order: [{ field: 'time_create', dir: 'desc' }] }
  const { data } = await wire.call('Reference', 'getData', {
    tables: [{ table: 'order', include: ['order_id', 'time_create'], ...newest, limit: [1000, 1] }],
  })
  const [order] = data['order']?.data ?? []
  const until = Date.parse(String(order?.['time_create']))
  const period = [new Date(until - MONTH).toISOString(), new Date(until).toISOString()]
  const inPeriod = { search: [{ key: 'time_create', op: 'between', prm: period }], ...newest }
  const list = { include, join, ...inPeriod, limit: [0, 15] }
  const values = [wire.company, ...period]
  return [
    { name: 'list', what: 'list of 15 with its count', table: list, values, most: 1.5 },
    {
      name: 'sums',
      what: 'page of 15 with count and sums of a month',
      table: { ...list, statistic: ['discount', 'bonus', 'promocode_amount', 'total'] },
      values,
      most: 1.2,
    },
    {
      name: 'board',
      what: '200 orders with what they point to',
      table: { join: Object.keys(entities.order.joins), ...inPeriod, limit: [0, 200], count: 'none' },
      values,
      most: 1.5,
    },
    {
      name: 'key',
      what: 'one order by its key with what it points to',
      table: { join: Object.keys(entities.order.joins), search: [{ key: 'order_id', prm: order?.['order_id'] }], limit: [0, 1] },
      values: [wire.company, order?.['order_id']],
      most: 2.5,
    },
  ]
}

/** Saves a new comment for 60 orders, over the contract and by hand. */
async function saves(wire: Wire, urls: { server: string; bare: string }): Promise<Figure[]> {
  const { data } = await wire.call('Reference', 'getData', {
    tables: [{ table: 'order', include: ['order_id'], order: [{ field: 'time_create', dir: 'desc' }], limit: [2000, ROWS] }],
  })
  const ids = (data['order']?.data ?? []).map((row) => Number(row['order_id']))
  const ours = async (round: number): Promise<void> => {
    const comment = `ours ${round}`
    const tables = ids.map((id) => ({ table: 'order', id, row: { comment } }))
    const { body, headers } = wire.form('Reference', 'saveData', { tables })
    const answer = await post(`${urls.server}/api`, body, headers)
    if (!answer.includes(`"comment":"${comment}"`)) throw new Error(`save: ${answer.slice(0, 300)}`)
  }
  const byHand = async (round: number): Promise<void> => {
    const comment = `by hand ${round}`
    const rows = JSON.stringify(ids.map((order_id) => ({ order_id, comment })))
    const answer = await post(urls.bare, JSON.stringify({ name: 'save', values: [wire.company, rows] }))
    if (!answer.includes(`"comment":"${comment}"`)) throw new Error(`save by hand: ${answer.slice(0, 300)}`)
  }
  const pair = await compare(60, ours, byHand, 60)
  return [
    { what: `save of ${ROWS} orders, p50`, value: pair.a, unit: 'ms', note: `by hand: ${pair.b.toFixed(2)} ms` },
    { what: `save of ${ROWS} orders, against SQL by hand`, value: pair.ratio, unit: 'x', budget: 5 },
  ]
}

/** Calls per second of 32 concurrent clients. */
async function rate(call: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + ROUND_MS
  let calls = 0
  const client = async (): Promise<void> => {
    for (; performance.now() < end; calls += 1) await call()
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return (calls / ROUND_MS) * 1000
}

/** Reads and saves of 1,000,000 orders against hand-written SQL for each, over HTTP in a bare server. */
export const reads: Bench = {
  name: 'reads',
  async run() {
    const urls = await millionOrders()
    const server = await startServe(urls)
    const bare = await startProcess([path.join(import.meta.dirname, 'bare-reads.ts')], /bare (http:\S+)/, {
      DATABASE_URL: urls.admin,
    })
    try {
      const wire = await signIn(server.url, 'owner')
      const figures: Figure[] = []
      for (const { name, what, table, values, most } of await readsOf(wire)) {
        const { body, headers } = wire.form('Reference', 'getData', { tables: [{ table: 'order', mode: 'report', ...table }] })
        const ours = () => post(`${server.url}/api`, body, headers)
        const byHand = () => post(bare.url, JSON.stringify({ name, values }))
        const [answer, floor] = [await ours(), await byHand()]
        if (!answer.includes('"count"') || floor.length < 500)
          throw new Error(`${name}: ${answer.slice(0, 200)} ${floor.slice(0, 200)}`)
        const pair = await compare(100, ours, byHand, 100)
        const note = `by hand: ${pair.b.toFixed(2)} ms, ${(floor.length / 1000).toFixed(0)} kB; ours: ${(answer.length / 1000).toFixed(0)} kB`
        figures.push(
          { what: `${what}, p50`, value: pair.a, unit: 'ms', note },
          { what: `${what}, against SQL by hand`, value: pair.ratio, unit: 'x', budget: most },
        )
        if (name !== 'list') continue
        const rounds: number[] = []
        for (let round = 0; round < 3; round += 1) {
          const first = await rate(round % 2 === 0 ? ours : byHand)
          const second = await rate(round % 2 === 0 ? byHand : ours)
          rounds.push(round % 2 === 0 ? first / second : second / first)
        }
        figures.push({
          what: 'lists a second of 32 clients, against SQL by hand',
          value: median(rounds),
          unit: 'x',
          budget: 0.6,
          bound: 'least',
        })
      }
      return [...figures, ...(await saves(wire, { server: server.url, bare: bare.url }))]
    } finally {
      await Promise.all([bare.stop(), server.stop()])
    }
  },
}
