import { suggestionOr, wrongUsage } from '../failure.ts'
import { suggest } from '../suggest.ts'
import { countChanges, type Planned } from './config-result.ts'
import { readFigureCondition } from './read-figure-condition.ts'

/** A condition on a figure of a configuration plan, such as `changes>0`. */
export interface ConfigCondition {
  /** As it was typed. */
  text: string
  figure: string
  valueIn(planned: Planned): number
  holds(planned: Planned): boolean
}

const figures: Readonly<Record<string, (planned: Planned) => number>> = {
  changes: ({ plan }) => countChanges(plan),
  created: ({ plan }) => plan.totals.created,
  changed: ({ plan }) => plan.totals.changed,
  deleted: ({ plan }) => plan.totals.deleted,
  absent: ({ plan }) => plan.totals.absent,
  refused: ({ problems }) => problems.length,
  online: ({ online }) => online.length,
}

/** @throws wrong usage for an unknown figure, a missing operator or number, or a percent sign */
export function readConfigCondition(text: string): ConfigCondition {
  const {
    name: figure,
    isPercentage,
    ...condition
  } = readFigureCondition(text, "Use figure>number, such as 'changes>0' or 'refused>0'")
  const valueIn = figures[figure]
  if (!valueIn) {
    const known = Object.keys(figures)
    const next = [suggestionOr(suggest(figure, known), { message: known.join(', ') })]
    throw wrongUsage('The plan has no figure %1', { params: [figure], next })
  }
  if (isPercentage) throw wrongUsage('%1 is not a percentage: %2', { params: [figure, text] })
  return { text: condition.text, figure, valueIn, holds: (planned) => condition.holds(valueIn(planned)) }
}
