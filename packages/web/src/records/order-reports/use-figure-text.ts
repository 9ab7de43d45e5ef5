import type { ReportRow } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { formatDay } from '@tiffin/core'
import { isMoneyFigure, localized, type ReportColumnName, type ReportGroup } from '@tiffin/core/rules'
import { hourText } from '@tiffin/core/screens'
import { useRecords } from '../records-context.ts'
import { useCurrency, useNumberText } from '../use-unit.ts'

type FigureText = (name: ReportColumnName, figure: number | string | null | undefined, currency?: string) => string

/** A figure of a report as text; amounts have the company's currency or, on the platform, that of their orders. */
export function useFigureText(): FigureText {
  const own = useCurrency()
  const numberText = useNumberText()
  return (name, figure, currency = own) => {
    if (figure === null || figure === undefined) return '–'
    const text = numberText({ kind: isMoneyFigure(name) ? 'money' : 'number' }, figure)
    return [text, isMoneyFigure(name) && currency].filter(Boolean).join(' ')
  }
}

/** The displayed name of a report row. */
export function useRowName(): (group: ReportGroup, row: Pick<ReportRow, 'key' | 'name'>) => string {
  const t = useTranslate()
  const { lang } = useRecords()
  return (group, { key, name }) => {
    if (group === 'day') return formatDay(String(key), lang)
    if (group === 'hour') return hourText(Number(key))
    if (group === 'courier' && key === 0) return t('No courier')
    return (typeof name === 'string' ? name : name && localized(name, lang)) || String(key)
  }
}
