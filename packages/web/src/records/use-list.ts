import { useCore } from '@tiffin/core/react'
import { isSame, readableFields } from '@tiffin/core/rules'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import {
  listChanges,
  listQuery,
  type ListResult,
  readList,
  type ListState,
  type Screen,
  sumsCurrencies,
  watchTables,
} from '@tiffin/core/screens'
import { useRecords } from './records-context.ts'

const FIRST_REFRESH_MS = 2000

/**
 * The page of the list in the address; a new page replaces the old one when loaded. Rows changed by other people are updated
 * in place. Rows that would appear, disappear or move wait for `showChanges` if the list is in use.
 */
export function useList(state: ListState, columns: readonly string[], isInUse: () => boolean) {
  const { client } = useCore()
  const { screen, actor, company, area, today } = useRecords()
  const { refresh, entity } = screen
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    const query = listQuery(screen, state, { ...today(), columns, readable: readableFields(actor, entity) })
    const countAll = entity.limit !== undefined && area === 'company'
    return readList(client, query, { company, countAll, byCurrency: company === 0 && sumsCurrencies(screen, area), signal })
  }
  const options = queryOptions({
    queryKey: ['list', screen.name, area, actor.company, state, columns],
    queryFn,
    meta: { failure: `can't read the list of ${screen.name}` },
    placeholderData: keepPreviousData,
    // The first reload comes sooner (MAIL-02, PUSH-05).
    refetchInterval: refresh
      ? ({ state: { dataUpdateCount } }) => (dataUpdateCount <= 1 ? FIRST_REFRESH_MS : refresh * 1000)
      : false,
  })
  const list = useQuery(options)
  const queries = useQueryClient()
  const changes = useChangeCount(list.data?.feed)
  const isShown = list.isSuccess && !list.isPlaceholderData && !list.isFetching
  const { data: latest } = useQuery({
    queryKey: ['list changes', options.queryKey, changes],
    enabled: changes > 0 && isShown,
    queryFn,
    meta: { failure: `can't update the list of ${screen.name}` },
    // A further change keeps those that wait.
    placeholderData: (before, query) => (isSame(query?.queryKey[1], options.queryKey) ? before : undefined),
    // Each reported change is read once.
    staleTime: 'static',
    gcTime: 0,
  })
  const pending = latest && list.data && isShown && latest.feed > list.data.feed ? latest : undefined
  const show = (data: ListResult): void => void queries.setQueryData(options.queryKey, data)
  const update = useEffectEvent(() => {
    if (!pending || !list.data) return
    const { updated, moves } = listChanges(entity.key, list.data, pending)
    show(moves > 0 && list.data.rows.length > 0 && isInUse() ? updated : pending)
  })
  useEffect(() => update(), [pending])
  return {
    ...list,
    /** Rows that would appear, disappear or move. */
    moves: pending && list.data ? listChanges(entity.key, list.data, pending).moves : 0,
    showChanges: () => pending && show(pending),
  }
}

/** How often the server has reported changes of the listed rows, or of records that they name, since this page was read. */
function useChangeCount(feed: number | undefined): number {
  const core = useCore()
  const { screen, actor } = useRecords()
  const { company } = actor
  const [count, setCount] = useState(0)
  const tables = useMemo(() => tablesOf(screen), [screen])
  const watch = useEffectEvent((ofCompany: number) =>
    watchTables(core, { company: ofCompany, tables, since: feed ?? 0, onChange: () => setCount((before) => before + 1) }),
  )
  const isLoaded = feed !== undefined
  useEffect(() => (isLoaded && company !== null ? watch(company) : undefined), [isLoaded, company, tables])
  return count
}

const tablesOf = ({ entity }: Screen): ReadonlySet<string> =>
  new Set([entity.name, ...Object.values(entity.fields).flatMap(({ to }) => to ?? [])])

/** Reloads every list and record on this page; pickers follow without being awaited. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    const isShown = ({ queryKey: [kind] }: { queryKey: readonly unknown[] }) => kind === 'list' || kind === 'record'
    void queries.invalidateQueries({ predicate: (query) => !isShown(query) })
    await queries.invalidateQueries({ predicate: isShown })
  }
}
