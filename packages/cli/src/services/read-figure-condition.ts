import { wrongUsage } from '../failure.ts'

/** A condition on a figure, such as `late>10%`. */
export interface FigureCondition {
  /** As it was typed. */
  text: string
  /** In lower case. */
  name: string
  isPercentage: boolean
  holds(value: number): boolean
}

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '=': (value, limit) => value === limit,
  '!=': (value, limit) => value !== limit,
}

const shape = /^\s*([a-z_]+)\s*(>=|<=|!=|>|<|=)\s*(-?\d+(?:\.\d+)?)\s*(%?)\s*$/i

/** Parses a condition of `--fail-if`; @throws wrong usage for a missing operator or number */
export function readFigureCondition(
  text: string,
  example: "Use figure>number, such as 'late>10%' or 'revenue<500'" | "Use figure>number, such as 'changes>0' or 'refused>0'",
): FigureCondition {
  const [, name, sign, number, percent] = shape.exec(text) ?? []
  const compare = comparisons[sign ?? '']
  if (name === undefined || compare === undefined) throw wrongUsage('Invalid condition: %1', { params: [text], next: [example] })
  return {
    text: text.trim(),
    name: name.toLowerCase(),
    isPercentage: percent !== '',
    holds: (value) => compare(value, Number(number)),
  }
}
