import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Core } from '@tiffin/core'
import { useCore } from '@tiffin/core/react'
import { modeOf, readRecord } from '@tiffin/core/screens'
import { type RecordsView, useRecords } from './records-context.ts'
import type { OpenRecord } from './use-list-url.ts'

/** How long preloaded data is kept for its editor, in ms. */
const WAITS = 10_000

/** The record shown by an editor; the editor removes the data when it closes. */
export const recordQuery = (client: Core['client'], { screen, area, actor, company }: RecordsView, id: OpenRecord) =>
  queryOptions({
    queryKey: ['record', screen.entity.name, area, actor.company, id],
    queryFn: async ({ signal }) => (await readRecord(client, screen.entity, id, { company, ...modeOf(screen), signal })) ?? null,
    // Reloaded only after a save here.
    staleTime: Infinity,
    gcTime: WAITS,
  })

/** Preloads a record whose editor is about to open, because the browser takes a while to render it. */
export function usePreloadRecord(): (id: OpenRecord) => void {
  const { client } = useCore()
  const view = useRecords()
  const queries = useQueryClient()
  return (id) => {
    const query = recordQuery(client, view, id)
    // The editor did not open.
    queries.removeQueries({ queryKey: query.queryKey, exact: true, type: 'inactive', fetchStatus: 'idle' })
    void queries.prefetchQuery(query)
  }
}
