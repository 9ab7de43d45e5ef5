import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { entities } from '@tiffin/sdk/contract'
import type { Bench } from './bench.ts'
import { compare } from './measure.ts'
import { recordStatements } from './recorder.ts'
import { startProcess } from './stage.ts'
import { post, type Wire } from './wire.ts'
import { openWorld } from './world.ts'

const ORDERS = 200

/** The board's own query, limited to the first 200 orders. */
async function boardQuery(wire: Wire): Promise<unknown> {
  const { data } = await wire.call('Reference', 'getData', { tables: [{ table: 'order_status', order: [{ field: 'status' }] }] })
  const columns = (data['order_status']?.data ?? []).filter((status) => status['status'] !== 0)
  const keys = (of: typeof columns) => of.map((status) => status['order_status_id'])
  const day = 86_400_000
  const period = [new Date(Date.now() - 2 * day).toISOString(), new Date(Date.now() + day).toISOString()]
  return {
    tables: [
      {
        table: 'order',
        mode: 'board',
        search: [
          {
            any: [
              { key: 'time_create', op: 'between', prm: period },
              { key: 'order_status', op: 'in', prm: keys(columns.filter((status) => status['done'] !== 1)) },
            ],
          },
          { key: 'order_status', op: 'in', prm: keys(columns) },
        ],
        order: [{ field: 'order' }],
        join: Object.keys(entities.order.joins),
        limit: [0, ORDERS],
        count: 'exact',
      },
    ],
  }
}

export const boardRead: Bench = {
  name: 'board-read',
  async run() {
    const world = await openWorld(ORDERS)
    const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-bench-'))
    try {
      const query = await boardQuery(world.owner)
      const recorded = await recordStatements(world.urls, 'read', (wire) => wire.call('Reference', 'getData', query))
      const statements = recorded.map(({ text, parameters }) => ({ text, parameters }))
      const bareWith = async (name: string, some: typeof statements) => {
        const job = path.join(folder, name)
        writeFileSync(job, JSON.stringify({ company: world.owner.company, statements: some }))
        const env = { DATABASE_URL: world.urls.app, BENCH_JOB: job }
        return startProcess([path.join(import.meta.dirname, 'bare-server.ts')], /bare (http:\S+)/, env)
      }
      const bare = await bareWith('same.json', statements)
      const rowsOnly = await bareWith(
        'rows.json',
        statements.filter((_, index) => recorded[index]?.rows[0]?.['data'] !== undefined),
      )
      const { body, headers } = world.owner.form('Reference', 'getData', query)
      const ours = () => post(`${world.url}/api`, body, headers)
      const answer = JSON.parse(await ours()) as { data: { order: { data: unknown[] } } }
      if (answer.data.order.data.length !== ORDERS) throw new Error(`The board has ${answer.data.order.data.length} orders.`)
      const same = await compare(60, ours, () => post(bare.url, body, headers), 15)
      const rows = await compare(40, ours, () => post(rowsOnly.url, body, headers), 10)
      await Promise.all([bare.stop(), rowsOnly.stop()])
      return [
        {
          what: 'board read of 200 orders over HTTP, p50',
          value: same.a,
          unit: 'ms',
          note: `bare node:http and pg: ${same.b.toFixed(1)} ms`,
        },
        { what: 'board read against the same SQL in a bare server', value: same.ratio, unit: 'x', budget: 1.5 },
        { what: 'board read against its rows alone (no count, no feed)', value: rows.ratio, unit: 'x' },
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
      await world.stop()
    }
  },
}
