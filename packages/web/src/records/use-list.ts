import { useCore } from '@tiffin/core/react'
import { readableFields } from '@tiffin/core/rules'
import { listQuery, readList, type ListState } from '@tiffin/core/screens'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRecords } from './records-context.ts'

const FIRST_REFRESH_MS = 2000

/** The page of a list that the address names; a new one replaces the old when it is there. */
export function useList(state: ListState, columns: readonly string[]) {
  const { client, ports } = useCore()
  const { screen, actor, company, area, today } = useRecords()
  const { refresh, entity } = screen
  return useQuery({
    queryKey: ['list', screen.name, area, actor.company, state, columns],
    queryFn: async ({ signal }) => {
      try {
        const query = listQuery(screen, state, { ...today(), columns, readable: readableFields(actor, entity) })
        return await readList(client, query, { company, countAll: entity.limit !== undefined && area === 'company', signal })
      } catch (error) {
        if (!signal.aborted) ports.log(`the list of ${screen.name} could not be read`, error)
        throw error
      }
    },
    placeholderData: keepPreviousData,
    // The first reload comes sooner (MAIL-02, PUSH-05).
    refetchInterval: refresh
      ? ({ state: { dataUpdateCount } }) => (dataUpdateCount <= 1 ? FIRST_REFRESH_MS : refresh * 1000)
      : false,
  })
}

/** Reloads every list and record on this page; selectors follow when they can. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    const isShown = ({ queryKey: [kind] }: { queryKey: readonly unknown[] }) => kind === 'list' || kind === 'record'
    void queries.invalidateQueries({ predicate: (query) => !isShown(query) })
    await queries.invalidateQueries({ predicate: isShown })
  }
}
