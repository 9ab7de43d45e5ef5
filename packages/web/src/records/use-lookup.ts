import { useQuery } from '@tanstack/react-query'
import { actorOf } from '@tiffin/core'
import { entities, type EntityName } from '@tiffin/sdk/contract'
import { useCore } from '@tiffin/core/react'
import { readRows, rowTitle, startLookups } from '@tiffin/core/screens'
import { lookupsQuery } from './lookups-query.ts'
import { useRecords } from './records-context.ts'

/** All rows of a short platform list, loaded once. */
export function useLookup(to: string | undefined): readonly { id: number; title: string }[] {
  const { client } = useCore()
  const { lang, user } = useRecords()
  const key = entities[to as EntityName]?.key ?? ''
  const { data } = useQuery({
    queryKey: ['lookup', to],
    enabled: key !== '',
    queryFn: async ({ client: cache, signal }) =>
      startLookups.includes(to as EntityName)
        ? ((await cache.fetchQuery(lookupsQuery(client, actorOf(user))))[to as string] ?? [])
        : readRows(client, { table: to as string, order: [{ field: key }], limit: [0, 300] }, { company: undefined, signal }),
    staleTime: 60_000,
  })
  return (data ?? []).map((row) => ({ id: Number(row[key]), title: rowTitle(row, lang) || String(row[key] as number) }))
}
