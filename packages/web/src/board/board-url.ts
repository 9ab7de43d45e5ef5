import type { BoardChoice } from '@tiffin/core'
import { type Day, type DayPeriod, quickPeriod, quickPeriods } from '@tiffin/core/rules'

/** The board's part of the address: which merchants, which days, what is searched, and which order is open. */
export const names = { merchants: 'merchants', period: 'period', search: 'search', order: 'order' } as const

const isDay = (text: string | undefined): text is Day =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The days of a period as an address writes it; undefined where it names none. */
export function readPeriod(text: string, today: Day): DayPeriod | undefined {
  const option = quickPeriods.find((name) => name === text)
  if (option) return quickPeriod(option, today)
  const [from, to] = text.split('..')
  return isDay(from) && isDay(to) && from <= to ? { from, to } : undefined
}

export function writePeriod(period: DayPeriod, today: Day): string {
  const option = quickPeriods.find((name) => {
    const { from, to } = quickPeriod(name, today)
    return from === period.from && to === period.to
  })
  return option ?? `${period.from}..${period.to}`
}

/** What an address names of the board; whatever is not as expected counts as not named. */
export function readChoice(params: URLSearchParams, today: Day): Partial<BoardChoice> {
  const ids = (params.get(names.merchants) ?? '').split(',').map(Number)
  const merchants = ids.filter((id) => Number.isSafeInteger(id) && id > 0)
  const period = readPeriod(params.get(names.period) ?? '', today)
  const search = (params.get(names.search) ?? '').slice(0, 100)
  return {
    ...(merchants.length > 0 ? { chosen: merchants } : {}),
    ...(period ? { period } : {}),
    ...(search === '' ? {} : { search }),
  }
}

/** The address with this choice; what is as usual is not named, and what is not the board's stays. */
export function writeChoice(params: URLSearchParams, { chosen, period, search }: BoardChoice, today: Day): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string): void => (value === '' ? next.delete(name) : next.set(name, value))
  put(names.merchants, chosen === 'all' ? '' : chosen.join(','))
  put(names.period, period ? writePeriod(period, today) : '')
  put(names.search, search)
  return next
}

/** The order that an address opens; `id` is what links to records carry everywhere. */
export function readOrderId(params: URLSearchParams): number | null {
  const id = Number(params.get(names.order) ?? params.get('id'))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export function writeOrderId(params: URLSearchParams, orderId: number | null): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('id')
  if (orderId === null) next.delete(names.order)
  else next.set(names.order, String(orderId))
  return next
}
