import { useCore } from '@tiffin/core/react'
import { readableFields } from '@tiffin/core/rules'
import { listQuery, readList, type ListState } from '@tiffin/core/screens'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRecords } from './records-context.ts'

const FIRST_REFRESH_MS = 2000

/** The page of the list in the address; a new page replaces the old one when loaded. */
export function useList(state: ListState, columns: readonly string[]) {
  const { client } = useCore()
  const { screen, actor, company, area, today } = useRecords()
  const { refresh, entity } = screen
  return useQuery({
    queryKey: ['list', screen.name, area, actor.company, state, columns],
    queryFn: ({ signal }) => {
      const query = listQuery(screen, state, { ...today(), columns, readable: readableFields(actor, entity) })
      return readList(client, query, { company, countAll: entity.limit !== undefined && area === 'company', signal })
    },
    meta: { failure: `can't read the list of ${screen.name}` },
    placeholderData: keepPreviousData,
    // The first reload comes sooner (MAIL-02, PUSH-05).
    refetchInterval: refresh
      ? ({ state: { dataUpdateCount } }) => (dataUpdateCount <= 1 ? FIRST_REFRESH_MS : refresh * 1000)
      : false,
  })
}

/** Reloads every list and record on this page; pickers follow without being awaited. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    const isShown = ({ queryKey: [kind] }: { queryKey: readonly unknown[] }) => kind === 'list' || kind === 'record'
    void queries.invalidateQueries({ predicate: (query) => !isShown(query) })
    await queries.invalidateQueries({ predicate: isShown })
  }
}
