import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Bench } from './bench.ts'
import { createMachine, type Run } from './command.ts'
import { exportedColumns as columns } from './export.ts'
import { compare, median } from './measure.ts'
import { millionOrders } from './million.ts'
import { startServe } from './stage.ts'
import { post, signIn, type Wire } from './wire.ts'

const ROWS = 500_000
const ROUNDS = 3
/** As many as the command reads at once. */
const PAGE = 5_000

/** Saves the sheet as a program without the command would. */
async function saveSheet(url: string, wire: Wire, file: string): Promise<void> {
  const { data } = await wire.call('Export', 'ticket', {
    params: { tables: [{ table: 'order', order: [{ field: 'order_id' }], limit: [0, ROWS] }], columns },
  })
  const token = (data as unknown as { ticket: string }).ticket
  const query = new URLSearchParams({ api: 'Export', method: 'Excel', token })
  const { body } = await fetch(`${url}/api?${query.toString()}`, { headers: { authorization: `Bearer ${wire.token}` } })
  await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(file))
}

/** Reads the rows that the command writes as text, page by page, without looking at more than the last key. */
async function readPages(url: string, wire: Wire): Promise<void> {
  const order = [{ field: 'order_id' }]
  let last = 0
  for (let done = 0; done < ROWS; done += PAGE) {
    const search = [{ key: 'order_id', op: '>', prm: last }]
    const tables = [{ table: 'order', include: columns, order, search, limit: [0, PAGE] }]
    const { body, headers } = wire.form('Reference', 'getData', { tables })
    const page = await post(`${url}/api`, body, headers)
    last = Number([...page.slice(-5000).matchAll(/"order_id":(\d+)/g)].at(-1)?.[1])
  }
}

/** `tiffin export` against the same export over HTTP. */
export const exportCommand: Bench = {
  name: 'export-command',
  async run() {
    const server = await startServe(await millionOrders())
    const machine = createMachine({ TIFFIN_URL: server.url })
    let token = ''
    const runs = { xlsx: [] as Run[], csv: [] as Run[] }
    const byCommand = (format: keyof typeof runs) => async () => {
      const fields = ['--fields', columns.join(',')]
      const args = ['export', 'order', '--limit', String(ROWS), ...fields, '--out', `orders.${format}`, '--yes']
      runs[format].push(await machine.run(args, { TIFFIN_TOKEN: token }))
    }
    try {
      const wire = await signIn(server.url, 'owner')
      token = wire.token
      const sheet = await compare(
        ROUNDS,
        byCommand('xlsx'),
        () => saveSheet(server.url, wire, path.join(machine.home, 'http.xlsx')),
        1,
      )
      const text = await compare(ROUNDS, byCommand('csv'), () => readPages(server.url, wire), 1)
      const peak = (format: keyof typeof runs) => Math.max(...runs[format].map((run) => run.peak))
      const memory = (format: keyof typeof runs) =>
        ({ what: `memory of tiffin export to .${format}, at its peak`, value: peak(format), unit: 'MB', budget: 150 }) as const
      const note = (a: number, b: number) => `${(a / 1000).toFixed(1)} s, ${(b / 1000).toFixed(1)} s`
      return [
        {
          what: `tiffin export of ${ROWS} orders to .xlsx, against the same file over HTTP`,
          value: sheet.ratio,
          unit: 'x',
          budget: 1.1,
          note: note(sheet.a, sheet.b),
        },
        memory('xlsx'),
        {
          what: `tiffin export of ${ROWS} orders to .csv, against the same pages over HTTP`,
          value: text.ratio,
          unit: 'x',
          note: note(text.a, text.b),
        },
        memory('csv'),
        { what: 'tiffin export to .xlsx', value: median(runs.xlsx.map(({ ms }) => ms)), unit: 'ms' },
      ]
    } finally {
      machine.remove()
      await server.stop()
    }
  },
}
