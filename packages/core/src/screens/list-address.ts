import { defaultPageSize, filterName, type ListState, pageSizes } from './list-query.ts'
import type { Area, Screen } from './screen.ts'

const reserved = { search: 'search', sort: 'sort', page: 'page', size: 'size' } as const

/** If only one company is shown, the address contains it without filtering by it. */
const filterNames = (screen: Screen, area: Area): string[] => [
  ...(area === 'platform' ? ['company'] : []),
  ...screen.filters.map(filterName),
]

const positive = (text: string | null): number | undefined => {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** The list state in an address; invalid values count as missing. */
export function readListState(params: URLSearchParams, screen: Screen, area: Area): ListState {
  const sort = params.get(reserved.sort) ?? ''
  const field = sort.replace(/^-/, '')
  const size = positive(params.get(reserved.size))
  const named = filterNames(screen, area).flatMap((name) => {
    const value = params.get(name)
    return value === null || value === '' ? [] : [[name, value.slice(0, 200)] as const]
  })
  return {
    search: (params.get(reserved.search) ?? '').slice(0, 100),
    filters: Object.fromEntries(named),
    sort: field in screen.entity.fields ? { field, dir: sort.startsWith('-') ? 'desc' : 'asc' } : screen.order,
    page: positive(params.get(reserved.page)) ?? 1,
    size: pageSizes.find((option) => option === size) ?? defaultPageSize,
  }
}

/** An address with this list state. Default values are omitted; parameters that don't belong to the list are kept. */
export function writeListState(params: URLSearchParams, screen: Screen, area: Area, state: ListState): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string): void => (value === '' ? next.delete(name) : next.set(name, value))
  const { field, dir } = state.sort
  const isDefault = field === screen.order.field && dir === screen.order.dir
  put(reserved.search, state.search)
  put(reserved.sort, isDefault ? '' : `${dir === 'desc' ? '-' : ''}${field}`)
  put(reserved.page, state.page === 1 ? '' : String(state.page))
  put(reserved.size, state.size === defaultPageSize ? '' : String(state.size))
  for (const name of filterNames(screen, area)) put(name, state.filters[name] ?? '')
  return next
}

/** The list's part of an address. */
export const listPart = (screen: Screen, state: ListState): string => {
  const part = writeListState(new URLSearchParams(), screen, 'platform', { ...state, page: 1 })
  part.sort()
  return part.toString()
}

/** Parameters of a screen next to those of its list: which report, its chart and its comparison. */
const furtherParams: Readonly<Record<string, readonly string[] | undefined>> = {
  'orders report': ['report', 'by', 'chart', 'measure', 'compare'],
}

/** Part of an address that a saved view keeps. */
export function viewPart(screen: Screen, state: ListState, params: URLSearchParams): string {
  const part = new URLSearchParams(listPart(screen, state))
  for (const name of furtherParams[screen.name] ?? []) {
    const value = params.get(name)
    if (value) part.set(name, value)
  }
  part.sort()
  return part.toString()
}
