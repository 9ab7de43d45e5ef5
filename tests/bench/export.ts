import { readFileSync } from 'node:fs'
import type { Bench } from './bench.ts'
import { median } from './measure.ts'
import { millionOrders } from './million.ts'
import { startServe } from './stage.ts'
import { signIn } from './wire.ts'

const ROWS = 500_000
const ROUNDS = 3

/** The columns of the report of orders; references are shown by the names of their rows. */
const columns = (
  'order_id user type merchant destination_address cost discount bonus promocode_amount total promocode paid order_status ' +
  'time_create last_time time_finish time_delivery courier pay_type'
).split(' ')

/** Peak of what a process had resident, in MB; Linux alone tells it. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1000

export const exportSheet: Bench = {
  name: 'export',
  async run() {
    const server = await startServe(await millionOrders())
    try {
      const wire = await signIn(server.url, 'owner')
      const firstBytes: number[] = []
      const totals: number[] = []
      let size = 0
      for (let round = 0; round < ROUNDS; round += 1) {
        const { data } = await wire.call('Export', 'ticket', {
          params: { tables: [{ table: 'order', order: [{ field: 'order_id' }], limit: [0, ROWS] }], columns },
        })
        const ticket = (data as unknown as { ticket: string }).ticket
        const query = new URLSearchParams({ api: 'Export', method: 'Excel', token: ticket })
        const began = performance.now()
        const response = await fetch(`${server.url}/api?${query.toString()}`, {
          headers: { authorization: `Bearer ${wire.token}` },
        })
        size = 0
        for await (const part of response.body ?? []) {
          if (size === 0) firstBytes.push(performance.now() - began)
          size += (part as Uint8Array).length
        }
        totals.push(performance.now() - began)
      }
      const total = median(totals)
      return [
        {
          what: `export of ${ROWS} orders, ${columns.length} columns, to .xlsx`,
          value: total,
          unit: 'ms',
          budget: ROWS / 50,
          note: `${Math.round(ROWS / (total / 1000))} rows/s, ${(size / 1e6).toFixed(0)} MB`,
        },
        { what: 'first byte of that export', value: median(firstBytes), unit: 'ms', budget: 1000 },
        { what: 'memory of the server after these exports, at its peak', value: peakOf(server.pid), unit: 'MB', budget: 300 },
      ]
    } finally {
      await server.stop()
    }
  },
}
