import { expect, it } from 'vitest'
import { createClient, type TransportRequest } from '@tiffin/sdk/client'
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
