import type { Entity, Field } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { formatNumber } from '@tiffin/core'
import { currencySymbol, formatAmount, shownDecimals } from '@tiffin/core/rules'
import { type Row, unitOf } from '@tiffin/core/screens'
import { useRecords } from './records-context.ts'
import { textOf } from './text-of.ts'

interface NumberValue {
  entity: Pick<Entity, 'name'>
  name: string
  field: Pick<Field, 'kind' | 'dollars'>
  row: Row
}

/** The currency of this tab's current company; in the platform area rows belong to companies of many countries. */
export function useCurrency(): string | undefined {
  const { area, user } = useRecords()
  return area === 'company' ? currencySymbol(user.company?.country) : undefined
}

/** A number in the language's format; amounts with the decimals that the company shows, those in dollars with two. */
export function useNumberText(): (field: Pick<Field, 'kind' | 'dollars'>, value: unknown) => string {
  const { area, lang, user } = useRecords()
  const decimals = area === 'company' ? shownDecimals(user.company) : 2
  return (field, value) =>
    field.kind === 'money'
      ? formatAmount(textOf(value), { decimals: field.dollars ? 2 : decimals, lang })
      : formatNumber(textOf(value), lang)
}

/** The unit shown after a number: a currency, a sign or a word. */
export function useUnit(): (counted: NumberValue) => string | undefined {
  const t = useTranslate()
  const currency = useCurrency()
  return ({ entity, name, field, row }) => {
    if (field.kind === 'money') return field.dollars ? '$' : currency
    const unit = unitOf(entity, name, row)
    if (unit === 'currency') return currency
    return unit === 'times' ? t('times', [Number(row[name])]) : unit
  }
}
