import type { Client } from '@tiffin/sdk/client'
import type { TableQuery } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { readList } from './records.ts'

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
  expect(listed).toMatchObject({ count: 10_000, atLeast: true, all: 12_345 })
  expect(asked.map(({ count }) => count)).toEqual([undefined, 'exact'])
})
