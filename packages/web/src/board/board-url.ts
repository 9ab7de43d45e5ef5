import type { BoardChoice } from '@tiffin/core'
import { type ChosenPeriod, type Day, quickPeriods } from '@tiffin/core/rules'
import { COMPANY } from '../company-url.ts'

/** The board's part of the address: whose it is, which merchants, which days, what is searched, and which order is open. */
export const names = { company: COMPANY, merchants: 'merchants', period: 'period', search: 'search', order: 'order' } as const
const ALL = 'all'
/** Today to seven days ahead. */
const AHEAD = 'ahead'

const isDay = (text: string | undefined): text is Day =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

const isKey = (value: number): boolean => Number.isSafeInteger(value) && value > 0

/** What the board reads of an address, as a query; empty where that is nothing. */
export function boardQuery(params: URLSearchParams): string {
  const read: readonly string[] = [...Object.values(names), 'id']
  const query = new URLSearchParams([...params].filter(([name]) => read.includes(name))).toString()
  return query === '' ? '' : `?${query}`
}

/** A period as an address writes it; undefined where it names none. */
export function readPeriod(text: string): ChosenPeriod | undefined {
  const option = quickPeriods.find((name) => name === text)
  if (option) return option
  const [from, to] = text.split('..')
  return isDay(from) && isDay(to) && from <= to ? { from, to } : undefined
}

export const writePeriod = (period: ChosenPeriod): string =>
  typeof period === 'string' ? period : `${period.from}..${period.to}`

/** What an address names of the board; whatever is not as expected counts as not named. */
export function readChoice(params: URLSearchParams): Partial<BoardChoice> {
  const ids = (params.get(names.merchants) ?? '').split(',')
  const merchants = ids.map(Number).filter(isKey)
  const days = params.get(names.period) ?? ''
  const period = readPeriod(days)
  const search = (params.get(names.search) ?? '').slice(0, 100)
  return {
    ...(merchants.length > 0 ? { chosen: merchants } : ids[0] === ALL ? { chosen: ALL } : {}),
    ...(period || days === AHEAD ? { period } : {}),
    ...(search === '' ? {} : { search }),
  }
}

/** The address with all of this choice, so that it is the same board for everybody at any time; what is not the board's stays. */
export function writeChoice(params: URLSearchParams, { chosen, period, search }: BoardChoice, company: number): URLSearchParams {
  const next = new URLSearchParams(params)
  next.set(names.company, String(company))
  next.set(names.merchants, chosen === 'all' ? ALL : chosen.join(','))
  next.set(names.period, period ? writePeriod(period) : AHEAD)
  if (search === '') next.delete(names.search)
  else next.set(names.search, search)
  return next
}

/** The address of an order on the page of the board, for whoever may see it. */
export const orderAddress = (company: number, orderId: number): string => `?${names.company}=${company}&${names.order}=${orderId}`

/** The order that an address opens; `id` is what links to records carry everywhere. */
export function readOrderId(params: URLSearchParams): number | null {
  const id = Number(params.get(names.order) ?? params.get('id'))
  return isKey(id) ? id : null
}

export function writeOrderId(params: URLSearchParams, orderId: number | null): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('id')
  if (orderId === null) next.delete(names.order)
  else next.set(names.order, String(orderId))
  return next
}
