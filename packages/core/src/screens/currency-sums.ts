import type { TableQuery } from '@tiffin/sdk/contract'
import { type AnyRow, formatMoney, parseMoney, sum } from '#rules/index'

/** Sums of the rows whose companies have the same currency. */
export interface CurrencySums {
  /** The code of the currency; empty if it is not known. */
  currency: string
  /** By field, like the sums of all rows. */
  sums: Readonly<Record<string, string>>
}

const MAX_COMPANIES = 2000

/** Reads the sums of each company, and the currencies. */
export const currencyQueries = ({ table, mode, search, statistic }: TableQuery): TableQuery[] => [
  {
    table,
    as: 'sums',
    ...(mode === undefined ? {} : { mode }),
    search,
    include: ['company'],
    group: ['company'],
    statistic,
    limit: [0, MAX_COMPANIES],
  },
  { table: 'company', as: 'companies', include: ['company_id', 'country'], join: ['country'], limit: [0, MAX_COMPANIES] },
]

/** The sums by currency, from the rows of these queries. */
export function sumsByCurrency(sums: readonly AnyRow[], companies: readonly AnyRow[]): CurrencySums[] {
  const currencies = new Map(companies.map((row) => [row['company_id'], codeOf(row)]))
  const groups = Map.groupBy(sums, ({ company }) => currencies.get(company) ?? '')
  const found = [...groups].map(([currency, rows]): CurrencySums => {
    const statistics = rows.map((row) => row['statistic'] as Readonly<Record<string, string>>)
    const fields = Object.keys(statistics[0] ?? {})
    const add = (field: string): string => formatMoney(sum(statistics.map((statistic) => parseMoney(statistic[field]))))
    return { currency, sums: Object.fromEntries(fields.map((field) => [field, add(field)])) }
  })
  return found.toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
}

/** Symbols are shared by currencies, such as those of several dollars. */
function codeOf({ country_obj: country }: AnyRow): string {
  const { currency_code: code, currency_symbol: symbol } = (country ?? {}) as Readonly<Record<string, string | null>>
  return code || symbol || ''
}
