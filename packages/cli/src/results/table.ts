import stringWidth from 'string-width'
import { escapeLine } from './format-value.ts'

const GAP = 2
const MIN_WIDTH = 6

/** Lays out a table of texts in a width in columns; `hidden` lists the columns that did not fit. */
export function layoutTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  heading: (text: string) => string = (text) => text,
): { text: string; hidden: string[] } {
  const cells = rows.map((row) => row.map(escapeLine))
  const natural = columns.map((name, at) => Math.max(stringWidth(name), ...cells.map((row) => stringWidth(row[at] ?? '')), 1))
  const shown = natural.length - countHidden(natural, width)
  const widths = shrink(natural.slice(0, shown), width - GAP * (shown - 1))
  const numeric = columns.map((_, at) => cells.length > 0 && cells.every((row) => /^-?\d+(\.\d+)?$|^$/.test(row[at] ?? '')))
  const line = (row: readonly string[]): string =>
    widths
      .map((available, at) => pad(cut(row[at] ?? '', available), available, numeric[at] === true, at === widths.length - 1))
      .join(' '.repeat(GAP))
      .trimEnd()
  const text = [heading(line(columns)), ...cells.map(line)].map((item) => `${item}\n`).join('')
  return { text, hidden: columns.slice(shown) }
}

/** Number of columns from the right that do not fit, with each shrunk as far as possible. */
function countHidden(natural: readonly number[], width: number): number {
  let used = 0
  for (const [at, requested] of natural.entries()) {
    used += Math.min(requested, MIN_WIDTH) + (at === 0 ? 0 : GAP)
    if (used > width && at > 0) return natural.length - at
  }
  return 0
}

/** Shrinks the widest columns until all fit. */
function shrink(natural: readonly number[], available: number): number[] {
  const widths = [...natural]
  let over = widths.reduce((sum, width) => sum + width, 0) - available
  while (over > 0) {
    const widest = Math.max(...widths)
    if (widest <= 1) break
    const second = Math.max(1, ...widths.filter((item) => item < widest))
    const at = widths.indexOf(widest)
    const take = Math.min(over, Math.max(1, widest - second))
    widths[at] = widest - take
    over -= take
  }
  return widths
}

export function cut(text: string, available: number): string {
  if (stringWidth(text) <= available) return text
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(kept + segment) > available - 1) break
    kept += segment
  }
  return `${kept}…`
}

function pad(text: string, available: number, right: boolean, last: boolean): string {
  const space = ' '.repeat(Math.max(0, available - stringWidth(text)))
  if (right) return space + text
  return last ? text : text + space
}
