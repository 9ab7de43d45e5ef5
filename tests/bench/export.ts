import type { Bench } from './bench.ts'
import { peakOf } from './command.ts'
import { withClient } from './database.ts'
import { type ComparedColumn, writeWithExceljs } from './exceljs-writer.ts'
import { median, timed } from './measure.ts'
import { millionOrders } from './million.ts'
import { startServe } from './stage.ts'
import { signIn } from './wire.ts'

const ROWS = 500_000
const ROUNDS = 3
/** exceljs is slow; its rate is the same with fewer rows. */
const COMPARED_ROWS = 50_000

/** The columns of the orders report; references are shown by name. */
export const exportedColumns = (
  'order_id user type merchant destination_address cost discount bonus promocode_amount total promocode paid order_status ' +
  'time_create last_time time_finish time_delivery courier pay_type'
).split(' ')

/** The same cells as rows in memory: exceljs is spared the database, the look-up of names and the network. */
const comparedRows = `
  select o.order_id::float8, u.name, t.value ->> 'en', m.name ->> 'en', o.destination_address, o.cost::float8, o.discount::float8,
    o.bonus::float8, o.promocode_amount::float8, o.total::float8, o.promocode, o.paid, s.value ->> 'en', o.time_create,
    o.last_time, o.time_finish, o.time_delivery, c.name, p.name ->> 'en'
  from "order" o left join "user" u on u.user_id = o."user" left join order_type t on t.order_type_id = o.type
    left join merchant m on m.merchant_id = o.merchant left join order_status s on s.order_status_id = o.order_status
    left join courier c on c.courier_id = o.courier left join pay_type p on p.pay_type_id = o.pay_type
  where o.company = 1 order by o.order_id limit 20000`

const formatOf = (name: string): string =>
  name.includes('time') ? 'yyyy-mm-dd hh:mm:ss' : /^(cost|discount|bonus|promocode_amount|total)$/.test(name) ? '#,##0.00' : '@'
const columns = exportedColumns
const comparedColumns: ComparedColumn[] = columns.map((title) => ({ title, format: formatOf(title) }))

export const exportSheet: Bench = {
  name: 'export',
  async run() {
    const urls = await millionOrders()
    const rows = await withClient(
      urls.admin,
      async (admin) => (await admin.query<unknown[]>({ text: comparedRows, rowMode: 'array' })).rows,
    )
    const server = await startServe(urls)
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
      const peak = peakOf(server.pid) ?? Number.NaN
      const total = median(totals)
      const rate = ROWS / (total / 1000)
      const exceljs = COMPARED_ROWS / ((await timed(() => writeWithExceljs(comparedColumns, rows, COMPARED_ROWS))) / 1000)
      return [
        {
          what: `export of ${ROWS} orders, ${columns.length} columns, to .xlsx`,
          value: total,
          unit: 'ms',
          budget: ROWS / 50,
          note: `${Math.round(rate)} rows/s, ${(size / 1e6).toFixed(0)} MB`,
        },
        { what: 'first byte of that export', value: median(firstBytes), unit: 'ms', budget: 1000 },
        { what: 'memory of the server after these exports, at its peak', value: peak, unit: 'MB', budget: 300 },
        {
          what: 'rows a second, against the streaming writer of exceljs with rows in memory',
          value: rate / exceljs,
          unit: 'x',
          budget: 1,
          bound: 'least',
          note: `exceljs ${Math.round(exceljs)} rows/s`,
        },
      ]
    } finally {
      await server.stop()
    }
  },
}
