import { type ReportColumnName, reportColumns } from '@tiffin/core/rules'
import type { Figures } from '@tiffin/sdk/contract'
import { suggestionOr, wrongUsage } from '../failure.ts'
import { suggest } from '../suggest.ts'
import { readFigureCondition } from './read-figure-condition.ts'

/** A condition on a total of a report, such as `late>10%`. */
export interface ReportCondition {
  /** As it was typed. */
  text: string
  figure: ReportColumnName
  holds(totals: Figures): boolean
}

/**
 * Parses a condition on one of the figures that a report prints. A figure without a value, such as an average of no
 * orders, fulfils none.
 * @throws wrong usage for an unknown figure, a missing operator or number, or a percent sign on another figure
 */
export function readReportCondition(text: string, columns: readonly ReportColumnName[]): ReportCondition {
  const condition = readFigureCondition(text, "Use figure>number, such as 'late>10%' or 'revenue<500'")
  const { name } = condition
  const figure = columns.find((column) => column === name)
  if (figure === undefined) {
    const next = [suggestionOr(suggest(name, columns), { message: columns.join(', ') })]
    throw wrongUsage('The report has no figure %1', { params: [name], next })
  }
  if (condition.isPercentage && !('share' in reportColumns[figure].measure))
    throw wrongUsage('%1 is not a percentage: %2', { params: [figure, text] })
  return {
    text: condition.text,
    figure,
    holds(totals) {
      const value = totals[figure] ?? null
      return value !== null && condition.holds(Number(value))
    },
  }
}
