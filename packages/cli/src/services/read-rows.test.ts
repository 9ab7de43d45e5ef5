import { apiError, type TableQuery } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import type { Connection } from '../connection.ts'
import { readRows } from './read-rows.ts'

/** A server with this many orders that times out on more than `most` of them at once. */
function busyServer(orders: number, max: number): { connection: Connection; pageSize: number[] } {
  const pageSize: number[] = []
  async function getData({ tables }: { tables: TableQuery[] }): Promise<unknown> {
    const { search = [], limit = [0, 0] } = tables[0] as TableQuery
    pageSize.push(limit[1])
    if (limit[1] > max) throw apiError('timeout')
    const after = search.map((part) => ('prm' in part ? Number(part.prm) : 0)).at(-1) ?? 0
    const data = Array.from({ length: Math.min(limit[1], orders - after) }, (_, at) => ({ order_id: after + at + 1 }))
    return { data: { order: { data, count: Math.min(orders, 10_000), count_is: 'at_least' } } }
  }
  return { connection: { lang: 'en', client: { Reference: { getData } } } as unknown as Connection, pageSize }
}

const query: TableQuery = { table: 'order', order: [{ field: 'order_id', dir: 'asc' }], limit: [0, 1e9] }

it('reads smaller pages from a server that times out on large ones, and reads all rows', async () => {
  const { connection, pageSize } = busyServer(6000, 2500)
  const { rows } = await readRows(connection, query)
  expect(rows.map(({ order_id }) => order_id)).toEqual(Array.from({ length: 6000 }, (_, at) => at + 1))
  expect(pageSize).toEqual([5000, 1250, 1250, 1250, 1250, 1250])
})

it('gives up if even small pages time out', async () => {
  await expect(readRows(busyServer(6000, 30).connection, query)).rejects.toMatchObject({ code: 'timeout' })
})
