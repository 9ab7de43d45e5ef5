import { formatPrice, shownDecimals } from '@tiffin/core/rules'
import type { Row } from '@tiffin/core/screens'
import { useRecords } from '../records-context.ts'
import { useCurrency } from '../use-unit.ts'

interface PriceFormat {
  decimals: 0 | 2
  symbol: string | undefined
  lang: string
}

/** How amounts of an order are shown: with the decimals and the currency of its company. */
export function usePriceFormat(row: Row): PriceFormat & { format: (amount: string) => string } {
  const symbol = useCurrency() ?? ((row['currency'] as string | undefined) || undefined)
  const { lang } = useRecords()
  const options = {
    decimals: shownDecimals(row['company_obj'] as { price_show_decimal?: number } | null | undefined),
    symbol,
    lang,
  }
  return { ...options, format: (amount) => formatPrice(amount, options) }
}
