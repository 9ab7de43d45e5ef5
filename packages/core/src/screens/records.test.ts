import type { Client } from '@tiffin/sdk/client'
import type { TableQuery } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import type { Actor } from '#rules/index'
import { readList, readLookups } from './records.ts'

it('REF-24: loads the short lists in one call, as far as the reader may see them', async () => {
  const calls: string[][] = []
  const getData = async ({ tables }: { tables: { table: string }[] }) => {
    calls.push(tables.map(({ table }) => table))
    return { data: Object.fromEntries(tables.map(({ table }) => [table, { data: [{ of: table }] }])) }
  }
  const actor: Actor = { admin_id: 1, role: 2, company: 1, company_role: 1, merchants: new Map(), dictionary_edit: [] }
  const found = await readLookups({ Reference: { getData } } as never, actor)
  const requested = ['company_status', 'tariff_option', 'global_lang', 'order_mode', 'order_type']
  expect(calls).toEqual([requested])
  expect(found).toEqual(Object.fromEntries(requested.map((table) => [table, [{ of: table }]])))
})

it('LIST-04 LIST-17: a list tells whether there are more rows than were counted, and counts all against a limit', async () => {
  const asked: TableQuery[] = []
  const client = {
    Reference: {
      getData: async ({ tables }: { tables: TableQuery[] }) => {
        asked.push(...tables)
        const data = { order: { data: [{}], count: 10_000, count_is: 'at_least' }, all: { data: [], count: 12_345 } }
        return { data, feed: 1 }
      },
    },
  } as unknown as Client
  const listed = await readList(client, { table: 'order', limit: [0, 15] }, { company: 1, countAll: true })
  expect(listed).toMatchObject({ count: 10_000, atLeast: true, all: 12_345, feed: 1 })
  expect(asked.map(({ count }) => count)).toEqual([undefined, 'exact'])
})
