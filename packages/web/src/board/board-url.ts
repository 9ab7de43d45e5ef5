import { type BoardChoice, readPeriod, writePeriod } from '@tiffin/core'
import { COMPANY } from '../company-url.ts'

/** The board's query parameters: company, merchants, period, search, station, the open order with the tab of its editor, and a new one. */
export const names = {
  company: COMPANY,
  merchants: 'merchants',
  period: 'period',
  search: 'search',
  station: 'station',
  order: 'order',
  tab: 'tab',
  newOrder: 'new',
} as const
const ALL = 'all'
/** Today to seven days ahead. */
const AHEAD = 'ahead'

const isKey = (value: number): boolean => Number.isSafeInteger(value) && value > 0

/** The query parameters that the board reads; empty if there are none. */
export function boardQuery(params: URLSearchParams): string {
  const read: readonly string[] = [...Object.values(names), 'id']
  const query = new URLSearchParams([...params].filter(([name]) => read.includes(name))).toString()
  return query === '' ? '' : `?${query}`
}

/** The choice in an address; invalid values count as missing. */
export function readChoice(params: URLSearchParams): Partial<BoardChoice> {
  const ids = (params.get(names.merchants) ?? '').split(',')
  const merchants = ids.map(Number).filter(isKey)
  const days = params.get(names.period) ?? ''
  const period = readPeriod(days)
  const search = (params.get(names.search) ?? '').slice(0, 100)
  const station = (params.get(names.station) ?? '').trim().slice(0, 100)
  return {
    ...(merchants.length > 0 ? { chosen: merchants } : ids[0] === ALL ? { chosen: ALL } : {}),
    ...(period || days === AHEAD ? { period } : {}),
    ...(search === '' ? {} : { search }),
    ...(station === '' ? {} : { station }),
  }
}

/** An address with the complete choice, so that it shows everyone the same board at any time. Other parameters stay. */
export function writeChoice(
  params: URLSearchParams,
  { chosen, period, search, station }: BoardChoice,
  company: number,
): URLSearchParams {
  const next = new URLSearchParams(params)
  next.set(names.company, String(company))
  next.set(names.merchants, chosen === 'all' ? ALL : chosen.join(','))
  next.set(names.period, period ? writePeriod(period) : AHEAD)
  for (const [name, text] of [
    [names.search, search],
    [names.station, station],
  ] as const)
    if (text === '') next.delete(name)
    else next.set(name, text)
  return next
}

/** The address of an order on the board page. */
export const orderAddress = (company: number, orderId: number): string => `?${names.company}=${company}&${names.order}=${orderId}`

/** The order that an address opens; links to records use `id` everywhere. */
export function readOrderId(params: URLSearchParams): number | null {
  const id = Number(params.get(names.order) ?? params.get('id'))
  return isKey(id) ? id : null
}

export function writeOrderId(params: URLSearchParams, orderId: number | null): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('id')
  next.delete(names.tab)
  if (orderId === null) next.delete(names.order)
  else next.set(names.order, String(orderId))
  return next
}

/** The open tab of the order's editor; null while only its preview is open. */
export const readEditorTab = (params: URLSearchParams): string | null => params.get(names.tab) || null

export function writeEditorTab(params: URLSearchParams, tab: string | null): URLSearchParams {
  const next = new URLSearchParams(params)
  if (tab === null) next.delete(names.tab)
  else next.set(names.tab, tab)
  return next
}

/** Whether the address opens the wizard of a new order. */
export const readNewOrder = (params: URLSearchParams): boolean => params.has(names.newOrder)

export function writeNewOrder(params: URLSearchParams, isOpen: boolean): URLSearchParams {
  const next = new URLSearchParams(params)
  if (isOpen) next.set(names.newOrder, '1')
  else next.delete(names.newOrder)
  return next
}
