/** One line of the table. A figure without a budget is only for comparison. */
export interface Figure {
  what: string
  value: number
  unit: 'ms' | 'x' | 'kB' | 'MB'
  budget?: number
  /** `most`: the value must not exceed the budget; `least`: it must reach it. */
  bound?: 'most' | 'least'
  /** Why this run can't judge the figure, such as too few cores. */
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
