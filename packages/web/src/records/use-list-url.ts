import { useCallback, useMemo } from 'react'
import { type ListState, readListState, writeListState } from '@tiffin/core/screens'
import { useLocation, useNavigate } from 'react-router'
import { COMPANY } from '../company-url.ts'
import { usePageParams } from '../ui/use-page-params.ts'
import { useRecords } from './records-context.ts'

export { COMPANY }

/** The key of a record; `new` for one being created. */
export type OpenRecord = number | string

/** Query parameter for the open record of a nested list. */
export const INNER_RECORD = 'inner'

/** The state of a list and the ways to change it. */
export interface ListUrl {
  state: ListState
  /** A function gets the state in the address, which may not be rendered yet. */
  set: (change: Partial<ListState> | ((now: ListState) => Partial<ListState>), options?: { replace?: boolean }) => void
  open: OpenRecord | null
  /** Null if records have no address. */
  hrefOf: ((key: OpenRecord) => string) | null
  /** The list's address with other filters; null if it has none. */
  listHref: ((filters: ListState['filters']) => string) | null
  openRecord: (key: OpenRecord) => void
  closeRecord: () => void
  view: string | null
  /** Opens a saved view, or with null all rows. */
  chooseView: (view: { name: string; query: string } | null) => void
  tab: string | null
  setTab: (tab: string) => void
}

/** A screen's state in the address: search, filters, sort, page, the open record and its tab. */
export function useListUrl(): ListUrl {
  const { screen, area, user } = useRecords()
  const own = area === 'company' ? user.company?.company_id : undefined
  const [params, setParams] = usePageParams()
  const location = useLocation()
  const navigate = useNavigate()
  const state = useMemo(() => readListState(params, screen, area), [params, screen, area])
  const id = params.get('id')
  const open: OpenRecord | null = id === null || id === '' ? null : parseRecordKey(id)

  /** Changing the page adds a history entry; typing in the search does not. */
  const set = useCallback(
    (change: Parameters<ListUrl['set']>[0], { replace = false } = {}) =>
      setParams(
        (now) => {
          const before = readListState(now, screen, area)
          return writeListState(now, screen, area, {
            ...before,
            page: 1,
            ...(typeof change === 'function' ? change(before) : change),
          })
        },
        { replace },
      ),
    [screen, area, setParams],
  )
  // Independent of the open record and tab, so that rows do not re-render for another one.
  const list = useMemo(() => withoutRecord(params, own), [params, own])
  const hrefOf = useCallback((key: OpenRecord): string => recordHref(list, key, own), [list, own])
  const listHref = (filters: ListState['filters']): string => {
    const next = writeListState(new URLSearchParams(list), screen, area, { ...state, filters, page: 1 })
    if (own !== undefined) next.set(COMPANY, String(own))
    return `?${next.toString()}`
  }
  const openedHere = (location.state as { opened?: boolean } | null)?.opened === true
  const closeRecord = (): void => {
    if (openedHere) return void navigate(-1)
    const next = new URLSearchParams(params)
    next.delete('id')
    next.delete('tab')
    next.delete(INNER_RECORD)
    setParams(next, { replace: true })
  }
  return {
    state,
    set,
    open,
    hrefOf,
    listHref,
    openRecord: (key: OpenRecord) => {
      // A quick click arrives before the change of the previous one is rendered.
      const now = new URLSearchParams(window.location.search)
      if (now.get('id') !== String(key)) void navigate(recordHref(withoutRecord(now, own), key, own), { state: { opened: true } })
    },
    closeRecord,
    view: params.get('view'),
    chooseView: (view) => {
      const next = new URLSearchParams(view?.query ?? '')
      if (view) next.set('view', view.name)
      setParams(next)
    },
    tab: params.get('tab'),
    setTab: (tab) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          next.set('tab', tab)
          return next
        },
        { replace: true, state: location.state as unknown },
      ),
  }
}

/** The parameters of a list alone, without those of an open record. */
function withoutRecord(params: URLSearchParams, own: number | undefined): string {
  const rest = new URLSearchParams(params)
  for (const name of ['id', 'tab', INNER_RECORD]) rest.delete(name)
  if (own !== undefined) rest.delete(COMPANY)
  return rest.toString()
}

function recordHref(list: string, key: OpenRecord, own: number | undefined): string {
  const next = new URLSearchParams(list)
  next.set('id', String(key))
  // The link may be opened in a tab with another current company.
  if (own !== undefined) next.set(COMPANY, String(own))
  return `?${next.toString()}`
}

/** Keys are numbers, except those of settings. */
export const parseRecordKey = (text: string): number | string => (/^\d{1,15}$/.test(text) ? Number(text) : text)

/** The full address of an open record and its tab; in a nested list that of the page, with this company. */
export function recordLink({ hrefOf, tab }: Pick<ListUrl, 'hrefOf' | 'tab'>, key: OpenRecord, company: number | null): URL {
  const link = new URL(hrefOf ? hrefOf(key) : '', location.href)
  if (hrefOf && tab !== null) link.searchParams.set('tab', tab)
  if (company !== null) link.searchParams.set(COMPANY, String(company))
  return link
}
