/** One line of the table. A figure without a budget is shown for comparison and judged by nobody. */
export interface Figure {
  what: string
  value: number
  unit: 'ms' | 'x' | 'kB' | 'MB'
  budget?: number
  /** `most`: the value may not be above the budget; `least`: not below it. */
  bound?: 'most' | 'least'
  /** Why this run cannot judge the figure, such as too few cores. */
  excused?: string
  note?: string
}

export interface Bench {
  name: string
  run(): Promise<Figure[]>
}

export type Verdict = 'ok' | 'over' | 'excused' | '-'

export function judge({ value, budget, bound = 'most', excused }: Figure): Verdict {
  if (budget === undefined) return '-'
  if (bound === 'most' ? value <= budget : value >= budget) return 'ok'
  return excused === undefined ? 'over' : 'excused'
}
