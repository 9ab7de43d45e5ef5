import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { formatDollars } from '@tiffin/core/subscription'

/** Price of a whole period. */
export function PeriodPrice({ total, months }: { total: string; months: number }) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const price = formatDollars(total, lang)
  return months === 1 ? t('%1 a month', [price]) : t('%1 for %2 months', [price, months])
}
