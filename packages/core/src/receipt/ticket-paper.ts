import { cellWidth } from './cell-width.ts'
import type { PaperColumns, Segment, TicketLine } from './ticket-line.ts'
import { wrapText } from './wrap-text.ts'

interface LineStyle {
  bold?: boolean
  inverted?: boolean
  width?: 1 | 2
  height?: 1 | 2
  /** `start` is the side where reading begins. */
  align?: 'start' | 'center' | 'end'
  /** Empty cells before the text. */
  indent?: number
  /** Printed before the first line; the others are indented by its width. */
  bullet?: string
}

const rightToLeft = /^(ar|he|fa|ur|ps|sd|ug|yi|dv)\b/

/** Collects the lines of one ticket. Texts must be clean; they are wrapped, padded and mirrored for the paper. */
export interface TicketPaper {
  readonly lines: readonly TicketLine[]
  /** Adds wrapped text; an empty text adds no line. */
  text(text: string, style?: LineStyle): void
  /** Adds text at the start and a short text at the end of its first line, such as an item and its amount. */
  pair(start: string, end: string, style?: LineStyle): void
  rule(double?: boolean): void
  blank(count?: number): void
  add(line: TicketLine): void
}

/** Starts a ticket with the given columns, in the direction of a language. */
export function createPaper(columns: PaperColumns, lang: string): TicketPaper {
  const lines: TicketLine[] = []
  const mirrored = rightToLeft.test(lang)
  const side = (align: 'start' | 'center' | 'end'): Segment['align'] =>
    align === 'center' ? 'center' : (align === 'start') === mirrored ? 'right' : 'left'

  function push(parts: Segment[], { width = 1, height = 1 }: LineStyle): void {
    const segments = parts.filter(({ cells }) => cells > 0)
    lines.push({ kind: 'text', segments: mirrored ? segments.toReversed() : segments, width, height })
  }

  function write(text: string, end: string, style: LineStyle): void {
    const { bold = false, inverted = false, width = 1, align = 'start', indent = 0, bullet = '' } = style
    const cells = Math.floor(columns / width)
    const marked = cellWidth(bullet)
    const endCells = end === '' ? 0 : Math.min(cellWidth(end) + 1, cells)
    const availableWidth = cells - indent - marked
    // An amount that leaves less than a third of the line for the name gets its own line.
    const beside = endCells > 0 && availableWidth - endCells >= Math.floor(cells / 3)
    const emphasis = { ...(bold ? { bold } : {}), ...(inverted ? { inverted } : {}) }
    const free = (count: number): Segment => ({ text: '', cells: count, align: 'left', ...emphasis })
    for (const [index, line] of wrapText(text, beside ? availableWidth - endCells : availableWidth).entries()) {
      const first = index === 0
      const parts = [
        free(indent),
        first ? { text: bullet.trim(), cells: marked, align: side('start'), ...emphasis } : free(marked),
        { text: line, cells: beside ? availableWidth - endCells : availableWidth, align: side(align), ...emphasis },
        ...(beside && first ? [{ text: end, cells: endCells, align: side('end'), ...emphasis }] : []),
        ...(beside && !first ? [free(endCells)] : []),
      ]
      push(parts, style)
    }
    if (endCells > 0 && !beside)
      for (const line of wrapText(end, cells)) push([{ text: line, cells, align: side('end'), ...emphasis }], style)
  }

  return {
    lines,
    text(text, style = {}) {
      if (text !== '') write(text, '', style)
    },
    pair: (start, end, style = {}) => write(start, end, style),
    rule: (double = false) => void lines.push({ kind: 'rule', double }),
    blank(count = 1) {
      for (let index = 0; index < count; index++) lines.push({ kind: 'blank' })
    },
    add: (line) => void lines.push(line),
  }
}
