import type { Figure, Verdict } from './bench.ts'

type Judged = Figure & { bench: string; verdict: Verdict }

const digits = (value: number): string => (value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0))
const shown = (value: number, unit: Figure['unit']): string => `${digits(value)} ${unit}`

function row(figure: Judged): string[] {
  const { bench, what, value, unit, budget, bound = 'most', verdict } = figure
  return [
    bench,
    what,
    shown(value, unit),
    budget === undefined ? '' : `${bound === 'most' ? '≤' : '≥'} ${shown(budget, unit)}`,
    budget === undefined ? '' : (value / budget).toFixed(2),
    verdict,
    figure.excused ?? figure.note ?? '',
  ]
}

/** A table of figure, budget, ratio and verdict, followed by the figures that could not be measured. */
export function printTable(figures: readonly Judged[], failures: readonly { bench: string; error: string }[]): void {
  const rows = [['bench', 'figure', 'value', 'budget', 'ratio', 'verdict', ''], ...figures.map(row)]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0))) ?? []
  const right = new Set([2, 3, 4])
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (right.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  for (const cells of rows) process.stdout.write(`${line(cells)}\n`)
  for (const { bench, error } of failures) process.stdout.write(`\n${bench} could not be measured: ${error}\n`)
}
