import { type ChosenPeriod, type Day, quickPeriods } from '#rules/index'

const isDay = (text: string | undefined): text is Day =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** Parses a period from an address or a named board; undefined if the text is not a period. */
export function readPeriod(text: string): ChosenPeriod | undefined {
  const option = quickPeriods.find((name) => name === text)
  if (option) return option
  const [from, to] = text.split('..')
  return isDay(from) && isDay(to) && from <= to ? { from, to } : undefined
}

export const writePeriod = (period: ChosenPeriod): string =>
  typeof period === 'string' ? period : `${period.from}..${period.to}`
