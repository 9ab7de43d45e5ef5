import { expect, it } from 'vitest'
import { createClient, type TransportRequest } from '@tiffin/sdk/client'
import type { Input, Calls } from '@tiffin/sdk/contract'
import { readCompanies } from './companies.ts'

it('COMP-16: queries the owner table for companies with status 1', async () => {
  const rows = [{ company_id: 3, name: { en: 'Basil' }, logo: '' }]
  const asked: unknown[] = []
  const client = createClient({
    url: 'http://server.test/api',
    app: { name: 'web', version: '1', contract: 1 },
    async transport({ form }: TransportRequest) {
      asked.push(JSON.parse(form.get('data') ?? '{}'))
      const body = { status: 'OK', server_time: 1, feed: 1, data: { owner: { data: rows, count: 1 } } }
      return { kind: 'answer', status: 200, text: JSON.stringify(body) }
    },
  })
  expect(await readCompanies(client)).toEqual(rows)
  expect(asked).toEqual([{ tables: [expect.objectContaining({ table: 'owner', search: [{ key: 'status', prm: 1 }] })] }])
})

it('COMP-16: reads all companies, page after page', async () => {
  const all = Array.from({ length: 2500 }, (_, n) => ({ company_id: 2 * n + 1, name: { en: `Company ${n}` }, logo: '' }))
  const client = createClient({
    url: 'http://server.test/api',
    app: { name: 'web', version: '1', contract: 1 },
    async transport({ form }: TransportRequest) {
      const { tables } = JSON.parse(form.get('data') ?? '{}') as Input<Calls['Reference']['getData']>
      const { search = [], limit: [from, most] = [0, 0] } = tables[0] ?? {}
      const after = search.flatMap((item) => ('key' in item && item.key === 'company_id' ? [Number(item.prm)] : []))[0] ?? 0
      const rows = all.filter(({ company_id }) => company_id > after).slice(from, from + most)
      const body = { status: 'OK', server_time: 1, feed: 1, data: { owner: { data: rows, count: all.length } } }
      return { kind: 'answer', status: 200, text: JSON.stringify(body) }
    },
  })
  expect(await readCompanies(client)).toEqual(all)
})
